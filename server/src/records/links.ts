import type { RecordField } from '@rapport/contract/records/record-field';
import sql, { type Sql } from 'sql-template-tag';
import type { Transaction } from '../platform/database/database.ts';
import { frequent } from '../platform/database/statements.ts';
import type { CrmRecord } from './kind.ts';
import { linkedKind } from './references.ts';

type Entry = Record<string, unknown>;

/** Writes the links in the field `name` of these records, which are all of one kind. */
export function writeLinks(
  tx: Transaction,
  resource: string,
  name: string,
  field: RecordField,
  records: CrmRecord[],
): void {
  const rows = records.flatMap((record) =>
    ((record as unknown as Record<string, Entry[]>)[name] ?? []).map((entry, position) => ({
      account_uuid: record.account_uuid,
      from_uuid: record.uuid,
      from_resource: resource,
      to_uuid: entry[field.key!],
      to_resource: linkedKind(field, entry),
      position,
      role: entry.role ?? null,
      is_primary: entry.primary ?? false,
      ended_on: entry.ended_on ?? null,
    })),
  );
  if (rows.length === 0) return;
  tx.send(
    frequent(sql`
    INSERT INTO links
    SELECT * FROM json_populate_recordset(NULL::links, ${JSON.stringify(rows)}::json)`),
  );
}

/** Deletes all links of these records. */
export function removeLinks(tx: Transaction, records: CrmRecord[]): void {
  if (records.length === 1) {
    const { account_uuid, uuid } = records[0]!;
    tx.send(frequent(sql`DELETE FROM links WHERE account_uuid = ${account_uuid} AND from_uuid = ${uuid}`));
  } else tx.send(removal(records));
}

function removal(records: CrmRecord[]): Sql {
  return sql`
    DELETE FROM links USING unnest(
      ${records.map(({ account_uuid }) => account_uuid)}::uuid[], ${records.map(({ uuid }) => uuid)}::uuid[]
    ) AS own (account_uuid, uuid)
    WHERE links.account_uuid = own.account_uuid AND links.from_uuid = own.uuid`;
}
