import sql from 'sql-template-tag';
import { HOLDING_FIELDS } from '../access/holding.ts';
import type { Reach } from '../access/reach.ts';
import { isWholeSight, seenAmong, seenBy } from '../access/sight.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Note } from './nudge.ts';

/**
 * The notes without the records that the User does not see now. One that was taken from them by the
 * change is told: their pages still show it. Notes that name no record are told if the change has
 * one that the User sees. Null where all has to be read again: more came or went than is named.
 */
export async function seenNotes(
  db: Queryable,
  reach: Reach,
  user_uuid: string,
  notes: Note[],
): Promise<Note[] | null> {
  if (isWholeSight(reach) || notes.length === 0) return notes;
  const named = notes.flatMap(({ resource, uuids }) => (uuids ?? []).map((uuid) => ({ resource, uuid })));
  const changes = notes.flatMap(({ change_uuid }) => change_uuid ?? []);
  const theirs = [user_uuid, ...reach.sight.flatMap(({ mates, team_uuids }) => [mates, team_uuids].flat())];
  const uuids = named.map(({ uuid }) => uuid);
  const [seen, { lost, moved }, told] = await Promise.all([
    seenAmong(db, reach, named),
    findMoved(
      db,
      theirs.filter((uuid) => uuid !== null),
      changes,
      uuids,
    ),
    findTold(db, reach, changes),
  ]);
  if ([...moved].some((uuid) => seen.has(uuid) || lost.has(uuid))) return null;
  return notes.flatMap((note) => {
    const { uuids, change_uuid, resource, user_uuid: own } = note;
    if (own !== null) return [note];
    if (uuids === null) return told.has(`${change_uuid} ${resource}`) || change_uuid === null ? [note] : [];
    const left = uuids.filter((uuid) => seen.has(uuid) || lost.has(uuid));
    return left.length > 0 ? [{ ...note, uuids: left }] : [];
  });
}

/**
 * Of these changes the records that had somebody of theirs before, and those that have other
 * holders now, with which what hangs on them comes and goes.
 */
async function findMoved(
  db: Queryable,
  theirs: string[],
  change_uuids: string[],
  uuids: string[],
): Promise<{ lost: Set<string>; moved: Set<string> }> {
  const rows = await db.query<{ uuid: string; is_lost: boolean; is_moved: boolean }>(sql`
    SELECT resource_uuid AS uuid, is_moved,
      EXISTS (SELECT FROM unnest(${theirs}::text[]) AS one WHERE strpos(previous::text, one) > 0) AS is_lost
    FROM events CROSS JOIN LATERAL (SELECT (body::jsonb -> 'previous') AS previous) AS had
    CROSS JOIN LATERAL (SELECT coalesce(jsonb_typeof(previous) = 'object' AND previous ?| ${HOLDING_FIELDS}::text[], false) AS is_moved) AS one
    WHERE resource_uuid = ANY(${uuids}::uuid[]) AND change_uuid = ANY(${change_uuids}::uuid[])`);
  const of = (is: 'is_lost' | 'is_moved') => new Set(rows.flatMap((row) => (row[is] ? [row.uuid] : [])));
  return { lost: of('is_lost'), moved: of('is_moved') };
}

/** Of what kinds these changes have a record that is seen, or what is none, as `change kind`. */
async function findTold(db: Queryable, reach: Reach, change_uuids: string[]): Promise<Set<string>> {
  const { accounts } = reach;
  const rows = await seenBy(db, reach).query<{ told: string }>(sql`
    SELECT DISTINCT change_uuid || ' ' || split_part(event, '.', 1) AS told FROM events
    WHERE account_uuid = ANY(${accounts.map(({ uuid }) => uuid)}::uuid[]) AND change_uuid = ANY(${change_uuids}::uuid[])`);
  return new Set(rows.map(({ told }) => told));
}
