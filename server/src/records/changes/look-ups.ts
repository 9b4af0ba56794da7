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
