import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { KINDS, ofName, peopleOf, sharesFor } from './holding.ts';
import type { Narrow } from './narrow.ts';

// Where a User may see few records of a kind, indexes find these, and the rule judges each. So a
// candidate too many shows nothing, and one too few would hide a record.

/** With more candidates, the rule meets what is seen soon enough in the order of a list. */
export const FEW = { page: 10_000, whole: 50_000 };

/** So many events are judged in their order, before those are found that are about what is seen. */
export const NEAR = { events: 1_000 };

/** What a statement reads: a page in the order of a list, or all there is, as to count it. */
export type Part = keyof typeof FEW;

/** So long it is remembered how many there are. Only the speed of a statement depends on it. */
const REMEMBERED_MS = 5 * 60_000;
const REMEMBERED_MAX = 5_000;
const remembered = new Map<string, { count: number; until: number }>();

/** The kinds of these of which each User of `sight`, one for each Account, may see only few. */
export async function fewOf(
  db: Queryable,
  sight: readonly Narrow[],
  names: readonly string[],
  part: Part,
): Promise<Set<string>> {
  const able = names.filter((name) => sight.every((narrow) => isFindable(ofName(name)!, narrow)));
  const [now, most] = [performance.now(), FEW.whole + 1];
  const keys = new Map(able.map((name) => [name, JSON.stringify([name, most, sight])]));
  const known = (name: string) => remembered.get(keys.get(name)!);
  const asked = able.filter((name) => !((known(name)?.until ?? 0) > now));
  if (asked.length > 0) {
    const counts = asked.map(
      (name) => sql`SELECT ${name}::text AS name, ${countOf(name, sight, most)} AS count`,
    );
    for (const { name, count } of await db.query<{ name: string; count: number }>(
      join(counts, ' UNION ALL '),
    ))
      remember(keys.get(name)!, { count, until: now + REMEMBERED_MS });
  }
  return new Set(able.filter((name) => known(name)!.count <= FEW[part]));
}

/**
 * How many candidates there are, up to `most`. That many as well where so many others must be read
 * to find them: somebody may hold a million records on which nothing hangs.
 */
function countOf(name: string, sight: readonly Narrow[], most: number): Sql {
  const upTo = (rows: Sql) =>
    sql`(SELECT count(*) FROM (SELECT FROM (${rows}) AS found LIMIT ${most}) AS counted)`;
  const count = upTo(candidatesOf(name, sight));
  const parents = sight.flatMap((narrow) => parentsOf(ofName(name)!, narrow));
  if (parents.length === 0) return count;
  return sql`CASE WHEN ${upTo(join(parents, ' UNION ALL '))} < ${most} THEN ${count} ELSE ${most} END`;
}

/** What is read to find what hangs on it or is about it. */
function parentsOf(kind: RecordDefinition, narrow: Narrow): Sql[] {
  if (kind.seen_by === 'records') return subjectsOf(kind).map((name) => candidatesOf(name, [narrow]));
  return hangingOf(kind).flatMap(({ on }) => heldOf(on, kind.name, narrow));
}

function remember(key: string, known: { count: number; until: number }): void {
  remembered.delete(key);
  remembered.set(key, known);
  if (remembered.size > REMEMBERED_MAX) remembered.delete(remembered.keys().next().value!);
}

/** True when indexes find all that is seen: not where all of a kind is, or of what it is about. */
function isFindable(kind: RecordDefinition, { levels }: Narrow): boolean {
  if (!kind.seen_by) return false;
  const levelled = kind.seen_by === 'level' ? [kind.name] : subjectsOf(kind);
  return levelled.every((name) => (levels[name]?.see ?? 'all') !== 'all');
}

/**
 * SQL for the uuids of all records of a kind that somebody may see, and of others, some of them
 * twice. `found` makes SQL for those of a kind that this one is about.
 */
export function candidatesOf(
  name: string,
  sight: readonly Narrow[],
  found = (subject: string) => candidatesOf(subject, sight),
): Sql {
  const kind = ofName(name)!;
  const ways = sight.flatMap((narrow) =>
    kind.seen_by === 'level'
      ? ofLevel(kind, narrow)
      : [...ofPeople(kind, narrow), ...about(kind, narrow, found)],
  );
  return join(ways, ' UNION ALL ');
}

