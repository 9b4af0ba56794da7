import type { RecordDefinition } from '@rapport/contract/records/define-record';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { readsAll, type Statement } from '../platform/database/statements.ts';
import type { Caller } from './caller.ts';
import { fewOf, type Part } from './candidates.ts';
import { ANYBODY, type Eyes, holds, isOfPerson, KINDS, ofName, ruleOf, sharedTo } from './holding.ts';
import type { Narrow, Seer } from './narrow.ts';
import type { Reach } from './reach.ts';
import {
  hangsOnSeen,
  hiddenFrom,
  isLoginOf,
  isNarrow,
  KEPT_RECORD,
  REACH,
  seenAbout,
  seenRows,
} from './seen-rows.ts';
import { kindsIn, narrowed } from './shadows.ts';

/**
 * The database as the caller sees it: each statement reads records, and what tells of them, only
 * where the caller sees them, whatever it counts, sorts or limits. For reading. For a caller whom
 * no Account narrows it is `db` itself.
 */
export function seenBy<Db extends Queryable>(db: Db, reach: Seer): Db {
  return seenThrough(db, reach.sight.filter(isNarrow('see')), plainly);
}

/**
 * As `seenBy`, for statements that look among all records of a kind: lists, totals, searches,
 * reports. Where all Accounts in reach are narrow and the caller may see few records there, these
 * are found by whom they are of, and then judged. It asks once in a while how many they are. `part`
 * says what the statements read that do not say so themselves.
 */
export function seenInLists<Db extends Queryable>(
  db: Db,
  reach: Pick<Reach, 'accounts' | 'sight'>,
  part: Part = 'page',
): Db {
  const sight = reach.sight.filter(isNarrow('see'));
  const here = sight.filter((narrow) => reach.accounts.some(({ uuid }) => uuid === narrow.account_uuid));
  if (here.length === 0 || here.length < reach.accounts.length) return seenThrough(db, sight, plainly);
  return seenThrough(db, sight, async (behind, _, statement) => {
    const asked = part === 'whole' ? readsAll(statement) : statement;
    const kinds = await fewOf(behind, here, kindsIn(asked.text), asked.reads_all ? 'whole' : 'page');
    return behind.query(narrowed(sight, asked, { kinds, sight: here }));
  });
}

/** Asks a database for what is seen of a statement. */
type Narrowing = <Row extends object>(
  behind: Queryable,
  sight: Seer['sight'],
  statement: Statement,
) => Promise<Row[]>;

const plainly: Narrowing = (behind, sight, statement) => behind.query(narrowed(sight, statement));

function seenThrough<Db extends Queryable>(db: Db, sight: Seer['sight'], narrowing: Narrowing): Db {
  if (sight.length === 0) return db;
  if ('send' in db) return seenIn(db as unknown as Transaction, sight, narrowing) as unknown as Db;
  const seen: Db = {
    ...db,
    query: (statement) => narrowing(db, sight, statement),
    transaction: (work) => db.transaction((tx) => work(seenIn(tx, sight, narrowing))),
  };
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
function seenIn(tx: Transaction, sight: Seer['sight'], narrowing: Narrowing): Transaction {
  const seen: Transaction = {
    query: (statement) => narrowing(tx, sight, statement),
    transaction: (work) => tx.transaction((inner) => work(seenIn(inner, sight, narrowing))),
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
