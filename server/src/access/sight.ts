import type { RecordDefinition } from '@rapport/contract/records/define-record';
import sql, { empty, join, raw, Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { Statement } from '../platform/database/statements.ts';
import type { Caller } from './caller.ts';
import { ANYBODY, type Eyes, holds, isOfPerson, KINDS, ofName, ruleOf, sharedTo } from './holding.ts';
import type { Narrow, Seer } from './narrow.ts';

/** What is asked of a record: whether it is seen, or may be changed. */
type Right = 'see' | 'change';

/**
 * The database as the caller sees it: each statement reads records, and what tells of them, only
 * where the caller sees them, whatever it counts, sorts or limits. For reading. For a caller whom
 * no Account narrows it is `db` itself.
 */
export function seenBy<Db extends Queryable>(db: Db, reach: Seer): Db {
  const sight = reach.sight.filter(isNarrow('see'));
  if (sight.length === 0) return db;
  const seen: Db = {
    ...db,
    query: (statement) => db.query(narrowed(sight, statement)),
    transaction: (work) => db.transaction((tx) => work(seenIn(tx, sight))),
  };
  if ('send' in db) return seenIn(db as unknown as Transaction, sight) as unknown as Db;
  BEHIND.set(seen, db);
  return seen;
}

/** The database behind, for what a caller may not see and the service must know. */
const BEHIND = new WeakMap<Queryable, Queryable>();

/** True for a database as a narrowed caller sees it. */
export function isNarrowed(db: Queryable): boolean {
  return BEHIND.has(db);
}

/** Within a transaction, what is sent and written is left as it is. */
function seenIn(tx: Transaction, sight: Seer['sight']): Transaction {
  const seen: Transaction = {
    query: (statement) => tx.query(narrowed(sight, statement)),
    transaction: (work) => tx.transaction((inner) => work(seenIn(inner, sight))),
    send: (statement, then) => tx.send(statement, then),
    settled: () => tx.settled(),
    attempt: (work) => tx.attempt(work),
    notifyAfterCommit: (channel) => tx.notifyAfterCommit(channel),
    noteAfterCommit: (channel, notes) => tx.noteAfterCommit(channel, notes),
    afterCommit: (begin) => tx.afterCommit(begin),
  };
  BEHIND.set(seen, tx);
  return seen;
}

/** The database with all that is in it, for what the service itself must know. */
export function unseen<Db extends Queryable>(db: Db): Db {
  return (BEHIND.get(db) ?? db) as Db;
}

/**
 * The statement with its tables of records hidden behind what is seen of them. A name in WITH hides
 * the table of that name in all of the statement, so no condition inside can be forgotten. The plan
 * takes it apart again, and uses the indexes. It has no name: its text is that of a few callers.
 */
function narrowed(sight: Seer['sight'], { text, strings, values, as_texts }: Statement): Statement {
  const named = SHADOWS.filter(({ table }) => new RegExp(`\\b${table}\\b`).test(text));
  const [head = '', ...rest] = strings;
  const own = /^\s*WITH\s+/i.exec(head);
  if (named.length === 0) return Object.assign(new Sql([...strings], values), { as_texts });
  if (/^\s*WITH\s+RECURSIVE\b/i.test(head)) throw new Error('a narrowed statement begins with RECURSIVE');
  const shadows = named.map(
    ({ table, is }) =>
      sql`${raw(table)} AS NOT MATERIALIZED (SELECT * FROM ${raw(table)} WHERE ${is(sight)})`,
  );
  const statement = new Sql([own ? head.slice(own[0].length) : head, ...rest], values);
  return Object.assign(sql`WITH ${join(shadows)}${raw(own ? ', ' : ' ')}${statement}`, { as_texts });
}

type Shadow = { table: string; is: (sight: Seer['sight']) => Sql };

/**
 * The tables that tell of records, each with the condition of its rows. One stands before those
 * that its condition reads: a name in WITH hides a table only behind it.
 */
const SHADOWS: readonly Shadow[] = [
  {
    table: 'events',
    is: (sight) => seenAbout({ sight }, 'events.resource_uuid', kindOfEvent('events.event')),
  },
  { table: 'points', is: seenPoints },
  { table: 'custom_values', is: (sight) => isOfSome(sight, 'custom_values.record_uuid') },
  ...KINDS.map(({ name }) => ({
    table: `${name}_states`,
    is: (sight: Seer['sight']) => isSeen(sight, name, raw(`${name}_states.${name}_uuid`)),
  })),
  ...KINDS.filter(({ seen_by }) => seen_by === 'records').map(shadowOf),
  ...KINDS.filter(({ seen_by }) => seen_by === 'level')
    .map(shadowOf)
    .reverse(),
];

function shadowOf({ name, plural }: RecordDefinition): Shadow {
  return { table: plural, is: (sight) => seenRows(sight, name) };
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

/** The condition that the rows of the table of a kind are seen, or may be changed. */
export function seenRows(sight: Seer['sight'], name: string, right: Right = 'see'): Sql {
  const kind = ofName(name);
  const narrowing = sight.filter(isNarrow(right));
  if (!kind?.seen_by || narrowing.length === 0) return raw('true');
  const table = kind.plural;
  const ways = narrowing.map(({ account_uuid, user_uuid, levels, mates, team_uuids, ownerless }) => {
    const level = (kind: string) => levels[kind]?.[right] ?? 'all';
    const entry = (share: object) =>
      JSON.stringify([right === 'see' ? share : { ...share, may_change: true }]);
    const shares = [entry({ user_uuid }), ...(team_uuids ?? []).map((team_uuid) => entry({ team_uuid }))];
    const eyes: Eyes = {
      user: sql`${user_uuid}::uuid`,
      isAll: (kind: string) => raw(String(level(kind) === 'all')),
      isHolder: (kind: string) =>
        sql`= ANY(${level(kind) === 'team' ? [user_uuid, ...(mates ?? [])] : [user_uuid]}::uuid[])`,
      isShared: (shared_with: Sql) => sql`${shared_with} @> ANY(${shares}::jsonb[])`,
      seesOwnerless: ownerless === 'admins' ? raw('false') : null,
    };
    return sql`(${raw(table)}.account_uuid = ${account_uuid}::uuid AND ${ruleOf(kind, table, eyes)})`;
  });
  const accounts = narrowing.map(({ account_uuid }) => account_uuid);
  return sql`(${raw(table)}.account_uuid <> ALL(${accounts}::uuid[]) OR ${join(ways, ' OR ')})`;
}

/**
 * The further condition of a statement that locks the rows of a kind; nothing where all are seen.
 */
export function alsoSeen({ sight }: Seer, name: string): Sql {
  return sight.some(isNarrow('see')) ? sql`AND ${seenRows(sight, name)}` : empty;
}

/** How many records of each kind a User would see of an Account; counting stops at 10,001. */
export async function countSeen(
  db: Queryable,
  narrow: Narrow,
  names: readonly string[],
): Promise<Record<string, number>> {
  const each = names.map((name) => {
    const table = raw(ofName(name)!.plural);
    return sql`SELECT ${name}::text AS kind, count(*) FROM (
      SELECT FROM ${table} WHERE account_uuid = ${narrow.account_uuid} AND deleted_at IS NULL
        AND ${seenRows([narrow], name)} LIMIT 10001) AS counted`;
  });
  const rows = await db.query<{ kind: string; count: number }>(sql`${join(each, ' UNION ALL ')}`);
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

/** True for a caller who sees all records of the Accounts in reach. */
export function isWholeSight({ sight }: Seer): boolean {
  return !sight.some(isNarrow('see'));
}

/** True for a caller who sees the records of an Account that nobody holds. */
export function seesOwnerless({ logins }: Pick<Caller, 'logins'>, account_uuid: string): boolean {
  const narrow = logins.find((login) => login.account_uuid === account_uuid)?.narrow;
  return !narrow || narrow.ownerless !== 'admins' || !isNarrow('see')(narrow);
}

/** True for a User who may change all that they see. */
export function mayChangeAll(sight: Seer['sight']): boolean {
  return !sight.some(isNarrow('change'));
}

/** The condition that a row is about a record that is seen, or about what is no record. */
export function seenAbout({ sight }: Seer, uuid: string, resource: string, right: Right = 'see'): Sql {
  const seen = (of: Sql) => (kind: RecordDefinition) => isSeen(sight, kind.name, of, right);
  const hanging = (['file', 'mail'] as const).map(
    (what) => sql`WHEN '${raw(what)}' THEN ${hangsOnSeen(what, raw(uuid), seen(KEPT_RECORD))}`,
  );
  const users = sql`ANY(${sight.map(({ user_uuid }) => user_uuid)}::uuid[])`;
  const ofReach = sql`WHEN '${raw(REACH)}' THEN ${isLoginOf(raw(uuid), users)}`;
  return casesOf(resource, seen(raw(uuid)), [...hanging, ofReach]);
}

/** What an event about a reach is about: a Login, of which only its User is told so. */
const REACH = 'reach';

/** SQL for the kind of what an event is about, from its name. */
export function kindOfEvent(event: string): string {
  return `CASE ${event} WHEN 'login.reach_changed' THEN '${REACH}' ELSE split_part(${event}, '.', 1) END`;
}

function isLoginOf(login: Sql, user: Sql): Sql {
  return sql`EXISTS (SELECT FROM logins WHERE logins.uuid = ${login} AND logins.user_uuid = ${user})`;
}

/** Which of these records, or of what is no record, a caller sees. */
export async function seenAmong(
  db: Queryable,
  reach: Seer,
  named: readonly { resource: string; uuid: string }[],
): Promise<Set<string>> {
  const rows = await db.query<{ uuid: string }>(sql`
    SELECT uuid FROM unnest(${named.map(({ resource }) => resource)}::text[], ${named.map(({ uuid }) => uuid)}::uuid[])
      AS one (resource, uuid)
    WHERE ${seenAbout(reach, 'one.uuid', 'one.resource')}`);
  return new Set(rows.map(({ uuid }) => uuid));
}

/**
 * The condition that a User does not see the record that a row is about, for what has no request:
 * each argument is SQL. A User without a Login to the Account is another matter.
 */
export function hiddenFrom(user: Sql, account: Sql, uuid: Sql, resource: string): Sql {
  return sql`hidden_from(${user}, ${account}, ${uuid}, ${raw(resource)})`;
}

/**
 * The body of `hidden_from`, which a migration has. PostgreSQL prepares all parts of a statement,
 * also those that it never comes to: the rule of all kinds within each write took it twice as long
 * as the write. In a function only that of one kind is prepared, and none where nothing is narrow.
 */
export function bodyOfHiddenFrom(): string {
  const [user, account, uuid] = [raw('the_user'), raw('the_account'), raw('the_record')];
  const level = (kind: string) => sql`the_levels -> ${raw(`'${kind}'`)} ->> 'see'`;
  const eyes: Eyes = {
    user,
    isAll: (kind: string) => sql`coalesce(${level(kind)}, 'all') = 'all'`,
    isHolder: (kind: string) => sql`IN (SELECT ${user} UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = ${user} AND own.account_uuid = ${account} AND ${level(kind)} = 'team')`,
    isShared: sharedTo(user, account),
    seesOwnerless: raw(`the_ownerless IS DISTINCT FROM 'admins'`),
  };
  const look = (of: Sql) => (kind: RecordDefinition) => {
    const { plural } = kind;
    return sql`EXISTS (SELECT FROM ${raw(plural)} WHERE ${raw(plural)}.uuid = ${of} AND ${ruleOf(kind, plural, eyes)})`;
  };
  const kinds = KINDS.filter(({ seen_by }) => seen_by).map(
    (kind) => sql`
    WHEN '${raw(kind.name)}' THEN RETURN NOT ${look(uuid)(kind)};`,
  );
  return sql`
DECLARE
  the_levels jsonb;
  the_ownerless text;
BEGIN
  IF the_resource = '${raw(REACH)}' THEN
    RETURN NOT ${isLoginOf(uuid, user)};
  END IF;
  SELECT accounts.access -> 'levels' -> logins.role, accounts.access ->> 'ownerless' INTO the_levels, the_ownerless
  FROM logins JOIN accounts ON accounts.uuid = logins.account_uuid
  WHERE logins.user_uuid = the_user AND logins.account_uuid = the_account;
  IF NOT coalesce(jsonb_path_exists(the_levels, '$.*.see ? (@ != "all")'), false) THEN
    RETURN false;
  END IF;
  CASE the_resource${join(kinds, '')}
    WHEN 'file' THEN RETURN NOT ${hangsOnSeen('file', uuid, look(KEPT_RECORD))};
    WHEN 'mail' THEN RETURN NOT ${hangsOnSeen('mail', uuid, look(KEPT_RECORD))};
    ELSE RETURN false;
  END CASE;
END
`.text;
}

/**
 * SQL about a record for the row of `logins` and `accounts` of a statement, to say why its User
 * sees the record.
 */
export function holdingOf(name: string, uuid: string) {
  const kind = ofName(name)!;
  const row = kind.plural;
  const user = raw('logins.user_uuid');
  const levels = raw("accounts.access -> 'levels' -> logins.role");
  const where = (is: Sql) =>
    sql`EXISTS (SELECT FROM ${raw(row)} WHERE ${raw(row)}.uuid = ${uuid}::uuid AND ${is})`;
  const isOfRecords = kind.seen_by === 'records';
  const isShared = sharedTo(user, raw('logins.account_uuid'));
  return {
    isHidden: hiddenFrom(user, raw('logins.account_uuid'), sql`${uuid}::uuid`, `'${name}'`),
    // What is about records has no level of its own.
    isAll: isOfRecords
      ? sql`NOT coalesce(jsonb_path_exists(${levels}, '$.*.see ? (@ != "all")'), false)`
      : sql`coalesce(${levels} -> ${raw(`'${name}'`)} ->> 'see', 'all') = 'all'`,
    isPerson: where(isOfPerson(kind, row, sql`= ${user}`)),
    isShared: where(holds(kind, row, { isHolder: raw('IS NULL AND false'), isShared })),
    isHeld: where(holds(kind, row, { isHolder: sql`= ${user}`, isShared: () => raw('false') })),
    isNobodys: where(
      sql`NOT ${isOfRecords ? isOfPerson(kind, row, ANYBODY.isHolder) : holds(kind, row, ANYBODY)}`,
    ),
    isOfRecords: raw(String(isOfRecords)),
  };
}

/** Whether some kind is narrowed; else the User sees, or may change, all there is. */
function isNarrow(right: Right): (narrow: Pick<Narrow, 'levels'>) => boolean {
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
const KEPT_RECORD = raw('coalesce(leads_to(kept.account_uuid, kept.record_uuid), kept.record_uuid)');

/** What hangs on records (`file_records`, `mail_traces`) is seen when one of them is. */
function hangsOnSeen(what: 'file' | 'mail', uuid: Sql, is: (kind: RecordDefinition) => Sql): Sql {
  const kept = {
    file: sql`SELECT FROM file_records AS kept WHERE kept.file_uuid`,
    mail: sql`SELECT FROM mail_traces AS kept WHERE kept.uuid`,
  };
  return sql`EXISTS (${kept[what]} = ${uuid} AND ${casesOf('kept.resource', is)})`;
}

function isSeen(sight: Seer['sight'], name: string, uuid: Sql, right: Right = 'see'): Sql {
  const { plural } = ofName(name)!;
  return sql`EXISTS (SELECT FROM ${raw(plural)} WHERE ${raw(plural)}.uuid = ${uuid} AND ${seenRows(sight, name, right)})`;
}

/** The condition that a row is of a record of any kind that is seen. */
function isOfSome(sight: Seer['sight'], uuid: string): Sql {
  const each = KINDS.map(({ name }) => isSeen(sight, name, raw(uuid)));
  return sql`(${join(each, ' OR ')})`;
}
