import sql, { raw } from 'sql-template-tag';
import { listed } from '../../access/reach.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { rowsSql } from '../../platform/database/rows-sql.ts';
import { readsAll } from '../../platform/database/statements.ts';
import { listMatches } from '../../platform/lists/list-sql.ts';
import type { AnyKind } from '../kind.ts';
import type { AskedList } from '../read-list.ts';
import type { Chosen } from './rules.ts';

/** The records of a list with their versions, in no order, at most `limit`. */
export async function listMatching(
  db: Queryable,
  { table }: AnyKind,
  { reach, list, definition }: AskedList,
  limit: number,
): Promise<Chosen[]> {
  const source = listed(reach, { table, where: sql`deleted_at IS NULL` });
  const rows = await db.query<{ uuid: string; version: number }>(
    readsAll(listMatches(definition, list, source, raw('uuid, version'), limit)),
  );
  return rows.map(({ uuid, version }) => [uuid, version]);
}

/** Keeps the records that a job is about, in portions of one step each. It only sends. */
export function insertPortions(tx: Transaction, job_uuid: string, portions: Chosen[][]): void {
  const rows = portions.map((records, position) => ({ position, records }));
  tx.send(sql`
    INSERT INTO bulk_portions (job_uuid, position, records)
    SELECT ${job_uuid}::uuid, position, records FROM ${rowsSql('new', rows, { position: 'integer', records: 'jsonb' })}`);
}

/** Takes the next portion of a job out; undefined when none is left. */
export async function takePortion(tx: Queryable, job_uuid: string): Promise<Chosen[] | undefined> {
  const [row] = await tx.query<{ records: Chosen[] }>(sql`
    DELETE FROM bulk_portions WHERE job_uuid = ${job_uuid}
      AND position = (SELECT min(position) FROM bulk_portions WHERE job_uuid = ${job_uuid})
    RETURNING records`);
  return row?.records;
}

/** Forgets the records that a job which has ended did not come to. */
export async function deletePortions(tx: Queryable, job_uuid: string): Promise<void> {
  await tx.query(sql`DELETE FROM bulk_portions WHERE job_uuid = ${job_uuid}`);
}
