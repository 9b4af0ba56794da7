import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

// What other rooms ask about changes.

/** Those of these changes that were taken back, with an undo that stands. */
export async function takenBackAmong(
  db: Queryable,
  account_uuid: string,
  change_uuids: string[],
): Promise<Set<string>> {
  const rows = await db.query<{ change_uuid: string }>(sql`
    SELECT DISTINCT change_uuid FROM undos
    WHERE account_uuid = ${account_uuid} AND change_uuid = ANY(${change_uuids}::uuid[]) AND in_effect`);
  return new Set(rows.map(({ change_uuid }) => change_uuid));
}

/** True when a change was taken back, and that undo was not. */
export async function isTakenBack(
  db: Queryable,
  account_uuid: string,
  change_uuid: string,
): Promise<boolean> {
  return (await takenBackAmong(db, account_uuid, [change_uuid])).has(change_uuid);
}

/** Those of these records that a change has touched so far. */
export async function touchedBy(
  db: Queryable,
  account_uuid: string,
  change_uuid: string,
  uuids: string[],
): Promise<Set<string>> {
  if (uuids.length === 0) return new Set();
  const rows = await db.query<{ uuid: string }>(sql`
    SELECT uuid FROM unnest(${uuids}::uuid[]) AS wanted (uuid)
    WHERE EXISTS (SELECT FROM events WHERE resource_uuid = wanted.uuid AND account_uuid = ${account_uuid}
      AND change_uuid = ${change_uuid})`);
  return new Set(rows.map(({ uuid }) => uuid));
}
