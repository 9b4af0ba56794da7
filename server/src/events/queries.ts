import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

export type NewEvent = {
  uuid: string;
  account_uuid: string;
  resource_uuid: string;
  event: string;
  body: string;
  created_at: string;
};

export async function insertEvents(tx: Queryable, events: NewEvent[]): Promise<void> {
  const column = <K extends keyof NewEvent>(name: K) => events.map((event) => event[name]);
  await tx.query(sql`
    INSERT INTO events (uuid, account_uuid, resource_uuid, event, body, created_at)
    SELECT * FROM unnest(
      ${column('uuid')}::uuid[], ${column('account_uuid')}::uuid[], ${column('resource_uuid')}::uuid[],
      ${column('event')}::text[], ${column('body')}::text[], ${column('created_at')}::timestamptz[])`);
}

/**
 * Bodies of the events behind `after` (null: from the start) in these Accounts, oldest first.
 *
 * Order and completeness: a number taken before the commit may become visible after a later one, and a reader who has gone past
 * would miss it. So the order is by transaction, and only events older than the oldest transaction still open are given: whatever
 * commits later comes later. (`pg_snapshot_xmin`: all transactions below it have ended.)
 */
export async function listEventsAfter(
  db: Queryable,
  account_uuids: string[],
  after: { transaction_id: string; position: number } | null,
  limit: number,
): Promise<{ uuid: string; body: string }[]> {
  return db.query(sql`
    SELECT page.uuid, page.body FROM unnest(${account_uuids}::uuid[]) AS owner (account_uuid)
    CROSS JOIN LATERAL (
      SELECT uuid, body, transaction_id, position FROM events
      WHERE account_uuid = owner.account_uuid
        AND transaction_id < pg_snapshot_xmin(pg_current_snapshot())
        AND (transaction_id, position) > (${after?.transaction_id ?? '0'}::xid8, ${after?.position ?? 0}::bigint)
      ORDER BY transaction_id, position LIMIT ${limit}
    ) AS page
    ORDER BY page.transaction_id, page.position LIMIT ${limit}`);
}

/** Bodies of the events about one record, the newest first, older than the event `before`. */
export async function listEventsOf(
  db: Queryable,
  record: { account_uuid: string; uuid: string },
  before: string | null,
  limit: number,
): Promise<{ uuid: string; body: string }[]> {
  return db.query(sql`
    SELECT uuid, body FROM events
    WHERE resource_uuid = ${record.uuid} AND account_uuid = ${record.account_uuid}
      AND (${before}::uuid IS NULL OR uuid < ${before}::uuid)
    ORDER BY uuid DESC LIMIT ${limit}`);
}

/**
 * Where an event stands in the feed, of whatever Account: a reader who has lost the login to the Account of the last event they
 * read must be able to go on. It tells nothing but that the event is there, to somebody who knows its uuid.
 */
export async function findPosition(
  db: Queryable,
  event_uuid: string,
): Promise<{ transaction_id: string; position: number } | undefined> {
  const [row] = await db.query<{ transaction_id: string; position: number }>(
    sql`SELECT transaction_id::text, position FROM events WHERE uuid = ${event_uuid}`,
  );
  return row;
}
