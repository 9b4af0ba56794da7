import type { CalendarFeed } from '@rapport/contract/calendar-feeds';
import sql, { raw } from 'sql-template-tag';
import { openTo } from '../access/open-to.ts';
import type { Queryable } from '../platform/database/database.ts';
import { rowsSql } from '../platform/database/rows-sql.ts';
import type { Entry } from './rules.ts';

const COLUMNS = raw('uuid, user_uuid, last_four, expected_closes, last_read_at, created_at, updated_at');

/** A record with a day, as a calendar shows it. */
export type FeedRecord = {
  resource: 'task' | 'deal';
  uuid: string;
  account_name: string;
  version: number;
  title: string;
  /** The type of a task; `close` for a deal. */
  type: string;
  status: string;
  starts_on: string;
  starts_at: string | null;
  duration_min: number | null;
  amount: string | null;
  currency: string | null;
  /** The names of what it is about. */
  names: string[];
  created_at: string;
  updated_at: string;
};

export async function findFeed(db: Queryable, user_uuid: string): Promise<CalendarFeed | undefined> {
  const [feed] = await db.query<CalendarFeed>(
    sql`SELECT ${COLUMNS} FROM calendar_feeds WHERE user_uuid = ${user_uuid}`,
  );
  return feed;
}

/** Gives a User a feed, or theirs another address. Returns it, and whether there was one. */
export async function putFeed(
  tx: Queryable,
  feed: CalendarFeed & { token_hash: Buffer },
): Promise<CalendarFeed & { is_new: boolean }> {
  const [put] = await tx.query<CalendarFeed & { is_new: boolean }>(sql`
    INSERT INTO calendar_feeds (uuid, user_uuid, token_hash, last_four, expected_closes, created_at, updated_at)
    VALUES (${feed.uuid}, ${feed.user_uuid}, ${feed.token_hash}, ${feed.last_four}, ${feed.expected_closes},
      ${feed.created_at}, ${feed.updated_at})
    ON CONFLICT (user_uuid) DO UPDATE SET token_hash = excluded.token_hash, last_four = excluded.last_four,
      expected_closes = excluded.expected_closes, last_read_at = NULL, created_at = excluded.created_at,
      updated_at = excluded.updated_at
    RETURNING ${COLUMNS}, uuid = ${feed.uuid} AS is_new`);
  return put!;
}

export async function updateFeed(
  db: Queryable,
  user_uuid: string,
  uuid: string,
  { expected_closes, updated_at }: Pick<CalendarFeed, 'updated_at'> & { expected_closes: boolean | null },
): Promise<CalendarFeed | undefined> {
  const [feed] = await db.query<CalendarFeed>(sql`
    UPDATE calendar_feeds SET expected_closes = coalesce(${expected_closes}, expected_closes), updated_at = ${updated_at}
    WHERE user_uuid = ${user_uuid} AND uuid = ${uuid} RETURNING ${COLUMNS}`);
  return feed;
}

/** Ends the feed of a User: the one with this uuid, or whichever they have (null). */
export async function deleteFeed(
  tx: Queryable,
  user_uuid: string,
  uuid: string | null,
): Promise<CalendarFeed | undefined> {
  const [feed] = await tx.query<CalendarFeed>(sql`
    DELETE FROM calendar_feeds WHERE user_uuid = ${user_uuid} AND (${uuid}::uuid IS NULL OR uuid = ${uuid})
    RETURNING ${COLUMNS}`);
  return feed;
}

/** Ends the feed with this secret. Returns it with the address of its User for a mail. */
export async function deleteFeedBySecret(
  tx: Queryable,
  token_hash: Buffer,
): Promise<(CalendarFeed & { email: string }) | undefined> {
  const [feed] = await tx.query<CalendarFeed & { email: string }>(sql`
    WITH ended AS (DELETE FROM calendar_feeds WHERE token_hash = ${token_hash} RETURNING ${COLUMNS})
    SELECT ended.*, users.email FROM ended JOIN users ON users.uuid = ended.user_uuid`);
  return feed;
}

/**
 * The feed with this secret, unless its User is deactivated. It is locked: two readers at once must
 * not both find that something was called off.
 */
export async function lockFeedBySecret(tx: Queryable, token_hash: Buffer): Promise<CalendarFeed | undefined> {
  const [feed] = await tx.query<CalendarFeed>(sql`
    SELECT feed.uuid, feed.user_uuid, last_four, expected_closes, last_read_at, feed.created_at, feed.updated_at
    FROM calendar_feeds AS feed JOIN users ON users.uuid = feed.user_uuid AND users.deactivated_at IS NULL
    WHERE token_hash = ${token_hash} FOR UPDATE OF feed`);
  return feed;
}

