import type { AuditEntry } from '@rapport/contract/audit';
import { saveCsv } from '../layout/save-file.ts';

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
  const lines = [COLUMNS, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`);
  saveCsv('audit-log.csv', lines.join(''));
}

/** Prevents formulas in spreadsheets, because somebody else may have chosen the name. */
function cell(text: string): string {
  return `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
