import type { AuditEntry } from '@rapport/contract/audit';

const COLUMNS = ['time', 'action', 'user', 'actor', 'address', 'details', 'request_id'];

/** Saves the entries as a CSV file. */
export function saveAuditFile(
  entries: AuditEntry[],
  nameOf: (user_uuid: string | null) => string | null,
): void {
  const rows = entries.map(({ created_at, action, user_uuid, actor, address, details, request_id }) => [
    created_at,
    action,
    nameOf(user_uuid) ?? user_uuid ?? '',
    `${actor.type}: ${actor.name}`,
    address ?? '',
    JSON.stringify(details),
    request_id,
  ]);
  const text = [COLUMNS, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`\ufeff${text}\r\n`], { type: 'text/csv' }));
  link.download = 'audit-log.csv';
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Prevents formulas in spreadsheets, because somebody else may have chosen the name. */
function cell(text: string): string {
  return `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