/**
 * The records of a feed from a day on, the earliest first: the tasks of its User, and the closes of
 * their open deals if they want those. Only from the Accounts that the User can reach now, and from
 * those that require a second factor only if they have one. Each part is a range of an index.
 */
export function listRecords(
  db: Queryable,
  feed: Pick<CalendarFeed, 'user_uuid' | 'expected_closes'>,
  { from, limit }: { from: string; limit: number },
): Promise<FeedRecord[]> {
  const { user_uuid } = feed;
  return db.query<FeedRecord>(sql`
    WITH owner AS MATERIALIZED (
      SELECT uuid AS account_uuid, name AS account_name FROM (${openTo(user_uuid)}) AS open
    ), found AS (
      SELECT 'task' AS resource, owner.*, task.* FROM owner CROSS JOIN LATERAL (
        SELECT uuid, version, title, type, status, due_on AS starts_on, due_at AS starts_at, duration_min,
          NULL::numeric AS amount, NULL AS currency, NULL::uuid AS client_uuid, created_at, updated_at FROM tasks
        WHERE tasks.account_uuid = owner.account_uuid AND assignee_uuid = ${user_uuid} AND due_on >= ${from}
          AND due_on IS NOT NULL AND deleted_at IS NULL
        ORDER BY due_on, uuid LIMIT ${limit}) AS task
      UNION ALL
      SELECT 'deal', owner.*, deal.* FROM owner CROSS JOIN LATERAL (
        SELECT uuid, version, title, 'close', status, expected_close_on, NULL::timestamptz, NULL::integer, amount, currency,
          client_uuid, created_at, updated_at FROM deals
        WHERE deals.account_uuid = owner.account_uuid AND owner_uuid = ${user_uuid} AND expected_close_on >= ${from}
          AND expected_close_on IS NOT NULL AND status = 'open' AND deleted_at IS NULL
        ORDER BY expected_close_on, uuid LIMIT ${limit}) AS deal
      WHERE ${feed.expected_closes}
    ), shown AS MATERIALIZED (SELECT * FROM found ORDER BY starts_on, uuid LIMIT ${limit})
    SELECT shown.resource, shown.uuid, account_name, version, shown.title, type, status, starts_on::text, starts_at,
      duration_min, amount::text, currency, shown.created_at, shown.updated_at,
      coalesce((
        SELECT array_agg(about.name ORDER BY about.place, about.name) FROM (
          SELECT 1 AS place, name FROM clients WHERE uuid = shown.client_uuid AND deleted_at IS NULL
          UNION ALL
          SELECT 1, name FROM links JOIN clients ON clients.uuid = links.to_uuid AND clients.deleted_at IS NULL
          WHERE links.account_uuid = shown.account_uuid AND from_uuid = shown.uuid AND to_resource = 'client'
          UNION ALL
          SELECT 2, name FROM links JOIN contacts ON contacts.uuid = links.to_uuid AND contacts.deleted_at IS NULL
          WHERE links.account_uuid = shown.account_uuid AND from_uuid = shown.uuid AND to_resource = 'contact'
        ) AS about
      ), '{}') AS names
    FROM shown ORDER BY starts_on, shown.uuid`);
}

export function listEntries(db: Queryable, feed_uuid: string): Promise<Entry[]> {
  return db.query<Entry>(sql`
    SELECT record_uuid, version, turns, starts_on::text, starts_at, gone_at FROM calendar_entries
    WHERE feed_uuid = ${feed_uuid} ORDER BY gone_at, record_uuid`);
}

export async function writeEntries(tx: Queryable, feed_uuid: string, entries: Entry[]): Promise<void> {
  const types = {
    record_uuid: 'uuid',
    version: 'integer',
    turns: 'integer',
    starts_on: 'date',
    starts_at: 'timestamptz',
    gone_at: 'timestamptz',
  };
  await tx.query(sql`
    INSERT INTO calendar_entries (feed_uuid, record_uuid, version, turns, starts_on, starts_at, gone_at)
    SELECT ${feed_uuid}, record_uuid, version, turns, starts_on, starts_at, gone_at FROM ${rowsSql('entry', entries, types)}
    ON CONFLICT (feed_uuid, record_uuid) DO UPDATE SET version = excluded.version, turns = excluded.turns,
      starts_on = excluded.starts_on, starts_at = excluded.starts_at, gone_at = excluded.gone_at`);
}

export async function deleteEntries(tx: Queryable, feed_uuid: string, record_uuids: string[]): Promise<void> {
  await tx.query(sql`
    DELETE FROM calendar_entries WHERE feed_uuid = ${feed_uuid} AND record_uuid = ANY(${record_uuids}::uuid[])`);
}

export async function noteRead(tx: Queryable, feed_uuid: string, at: string): Promise<void> {
  await tx.query(sql`UPDATE calendar_feeds SET last_read_at = ${at} WHERE uuid = ${feed_uuid}`);
}
