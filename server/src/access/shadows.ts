import type { RecordDefinition } from '@rapport/contract/records/define-record';
import sql, { join, raw, Sql } from 'sql-template-tag';
import type { Statement } from '../platform/database/statements.ts';
import { candidatesOf, FINDABLE, subjectsOf } from './candidates.ts';
import { KINDS, ofName } from './holding.ts';
import type { Narrow, Seer } from './narrow.ts';
import { hiddenFrom, isOfSome, isSeen, kindOfEvent, seenAbout, seenRows } from './seen-rows.ts';

/** The kinds of which few records may be seen, and of whom: a User in each of their Accounts. */
export type Few = { kinds: ReadonlySet<string>; sight: readonly Narrow[] };

/**
 * The statement with its tables of records hidden behind what is seen of them. A name in WITH hides
 * the table of that name in all of the statement, so no condition inside can be forgotten. The plan
 * takes it apart again, and uses the indexes. It has no name: its text is that of a few callers.
 * Of the kinds of `few`, candidates are found first, and the rule judges these alone.
 */
export function narrowed(
  sight: Seer['sight'],
  { text, strings, values, as_texts, reads_all }: Statement,
  few: Few | null = null,
): Statement {
  const named = shadowsIn(text);
  const [head = '', ...rest] = strings;
  const own = /^\s*WITH\s+/i.exec(head);
  if (named.length === 0) return Object.assign(new Sql([...strings], values), { as_texts });
  if (/^\s*WITH\s+RECURSIVE\b/i.test(head)) throw new Error('a narrowed statement begins with RECURSIVE');
  const among = named.filter(({ of }) => of && few && of.kinds.every((kind) => few.kinds.has(kind)));
  const shadows = named.map(({ table, is, of }) => {
    const isFew = of !== undefined && among.some((one) => one.table === table);
    const rows = (where: Sql) => sql`SELECT * FROM ${raw(table)} WHERE ${where}`;
    const holds = is(sight, isFew || !reads_all);
    if (!isFew) return sql`${raw(table)} AS NOT MATERIALIZED (${rows(holds)})`;
    const { kinds, column, others } = of;
    const isFound = sql`${raw(`${table}.${column}`)} = ANY(${allOf(kinds)})`;
    const apart = others ? sql` AND NOT ${others} UNION ALL ${rows(sql`${others} AND ${holds}`)}` : raw('');
    // What is few is read once, and not wherever it is named.
    return sql`${raw(table)} AS (${rows(sql`${isFound} AND ${holds}`)}${apart})`;
  });
  const found = few ? foundOf(new Set(among.flatMap(({ of }) => of!.kinds)), few) : [];
  const statement = new Sql([own ? head.slice(own[0].length) : head, ...rest], values);
  return Object.assign(sql`WITH ${join([...found, ...shadows])}${raw(own ? ', ' : ' ')}${statement}`, {
    as_texts,
  });
}

/** The kinds whose candidates would help a statement. */
export function kindsIn(text: string): string[] {
  return [...new Set(shadowsIn(text).flatMap(({ of }) => of?.kinds ?? []))];
}

function shadowsIn(text: string): Shadow[] {
  return SHADOWS.filter(({ table }) => new RegExp(`\\b${table}\\b`).test(text));
}

/** The candidates of these kinds, and first those of what they are about, each found once. */
function foundOf(kinds: ReadonlySet<string>, { sight }: Few): Sql[] {
  const all = new Set([...kinds, ...[...kinds].flatMap((kind) => subjectsOf(ofName(kind)!))]);
  const isAbout = (kind: string) => ofName(kind)!.seen_by === 'records';
  return FINDABLE.filter((kind) => all.has(kind) && (kinds.has(kind) || !isAbout(kind))).map((kind) => {
    const found = candidatesOf(kind, sight, (subject) => sql`SELECT uuid FROM ${nameOfFound(subject)}`);
    return sql`${nameOfFound(kind)} AS MATERIALIZED (${found})`;
  });
}

function allOf(kinds: readonly string[]): Sql {
  return sql`ARRAY(${join(
    kinds.map((kind) => sql`SELECT uuid FROM ${nameOfFound(kind)}`),
    ' UNION ',
  )})`;
}

function nameOfFound(kind: string): Sql {
  return raw(`found_${kind}`);
}

/** `of` names the kinds of the rows, and the column that has the record of each. */
type Shadow = {
  table: string;
  is: (sight: Seer['sight'], isOneByOne: boolean) => Sql;
  of?: { kinds: readonly string[]; column: string; others?: Sql };
};

/** The condition of the index `events_apart_idx`. */
const APART = raw(`split_part(events.event, '.', 1) <> ALL ('{${[...FINDABLE].sort()}}'::text[])`);

/**
 * The tables that tell of records, each with the condition of its rows. One stands before those
 * that its condition reads: a name in WITH hides a table only behind it.
 */
const SHADOWS: readonly Shadow[] = [
  {
    table: 'events',
    is: (sight) => seenAbout({ sight }, 'events.resource_uuid', kindOfEvent('events.event')),
    // What is about no record of a kind has an index of its own.
    of: { kinds: FINDABLE, column: 'resource_uuid', others: APART },
  },
  { table: 'points', is: seenPoints },
  {
    table: 'custom_values',
    is: (sight) => isOfSome(sight, 'custom_values.record_uuid'),
    of: { kinds: FINDABLE, column: 'record_uuid' },
  },
  ...KINDS.map(({ name }) => ({
    table: `${name}_states`,
    is: (sight: Seer['sight']) => isSeen(sight, name, raw(`${name}_states.${name}_uuid`)),
    of: { kinds: [name], column: `${name}_uuid` },
  })),
  ...KINDS.filter(({ seen_by }) => seen_by === 'records').map(shadowOf),
  ...KINDS.filter(({ seen_by }) => seen_by === 'level')
    .map(shadowOf)
    .reverse(),
];

function shadowOf({ name, plural }: RecordDefinition): Shadow {
  return {
    table: plural,
    is: (sight, isOneByOne) => seenRows(sight, name, 'see', isOneByOne),
    of: { kinds: [name], column: 'uuid' },
  };
}

/**
 * The condition of points. A statement names them several times and looks at few, so the function
 * judges each: with the rule of all kinds written out each time, PostgreSQL planned a mail for
 * longer than half a second.
 */
function seenPoints(sight: Seer['sight']): Sql {
  const hidden = sight.map(({ account_uuid, user_uuid }) => {
    const isHidden = hiddenFrom(
      sql`${user_uuid}::uuid`,
      raw('points.account_uuid'),
      raw('points.record_uuid'),
      'points.resource',
    );
    return sql`(points.account_uuid = ${account_uuid}::uuid AND ${isHidden})`;
  });
  return sql`NOT (${join(hidden, ' OR ')})`;
}
