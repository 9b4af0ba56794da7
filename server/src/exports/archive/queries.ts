import type { Account, Role } from '@rapport/contract/accounts';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { EventLine, MemberLine } from './format.ts';

/** Makes the transaction see one moment of the database, however long it reads. */
export async function readOneMoment(tx: Queryable): Promise<void> {
  await tx.query(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
}

const ACCOUNT_COLUMNS =
  'uuid, name, currency, country, time_zone, week_starts_on, requires_second_factor, mcp_enabled, version, created_at, updated_at';

export async function findAccount(db: Queryable, account_uuid: string): Promise<Account | undefined> {
  const [account] = await db.query<Account>(sql`
    SELECT ${raw(ACCOUNT_COLUMNS)} FROM accounts WHERE uuid = ${account_uuid} AND deleted_at IS NULL`);
  return account;
}

/** How many lines an archive will have, about. */
export async function countLines(db: Queryable, account_uuid: string, events: boolean): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    SELECT (SELECT count(*) FROM records WHERE account_uuid = ${account_uuid})
      + CASE WHEN ${events}::boolean THEN (SELECT count(*) FROM events WHERE account_uuid = ${account_uuid}) ELSE 0 END AS count`);
  return row!.count;
}

/** A column of a table in which records name Users. */
export type UserColumn = { table: string; column: string };

/** The members of an Account, and all other Users whom its records name, by their addresses. */
export function listMembers(
  db: Queryable,
  account_uuid: string,
  columns: UserColumn[],
): Promise<MemberLine[]> {
  const named = columns.map(
    ({ table, column }) => sql`SELECT ${raw(column)} FROM ${raw(table)} WHERE account_uuid = ${account_uuid}`,
  );
  return db.query<MemberLine>(sql`
    SELECT users.uuid, users.email, users.name, logins.role FROM users
    LEFT JOIN logins ON logins.user_uuid = users.uuid AND logins.account_uuid = ${account_uuid}
    WHERE logins.uuid IS NOT NULL OR users.uuid IN (${join(named, ' UNION ')})
    ORDER BY lower(users.email)`);
}

export function listCustomFields(db: Queryable, account_uuid: string): Promise<object[]> {
  return db.query(sql`
    SELECT uuid, account_uuid, resource, key, label, help, group_name, type, options, required, "unique", position,
      archived_at, version, created_at, updated_at, (
        SELECT coalesce(json_agg(json_build_object('version', version, 'label', label, 'type', type,
          'options', options, 'since', iso(since)) ORDER BY version), '[]')
        FROM custom_field_versions WHERE field_uuid = custom_fields.uuid) AS versions
    FROM custom_fields WHERE account_uuid = ${account_uuid} ORDER BY uuid`);
}

/** How the Account spells its tags, and their colours. */
export function listTags(db: Queryable, account_uuid: string): Promise<object[]> {
  return db.query(sql`
    SELECT uuid, account_uuid, name, color, version, created_at, updated_at
    FROM tags WHERE account_uuid = ${account_uuid} ORDER BY uuid`);
}

/** The views of an Account: those that are shared and those of one User, or all of them. */
export function listViews(db: Queryable, account_uuid: string, user_uuid: string | null): Promise<object[]> {
  return db.query(sql`
    SELECT uuid, account_uuid, owner_uuid, resource, name, shared, query, columns, layout, group_by, version,
      created_at, updated_at
    FROM views
    WHERE account_uuid = ${account_uuid} AND (shared OR ${user_uuid}::uuid IS NULL OR owner_uuid = ${user_uuid})
    ORDER BY uuid`);
}

/** The pairs of records of which somebody said that they are not the same. */
export function listDistinctRecords(db: Queryable, account_uuid: string): Promise<object[]> {
  return db.query(sql`
    SELECT uuid, other_uuid, created_at FROM distinct_records
    WHERE account_uuid = ${account_uuid} ORDER BY uuid, other_uuid`);
}

export function listMerges(
  db: Queryable,
  account_uuid: string,
  after: string | null,
  limit: number,
): Promise<{ from_uuid: string }[]> {
  return db.query(sql`
    SELECT from_uuid, into_uuid, resource, external_id, merged_at FROM merges
    WHERE account_uuid = ${account_uuid} ${after === null ? empty : sql`AND from_uuid > ${after}`}
    ORDER BY from_uuid LIMIT ${limit}`);
}

export function listUndos(db: Queryable, account_uuid: string): Promise<object[]> {
  return db.query(sql`
    SELECT change_uuid, undone_by, in_effect, created_at FROM undos
    WHERE account_uuid = ${account_uuid} ORDER BY change_uuid, undone_by`);
}

type FeedPlace = { epoch: number; transaction_id: string; position: number };

export type FeedEvent = FeedPlace & {
  source: string | null;
  subjects: string[];
  uncut: string | null;
  body: string;
};

/**
 * Some events of an Account in the order of the feed, with all that is kept of them. That order is
 * of the columns: the number of a transaction is a text among the results.
 */
export function listEvents(
  db: Queryable,
  account_uuid: string,
  after: FeedPlace | null,
  limit: number,
): Promise<FeedEvent[]> {
  const behind = after
    ? sql`AND (epoch, transaction_id, position) > (${after.epoch}, ${after.transaction_id}::xid8, ${after.position})`
    : empty;
  return db.query(sql`
    SELECT epoch, transaction_id::text, position, source, uncut, body, ARRAY(
      SELECT record_uuid FROM timeline WHERE event_uuid = events.uuid ORDER BY record_uuid) AS subjects
    FROM events WHERE account_uuid = ${account_uuid} AND body IS NOT NULL ${behind}
    ORDER BY events.epoch, events.transaction_id, events.position LIMIT ${limit}`);
}

type Target = {
  account_uuid: string;
  name: string;
  deleted_at: string | null;
  records: number;
  fields: number;
  /** The role of the User in it. Null: none. */
  role: Role | null;
};

/** The Account with this uuid, deleted or not, locked; with the number of its records. */
export async function lockTarget(
  tx: Queryable,
  account_uuid: string,
  user_uuid: string,
): Promise<Target | undefined> {
  const [target] = await tx.query<Target>(sql`
    SELECT uuid AS account_uuid, name, deleted_at,
      (SELECT count(*) FROM records WHERE account_uuid = accounts.uuid AND resource <> 'pipeline') AS records,
      (SELECT count(*) FROM custom_fields WHERE account_uuid = accounts.uuid) AS fields,
      (SELECT role FROM logins WHERE account_uuid = accounts.uuid AND user_uuid = ${user_uuid}) AS role
    FROM accounts WHERE uuid = ${account_uuid} FOR UPDATE`);
  return target;
}

/** Takes away what an empty Account began with. */
export async function emptyTarget(tx: Queryable, account_uuid: string): Promise<void> {
  await tx.query(sql`DELETE FROM pipelines WHERE account_uuid = ${account_uuid}`);
  await tx.query(sql`DELETE FROM records WHERE account_uuid = ${account_uuid}`);
  await tx.query(sql`DELETE FROM views WHERE account_uuid = ${account_uuid}`);
  await tx.query(sql`DELETE FROM tags WHERE account_uuid = ${account_uuid}`);
}

/** What an archive lacks that was made before it. */
const BEFORE_MCP = { mcp_enabled: true };

/** Writes the Account as the archive has it. */
export async function putAccount(tx: Queryable, account: Account): Promise<void> {
  const columns = ACCOUNT_COLUMNS.split(', ').filter((name) => name !== 'uuid');
  const assignments = columns.map((name) => raw(`${name} = excluded.${name}`));
  await tx.query(sql`
    INSERT INTO accounts (${raw(ACCOUNT_COLUMNS)})
    SELECT ${raw(ACCOUNT_COLUMNS)} FROM json_populate_record(NULL::accounts, ${JSON.stringify({ ...BEFORE_MCP, ...account })}::json)
    ON CONFLICT (uuid) DO UPDATE SET ${join(assignments)}`);
}

/** Says that the events of an Account below this uuid came with it. */
export async function markImported(tx: Queryable, account_uuid: string, below: string): Promise<void> {
  await tx.query(sql`UPDATE accounts SET imported_below = ${below} WHERE uuid = ${account_uuid}`);
}

type FoundUser = { uuid: string; email: string; is_proven: boolean };

/** The active Users with these addresses; the addresses come back in lower case. */
export function findUsers(tx: Queryable, emails: string[]): Promise<FoundUser[]> {
  return tx.query<FoundUser>(sql`
    SELECT uuid, lower(email) AS email, email_verified_at IS NOT NULL AS is_proven FROM users
    WHERE lower(email) = ANY(SELECT lower(one) FROM unnest(${emails}::text[]) AS one) AND deactivated_at IS NULL`);
}

/** Inserts the rows of a table that has one for each line. */
export async function insertRows(
  tx: Queryable,
  table: string,
  columns: string[],
  rows: object[],
): Promise<void> {
  const names = raw(columns.map((name) => `"${name}"`).join(', '));
  await tx.query(sql`
    INSERT INTO ${raw(table)} (${names})
    SELECT ${names} FROM json_populate_recordset(NULL::${raw(table)}, ${JSON.stringify(rows)}::json)`);
}

/** Inserts events in their order, behind all that the feed has. */
export async function insertEvents(
  tx: Queryable,
  account_uuid: string,
  lines: (Pick<EventLine, 'source'> & { body: EventLine['body']; text: string; uncut_text: string | null })[],
): Promise<void> {
  const rows = lines.map(({ source, body, text, uncut_text }) => ({
    uuid: body.uuid,
    resource_uuid: body.data.uuid,
    event: body.event,
    change_uuid: body.change_uuid ?? null,
    source,
    body: text,
    uncut: uncut_text,
    created_at: body.created_at,
  }));
  await tx.query(sql`
    INSERT INTO events (epoch, uuid, account_uuid, resource_uuid, event, change_uuid, source, body, uncut, created_at)
    SELECT (SELECT max(epoch) FROM feed_epochs), uuid, ${account_uuid}, resource_uuid, event, change_uuid, source, body, uncut, created_at
    FROM json_populate_recordset(NULL::events, ${JSON.stringify(rows)}::json)`);
}

/** Puts events into the histories of other records. */
export async function insertSubjects(
  tx: Queryable,
  account_uuid: string,
  subjects: { event_uuid: string; record_uuid: string }[],
): Promise<void> {
  await tx.query(sql`
    INSERT INTO timeline (account_uuid, record_uuid, event_uuid)
    SELECT ${account_uuid}, record_uuid, event_uuid
    FROM json_populate_recordset(NULL::timeline, ${JSON.stringify(subjects)}::json)`);
}

/** A column that names records of one kind. */
export type ReferringColumn = { table: string; column: string; resource: string };

/** The first reference of an Account to a record of another kind than it says; undefined: none. */
export async function findWrongReference(
  tx: Queryable,
  account_uuid: string,
  columns: ReferringColumn[],
): Promise<string | undefined> {
  const wrong: Sql[] = columns.map(
    ({ table, column, resource }) => sql`
    SELECT ${raw(table)}.uuid FROM ${raw(table)}
    JOIN records ON records.account_uuid = ${raw(table)}.account_uuid AND records.uuid = ${raw(`${table}.${column}`)}
    WHERE ${raw(table)}.account_uuid = ${account_uuid} AND records.resource <> ${resource}`,
  );
  const links = sql`
    SELECT from_uuid AS uuid FROM links
    JOIN records ON records.account_uuid = links.account_uuid AND records.uuid = links.to_uuid
    WHERE links.account_uuid = ${account_uuid} AND records.resource <> links.to_resource`;
  const [row] = await tx.query<{ uuid: string }>(sql`${join([links, ...wrong], ' UNION ALL ')} LIMIT 1`);
  return row?.uuid;
}
