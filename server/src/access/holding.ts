import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Narrow } from './narrow.ts';

// Who holds a record, made into SQL from the definitions: `sight.ts` says where it is asked.

type Fields = Record<string, RecordField>;

export const KINDS = RECORDS as readonly RecordDefinition[];
export const ofName = (name: string) => KINDS.find((kind) => kind.name === name);

/**
 * Who looks, as SQL: the User, whether they see, or may change, all records of a kind, and what
 * holds for a person behind whose name comes `isHolder`: the User, or one of their teams.
 */
export type Eyes = {
  user: Sql;
  isAll: (kind: string) => Sql;
  isHolder: (kind: string) => Sql;
  isShared: (shared_with: Sql) => Sql;
  /** Whether records of nobody are seen, or may be changed; null: they are. */
  seesOwnerless: Sql | null;
  /**
   * What a record hangs on is looked up for each. Left alone, PostgreSQL may first read all that
   * somebody holds, for a page that would soon be full.
   */
  isOneByOne?: boolean;
};

/** Who holds a record: what holds behind the name of a person, and for its shares. */
export type Holding = { isHolder: Sql; isShared: Eyes['isShared']; isOneByOne?: boolean };

export const ANYBODY: Holding = { isHolder: raw('IS NOT NULL'), isShared: () => raw('true') };

/** The fields that say who holds a record, over all kinds with levels. */
export const HOLDING_FIELDS: readonly string[] = [
  ...new Set(
    KINDS.filter(({ seen_by }) => seen_by === 'level').flatMap(({ fields }) =>
      Object.entries(fields as Fields)
        .filter(
          ([, { to, by, type, hangs_on }]) =>
            (to === 'user' && by === 'caller') || type === 'shares' || hangs_on,
        )
        .map(([name]) => name),
    ),
  ),
];

/**
 * The rule for a User: they hold the record, or it is shared with them, or nobody has it. What is
 * about records is theirs, or about one that they see, or of nobody and about nothing.
 */
export function ruleOf(kind: RecordDefinition, row: string, eyes: Eyes): Sql {
  if (kind.seen_by === 'records') return ruleOfAbout(kind, row, eyes);
  const own = holds(kind, row, { ...eyes, isHolder: eyes.isHolder(kind.name) });
  const ofNobody = sql`NOT ${holds(kind, row, { ...ANYBODY, isOneByOne: eyes.isOneByOne })}`;
  const seen = eyes.seesOwnerless ? sql`(${eyes.seesOwnerless} AND ${ofNobody})` : ofNobody;
  return sql`(${eyes.isAll(kind.name)} OR ${own} OR ${seen})`;
}

function ruleOfAbout(kind: RecordDefinition, row: string, eyes: Eyes): Sql {
  const [subjects] = Object.values(kind.fields as Fields).filter(({ type }) => type === 'links');
  const linked = sql`FROM links WHERE links.account_uuid = ${raw(row)}.account_uuid AND links.from_uuid = ${raw(row)}.uuid`;
  const seen = (subjects?.resources ?? []).map((name) => {
    const subject = ofName(name)!;
    return sql`EXISTS (SELECT ${linked} AND links.to_resource = ${raw(`'${name}'`)} AND EXISTS (
      SELECT FROM ${raw(subject.plural)} AS subject WHERE subject.uuid = links.to_uuid AND ${ruleOf(subject, 'subject', eyes)})${fence(eyes)})`;
  });
  const isAnybodys = sql`(NOT ${isOfPerson(kind, row, ANYBODY.isHolder)} AND NOT EXISTS (SELECT ${linked}${fence(eyes)}))`;
  return sql`(${join([isOfPerson(kind, row, sql`= ${eyes.user}`), ...seen, isAnybodys], ' OR ')})`;
}

/** The condition that somebody has the record, by name or by a share, or one that it hangs on. */
export function holds(kind: RecordDefinition, row: string, who: Holding): Sql {
  const shares = Object.entries(kind.fields as Fields)
    .filter(([, { type }]) => type === 'shares')
    .map(([name]) => raw(`${row}.${name}`))
    // Most have none, which is seen without looking into it.
    .map((shared_with) => sql`(${shared_with} <> '[]' AND ${who.isShared(shared_with)})`);
  return sql`(${join([isOfPerson(kind, row, who.isHolder), ...shares, ...holdParents(kind, row, who)], ' OR ')})`;
}

/** The conditions that somebody has what the record hangs on. */
export function holdParents(kind: RecordDefinition, row: string, who: Holding): Sql[] {
  return Object.entries(kind.fields as Fields)
    .filter(([, field]) => field.hangs_on)
    .map(([name, { type, to, resources }]) => {
      const parent = ofName((to ?? resources?.[0])!)!;
      const held = `held_${parent.name}`;
      const from = sql`FROM ${raw(parent.plural)} AS ${raw(held)}`;
      return type === 'links'
        ? sql`EXISTS (SELECT ${from} JOIN links ON links.to_uuid = ${raw(held)}.uuid
            WHERE links.account_uuid = ${raw(row)}.account_uuid AND links.from_uuid = ${raw(row)}.uuid
              AND ${holds(parent, held, who)}${fence(who)})`
        : sql`EXISTS (SELECT ${from} WHERE ${raw(held)}.uuid = ${raw(`${row}.${name}`)} AND ${holds(parent, held, who)}${fence(who)})`;
    });
}

/** With OFFSET a subquery is neither made a join nor read as a whole. */
function fence({ isOneByOne }: Pick<Eyes, 'isOneByOne'>): Sql {
  return raw(isOneByOne ? ' OFFSET 0' : '');
}

/** The condition that `is` holds for a person of the record: its owner, or who is to do it. */
export function isOfPerson(kind: RecordDefinition, row: string, is: Sql): Sql {
  const each = peopleOf(kind).map((name) => sql`${raw(`${row}.${name}`)} ${is}`);
  return sql`(${join(each, ' OR ')})`;
}

/** The fields that name the people of a record. */
export function peopleOf({ fields }: RecordDefinition): string[] {
  return Object.entries(fields as Fields)
    .filter(([, { to, by }]) => to === 'user' && by === 'caller')
    .map(([name]) => name);
}

/** What a share of a record holds, as JSON, where it lets this User see it, or change it. */
export function sharesFor(
  { user_uuid, team_uuids }: Pick<Narrow, 'user_uuid' | 'team_uuids'>,
  right: 'see' | 'change',
): string[] {
  const entry = (share: object) => JSON.stringify([right === 'see' ? share : { ...share, may_change: true }]);
  return [entry({ user_uuid }), ...(team_uuids ?? []).map((team_uuid) => entry({ team_uuid }))];
}

/** The condition that a record is shared with a User, or with a team that they are in. */
export function sharedTo(user: Sql, account: Sql): Eyes['isShared'] {
  return (shared_with) => sql`EXISTS (SELECT FROM jsonb_array_elements(${shared_with}) AS share
    WHERE share ->> 'user_uuid' = ${user}::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = ${user} AND account_uuid = ${account}))`;
}
