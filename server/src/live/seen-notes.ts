import sql from 'sql-template-tag';
import type { Reach } from '../access/reach.ts';
import { isWholeSight, seenAmong, seenBy } from '../access/sight.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Note } from './nudge.ts';

/**
 * The notes without the records that the User does not see now. One that was taken from them by the
 * change is told: their pages still show it. Notes that name no record are told if the change has
 * one that the User sees.
 */
export async function seenNotes(
  db: Queryable,
  reach: Reach,
  user_uuid: string,
  notes: Note[],
): Promise<Note[]> {
  if (isWholeSight(reach) || notes.length === 0) return notes;
  const named = notes.flatMap(({ resource, uuids }) => (uuids ?? []).map((uuid) => ({ resource, uuid })));
  const changes = notes.flatMap(({ change_uuid }) => change_uuid ?? []);
  const [seen, lost, told] = await Promise.all([
    seenAmong(db, reach, named),
    findLost(
      db,
      user_uuid,
      changes,
      named.map(({ uuid }) => uuid),
    ),
    findTold(db, reach, changes),
  ]);
  return notes.flatMap((note) => {
    const { uuids, change_uuid, resource, user_uuid: own } = note;
    if (own !== null) return [note];
    if (uuids === null) return told.has(`${change_uuid} ${resource}`) || change_uuid === null ? [note] : [];
    const left = uuids.filter((uuid) => seen.has(uuid) || lost.has(uuid));
    return left.length > 0 ? [{ ...note, uuids: left }] : [];
  });
}

/** The records that these changes took from a User: one that was theirs before. */
async function findLost(
  db: Queryable,
  user_uuid: string,
  change_uuids: string[],
  uuids: string[],
): Promise<Set<string>> {
  const rows = await db.query<{ uuid: string }>(sql`
    SELECT resource_uuid AS uuid FROM events
    WHERE resource_uuid = ANY(${uuids}::uuid[]) AND change_uuid = ANY(${change_uuids}::uuid[])
      AND strpos((body::json ->> 'previous'), ${user_uuid}) > 0`);
  return new Set(rows.map(({ uuid }) => uuid));
}

/** Of what kinds these changes have a record that is seen, or what is none, as `change kind`. */
async function findTold(db: Queryable, reach: Reach, change_uuids: string[]): Promise<Set<string>> {
  const { accounts } = reach;
  const rows = await seenBy(db, reach).query<{ told: string }>(sql`
    SELECT DISTINCT change_uuid || ' ' || split_part(event, '.', 1) AS told FROM events
    WHERE account_uuid = ANY(${accounts.map(({ uuid }) => uuid)}::uuid[]) AND change_uuid = ANY(${change_uuids}::uuid[])`);
  return new Set(rows.map(({ told }) => told));
}
