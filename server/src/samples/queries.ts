import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { AnyKind } from '../records/kind.ts';

/** True when an Account has a record besides its pipelines, deleted or not. */
export async function hasRecords(db: Queryable, account_uuid: string): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM records WHERE account_uuid = ${account_uuid} AND resource <> 'pipeline'
    ) AS found`);
  return row!.found;
}

/** Marks records of an Account as samples. */
export async function markSamples(db: Queryable, account_uuid: string, uuids: string[]): Promise<void> {
  await db.query(sql`
    UPDATE records SET is_sample = true
    WHERE account_uuid = ${account_uuid} AND uuid = ANY (${uuids}::uuid[])`);
}

/** The uuids of an Account's sample records of one kind, without deleted ones. */
export async function listSamples(db: Queryable, kind: AnyKind, account_uuid: string): Promise<string[]> {
  const rows = await db.query<{ uuid: string }>(sql`
    SELECT uuid FROM records JOIN ${raw(kind.table)} USING (account_uuid, uuid)
    WHERE account_uuid = ${account_uuid} AND is_sample AND deleted_at IS NULL`);
  return rows.map(({ uuid }) => uuid);
}

/** The uuids of records of one kind by external_id. */
export async function findUuids(
  db: Queryable,
  kind: AnyKind,
  account_uuid: string,
): Promise<Map<string, string>> {
  const rows = await db.query<{ uuid: string; external_id: string }>(sql`
    SELECT uuid, external_id FROM ${raw(kind.table)}
    WHERE account_uuid = ${account_uuid} AND external_id IS NOT NULL AND deleted_at IS NULL`);
  return new Map(rows.map(({ uuid, external_id }) => [external_id, uuid]));
}

/** The uuids of the stages of an Account's first pipeline, in order. */
export async function listStages(db: Queryable, account_uuid: string): Promise<string[]> {
  const rows = await db.query<{ uuid: string }>(sql`
    SELECT uuid FROM stages WHERE account_uuid = ${account_uuid} ORDER BY position`);
  return rows.map(({ uuid }) => uuid);
}
