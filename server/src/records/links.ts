import type { RecordField } from '@rapport/contract/records/record-field';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { CrmRecord } from './kind.ts';

type Entry = Record<string, unknown>;

/**
 * Replaces the links of these records, which are all of one kind, with those in their field `name`.
 */
export async function writeLinks(
  tx: Queryable,
  resource: string,
  name: string,
  field: RecordField,
  records: CrmRecord[],
): Promise<void> {
  const rows = records.flatMap((record) =>
    ((record as unknown as Record<string, Entry[]>)[name] ?? []).map((entry, position) => ({
      account_uuid: record.account_uuid,
      from_uuid: record.uuid,
      from_resource: resource,
      to_uuid: entry[field.key!],
      to_resource: entry.resource ?? field.resources![0],
      position,
      role: entry.role ?? null,
      is_primary: entry.primary ?? false,
      ended_on: entry.ended_on ?? null,
    })),
  );
  await tx.query(removeLinks(records));
  if (rows.length === 0) return;
  await tx.query(sql`
    INSERT INTO links
    SELECT * FROM json_populate_recordset(NULL::links, ${JSON.stringify(rows)}::json)`);
}

function removeLinks(records: CrmRecord[]): Sql {
  return sql`
    DELETE FROM links USING unnest(
      ${records.map(({ account_uuid }) => account_uuid)}::uuid[], ${records.map(({ uuid }) => uuid)}::uuid[]
    ) AS own (account_uuid, uuid)
    WHERE links.account_uuid = own.account_uuid AND links.from_uuid = own.uuid`;
}