/** The kinds that records of a kind are about. */
export function subjectsOf({ fields }: RecordDefinition): string[] {
  return Object.values(fields as Record<string, RecordField>)
    .filter(({ type }) => type === 'links')
    .flatMap(({ resources }) => [...(resources ?? [])]);
}

function ofLevel(kind: RecordDefinition, narrow: Narrow): Sql[] {
  const { account_uuid, ownerless } = narrow;
  const hanging = hangingOf(kind).flatMap(({ field, isLinks, on }) => {
    const held = join(heldOf(on, kind.name, narrow), ' UNION ALL ');
    return isLinks
      ? [linkedTo(held, kind, account_uuid)]
      : rowsOf(kind, account_uuid, sql`${raw(field)} = parent.uuid`).map((rows) => behind(held, rows));
  });
  const ofNobody = ownerless === 'admins' ? [] : rowsOf(kind, account_uuid, raw('owner_uuid IS NULL'));
  return [...heldOf(kind, kind.name, narrow), ...hanging, ...ofNobody];
}

/** The fields by which records of a kind hang on others, and the kind of these. */
function hangingOf({ fields }: RecordDefinition) {
  return Object.entries(fields as Record<string, RecordField>)
    .filter(([, { hangs_on }]) => hangs_on)
    .map(([field, { type, to, resources }]) => ({
      field,
      isLinks: type === 'links',
      on: ofName((to ?? resources?.[0])!)!,
    }));
}

/** Those of `kind` that are held, by name or by a share, at the level of the kind `asked`. */
function heldOf(kind: RecordDefinition, asked: string, narrow: Narrow): Sql[] {
  const { account_uuid, user_uuid, levels, mates } = narrow;
  const people = levels[asked]?.see === 'team' ? [user_uuid, ...(mates ?? [])] : [user_uuid];
  const shares = sharesFor(narrow, 'see');
  return [
    ...rowsOf(kind, account_uuid, sql`owner_uuid = ANY(${people}::uuid[])`),
    sql`SELECT uuid FROM ${raw(kind.plural)}
      WHERE account_uuid = ${account_uuid}::uuid AND shared_with <> '[]' AND shared_with @> ANY(${shares}::jsonb[])`,
  ];
}

/** What somebody is a person of, and what nobody is. */
function ofPeople(kind: RecordDefinition, { account_uuid, user_uuid }: Narrow): Sql[] {
  const people = peopleOf(kind).map((name) => raw(name));
  const isNobodys = join(
    people.map((name) => sql`${name} IS NULL`),
    ' AND ',
  );
  return [...people.map((name) => sql`${name} = ${user_uuid}::uuid`), isNobodys].flatMap((is) =>
    rowsOf(kind, account_uuid, is),
  );
}

function about(kind: RecordDefinition, { account_uuid }: Narrow, found: (subject: string) => Sql): Sql[] {
  return subjectsOf(kind).map((subject) => linkedTo(found(subject), kind, account_uuid));
}

/** Records and deleted ones apart: each have their index. */
function rowsOf({ plural }: RecordDefinition, account_uuid: string, is: Sql): Sql[] {
  return ['IS NULL', 'IS NOT NULL'].map(
    (deleted) => sql`SELECT uuid FROM ${raw(plural)}
      WHERE account_uuid = ${account_uuid}::uuid AND deleted_at ${raw(deleted)} AND ${is}`,
  );
}

function linkedTo(parents: Sql, { name }: RecordDefinition, account_uuid: string): Sql {
  return behind(
    parents,
    sql`SELECT from_uuid AS uuid FROM links
      WHERE account_uuid = ${account_uuid}::uuid AND to_uuid = parent.uuid AND from_resource = ${raw(`'${name}'`)}`,
  );
}

/** The rows of each `parent`, found one by one: with OFFSET a subquery is not made a join. */
function behind(parents: Sql, rows: Sql): Sql {
  return sql`SELECT own.uuid FROM (${parents}) AS parent CROSS JOIN LATERAL (${rows} OFFSET 0) AS own`;
}

/** The kinds that have candidates, those that others are about first. */
export const FINDABLE: readonly string[] = KINDS.filter(({ seen_by }) => seen_by)
  .sort((one, other) => Number(one.seen_by === 'records') - Number(other.seen_by === 'records'))
  .map(({ name }) => name);
