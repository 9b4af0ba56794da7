import type { FieldError } from '@rapport/contract/problems';
import sql, { empty, raw } from 'sql-template-tag';
import { wholeAccount } from '../access/reach.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { asTexts, type TextRow } from '../platform/database/statements.ts';
import { columnsOf, selectionOf } from './columns.ts';
import { declaredIn } from './custom-fields/declared.ts';
import { insertValues, rowsOf } from './custom-fields/value-queries.ts';
import { jsonOf } from './json.ts';
import type { AnyKind, CrmRecord } from './kind.ts';
import { writeParts } from './queries.ts';
import { emptyRecord, recordFaults } from './rules.ts';

/** A record with what only its table knows: for an archive, which has deleted ones, too. */
export type WholeRecord = CrmRecord & { is_sample: boolean; deleted_at: string | null };

/**
 * Some records of a kind as JSON, also deleted ones, in the order of their uuids; null when there
 * are no more.
 */
export async function readWhole(
  db: Queryable,
  kind: AnyKind,
  account_uuid: string,
  after: string | null,
  limit: number,
): Promise<{ lines: string[]; last: string } | null> {
  // The spine has an index by Account, and finds the records also among many Accounts. A condition
  // that may be null would read it from its beginning for each page.
  const spine = await db.query<{ uuid: string; is_sample: boolean }>(sql`
    SELECT uuid, is_sample FROM records
    WHERE account_uuid = ${account_uuid} AND resource = ${kind.definition.name}
      ${after === null ? empty : sql`AND uuid > ${after}`} ORDER BY uuid LIMIT ${limit}`);
  if (spine.length === 0) return null;
  const samples = new Set(spine.filter(({ is_sample }) => is_sample).map(({ uuid }) => uuid));
  const uuids = spine.map(({ uuid }) => uuid);
  const rows = await db.query<TextRow>(
    asTexts(sql`
    SELECT ${raw(selectionOf(kind))}, iso(deleted_at) FROM ${raw(kind.table)}
    WHERE uuid = ANY(${uuids}::uuid[]) AND account_uuid = ${account_uuid} ORDER BY uuid`),
  );
  const write = jsonOf(kind);
  const lines = rows.map((row) => {
    const rest = { is_sample: samples.has(row[0]!), deleted_at: row.at(-1) };
    return `${write(row).slice(0, -1)},${JSON.stringify(rest).slice(1)}`;
  });
  return { lines, last: uuids.at(-1)! };
}

/** The record with all fields. Those that a former release did not know are as in a new one. */
export function withAllFields(
  { definition }: AnyKind,
  record: Record<string, unknown>,
): Record<string, unknown> {
  return { ...emptyRecord(definition), ...record };
}

/** What the API would refuse of a new record like this, beyond its schema. */
export function wholeFaults({ definition }: AnyKind, record: CrmRecord): FieldError[] {
  return recordFaults(definition, { record, before: null });
}

/**
 * Inserts records with all that they had elsewhere: uuids, versions, times, links, deletions. They
 * have been checked, and those that they refer to are there. It only sends.
 */
export function insertWhole(tx: Transaction, kind: AnyKind, records: WholeRecord[]): void {
  const [table, columns] = [raw(kind.table), raw([...columnsOf(kind), 'deleted_at'].join(', '))];
  const json = JSON.stringify(records);
  tx.send(sql`
    WITH given AS MATERIALIZED (SELECT ${json}::json AS records),
    inserted AS (
      INSERT INTO ${table} (${columns})
      SELECT ${columns} FROM given, json_populate_recordset(NULL::${table}, given.records)
    )
    INSERT INTO records (account_uuid, uuid, resource, is_sample)
    SELECT account_uuid, uuid, ${kind.definition.name}, is_sample
    FROM given, json_to_recordset(given.records) AS one (account_uuid uuid, uuid uuid, is_sample boolean)`);
  writeParts(tx, kind, records);
}

/** Inserts the values of records in the fields that their Account has declared. */
export async function insertWholeValues(
  tx: Transaction,
  kind: AnyKind,
  account_uuid: string,
  records: WholeRecord[],
): Promise<void> {
  const declared = await declaredIn(tx, wholeAccount(account_uuid), kind.definition.name);
  const alive = records.filter(({ deleted_at }) => deleted_at === null);
  const rows = rowsOf(declared, alive);
  if (rows.length > 0) tx.send(insertValues(rows, true));
}
