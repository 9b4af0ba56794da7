import type { RecordDefinition } from '@rapport/contract/records/define-record';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type Eyes, KINDS, ofName, ruleOf, sharesFor } from './holding.ts';
import type { Narrow, Seer } from './narrow.ts';

// The rule of `holding.ts` for the callers of a request, whose people and levels are known.

/** What is asked of a record: whether it is seen, or may be changed. */
export type Right = 'see' | 'change';

/** The condition that the rows of the table of a kind are seen, or may be changed. */
export function seenRows(sight: Seer['sight'], name: string, right: Right = 'see', isOneByOne = true): Sql {
  const kind = ofName(name);
  const narrowing = sight.filter(isNarrow(right));
  if (!kind?.seen_by || narrowing.length === 0) return raw('true');
  const table = kind.plural;
  const ways = narrowing.map(({ account_uuid, user_uuid, levels, mates, team_uuids, ownerless }) => {
    const level = (kind: string) => levels[kind]?.[right] ?? 'all';
    const shares = sharesFor({ user_uuid, team_uuids }, right);
    const eyes: Eyes = {
      user: sql`${user_uuid}::uuid`,
      isAll: (kind: string) => raw(String(level(kind) === 'all')),
      isHolder: (kind: string) =>
        sql`= ANY(${level(kind) === 'team' ? [user_uuid, ...(mates ?? [])] : [user_uuid]}::uuid[])`,
      isShared: (shared_with: Sql) => sql`${shared_with} @> ANY(${shares}::jsonb[])`,
      seesOwnerless: ownerless === 'admins' ? raw('false') : null,
      isOneByOne,
    };
    return sql`(${raw(table)}.account_uuid = ${account_uuid}::uuid AND ${ruleOf(kind, table, eyes)})`;
  });
  const accounts = narrowing.map(({ account_uuid }) => account_uuid);
  return sql`(${raw(table)}.account_uuid <> ALL(${accounts}::uuid[]) OR ${join(ways, ' OR ')})`;
}

/** The condition that a row is about a record that is seen, or about what is no record. */
export function seenAbout({ sight }: Seer, uuid: string, resource: string, right: Right = 'see'): Sql {
  // Each is looked up alone: left alone, PostgreSQL first read all that is seen of a kind.
  const seen = (of: Sql) => (kind: RecordDefinition) => isSeen(sight, kind.name, of, right, raw(' OFFSET 0'));
  const hanging = (['file', 'mail'] as const).map(
    (what) => sql`WHEN '${raw(what)}' THEN ${hangsOnSeen(what, raw(uuid), seen(KEPT_RECORD))}`,
  );
  const users = sql`ANY(${sight.map(({ user_uuid }) => user_uuid)}::uuid[])`;
  const ofReach = sql`WHEN '${raw(REACH)}' THEN ${isLoginOf(raw(uuid), users)}`;
  return casesOf(resource, seen(raw(uuid)), [...hanging, ofReach]);
}

/** What an event about a reach is about: a Login, of which only its User is told so. */
export const REACH = 'reach';

/** SQL for the kind of what an event is about, from its name. */
export function kindOfEvent(event: string): string {
  return `CASE ${event} WHEN 'login.reach_changed' THEN '${REACH}' ELSE split_part(${event}, '.', 1) END`;
}

export function isLoginOf(login: Sql, user: Sql): Sql {
  return sql`EXISTS (SELECT FROM logins WHERE logins.uuid = ${login} AND logins.user_uuid = ${user})`;
}

/** Whether some kind is narrowed; else the User sees, or may change, all there is. */
export function isNarrow(right: Right): (narrow: Pick<Narrow, 'levels'>) => boolean {
  return ({ levels }) => Object.values(levels).some((level) => level[right] !== 'all');
}

/**
 * SQL that is true for what is no record, and else what `is` says of the kind in `resource`, or
 * `further` of what hangs on records.
 */
function casesOf(resource: string, is: (kind: RecordDefinition) => Sql, further: Sql[] = []): Sql {
  const cases = KINDS.filter(({ seen_by }) => seen_by).map(
    (kind) => sql`WHEN ${raw(`'${kind.name}'`)} THEN ${is(kind)}`,
  );
  return sql`(CASE ${raw(resource)} ${join([...cases, ...further], ' ')} ELSE true END)`;
}

/** The record on which something hangs, by the uuid that it has now. */
export const KEPT_RECORD = raw('coalesce(leads_to(kept.account_uuid, kept.record_uuid), kept.record_uuid)');

/** What hangs on records (`file_records`, `mail_traces`) is seen when one of them is. */
export function hangsOnSeen(what: 'file' | 'mail', uuid: Sql, is: (kind: RecordDefinition) => Sql): Sql {
  const kept = {
    file: sql`SELECT FROM file_records AS kept WHERE kept.file_uuid`,
    mail: sql`SELECT FROM mail_traces AS kept WHERE kept.uuid`,
  };
  return sql`EXISTS (${kept[what]} = ${uuid} AND ${casesOf('kept.resource', is)})`;
}

/** `end` ends the look for the record. */
export function isSeen(
  sight: Seer['sight'],
  name: string,
  uuid: Sql,
  right: Right = 'see',
  end = raw(''),
): Sql {
  const { plural } = ofName(name)!;
  return sql`EXISTS (SELECT FROM ${raw(plural)} WHERE ${raw(plural)}.uuid = ${uuid} AND ${seenRows(sight, name, right)}${end})`;
}

/** The condition that a row is of a record of any kind that is seen. */
export function isOfSome(sight: Seer['sight'], uuid: string): Sql {
  const each = KINDS.map(({ name }) => isSeen(sight, name, raw(uuid)));
  return sql`(${join(each, ' OR ')})`;
}

/**
 * The condition that a User does not see the record that a row is about, for what has no request:
 * each argument is SQL. A User without a Login to the Account is another matter.
 */
export function hiddenFrom(user: Sql, account: Sql, uuid: Sql, resource: string): Sql {
  return sql`hidden_from(${user}, ${account}, ${uuid}, ${raw(resource)})`;
}
