import type { Actor } from '@rapport/contract/actors';
import type { ChangeSource } from '@rapport/contract/changes';
import { FEED } from '@rapport/contract/lists';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { NEAR } from '../access/candidates.ts';
import { eachAccount, ofRead, type Reach, within } from '../access/reach.ts';
import { isNarrowed, seenInLists, unseen } from '../access/sight.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { rowsSql } from '../platform/database/rows-sql.ts';
import { frequent, quick } from '../platform/database/statements.ts';
import { firstUuidAt } from '../platform/ids.ts';
import type { Condition } from '../platform/lists/condition.ts';
import { matching } from '../platform/lists/filter-sql.ts';

export type NewEvent = {
  uuid: string;
  account_uuid: string;
  resource_uuid: string;
  event: string;
  change_uuid: string | null;
  source: ChangeSource;
  body: string;
  uncut: string | null;
  traceparent: string | null;
  created_at: string;
};

export function insertEvents(tx: Transaction, events: NewEvent[]): void {
  const rows = rowsSql('event', events, {
    uuid: 'uuid',
    account_uuid: 'uuid',
    resource_uuid: 'uuid',
    event: 'text',
    change_uuid: 'uuid',
    source: 'text',
    body: 'one_line',
    uncut: 'one_line',
    traceparent: 'text',
    created_at: 'timestamptz',
  });
  tx.send(
    frequent(sql`
    INSERT INTO events (epoch, uuid, account_uuid, resource_uuid, event, change_uuid, source, body, uncut, traceparent, created_at)
    SELECT (SELECT max(epoch) FROM feed_epochs), event.* FROM ${rows}`),
  );
}

/** `proposed_by`: of a change that is an accepted part of a proposal. */
export type Begun = { actor: Actor; proposed_by: Actor | null; is_undone: boolean };

/**
 * Who began a change in these Accounts, and whether it has been taken back. Undefined for one that
 * has not begun.
 */
export async function findBegun(
  db: Queryable,
  reach: Reach,
  change_uuid: string,
): Promise<Begun | undefined> {
  const [row] = await db.query<Begun>(
    quick(
      'find_begun_change',
      sql`
    SELECT body::json -> 'actor' AS actor, body::json -> 'proposal' -> 'proposed_by' AS proposed_by,
      EXISTS (SELECT FROM undos WHERE ${within(reach, 'undos')} AND change_uuid = ${change_uuid} AND in_effect) AS is_undone
    FROM events WHERE ${within(reach)} AND change_uuid = ${change_uuid} AND body IS NOT NULL LIMIT 1`,
    ),
  );
  return row;
}

/** Adds events to the histories of other records, and of those that `related` finds from them. */
export function insertSubjects(
  tx: Transaction,
  subjects: { account_uuid: string; record_uuid: string; event_uuid: string; resource_uuid: string }[],
  related: (subject: Sql) => Sql | null = () => null,
): void {
  const rows = rowsSql('one', subjects, {
    account_uuid: 'uuid',
    record_uuid: 'uuid',
    event_uuid: 'uuid',
    resource_uuid: 'uuid',
  });
  const more = related(raw('subject'));
  tx.send(
    frequent(sql`
    WITH subject AS (SELECT one.* FROM ${rows})
    INSERT INTO timeline (account_uuid, record_uuid, event_uuid)
    SELECT account_uuid, record_uuid, event_uuid FROM subject
    ${more ? sql`UNION ${more}` : empty} ON CONFLICT DO NOTHING`),
  );
}

/**
 * Begins a new epoch of the feed when the database has moved to another cluster, as after a
 * restore: transaction ids begin anew there. Call it at each start, before the first event. When
 * two processes start together, only one begins the epoch.
 */
export async function startFeedEpoch(db: Queryable, now: Date): Promise<void> {
  await db.query(sql`
    INSERT INTO feed_epochs (epoch, system_identifier, started_at)
    SELECT latest.epoch + 1, here.system_identifier, ${now}
    FROM pg_control_system() AS here, (SELECT * FROM feed_epochs ORDER BY epoch DESC LIMIT 1) AS latest
    WHERE here.system_identifier <> latest.system_identifier
    ON CONFLICT DO NOTHING`);
}

/** A place in the feed. */
export type FeedPosition = { epoch: number; transaction_id: string; position: number };

/**
 * The bodies of the events after the place `after` (null: from the start) in these Accounts that
 * meet the conditions, oldest first.
 *
 * A number taken before the commit may become visible after a later one, and a reader who has
 * passed that place would miss its event. So the feed is ordered by transaction, and ends before
 * the oldest open transaction (`pg_snapshot_xmin`: all transactions below it have ended). All
 * events that commit later come later. Earlier epochs belong to a former cluster, so all of their
 * transactions have ended.
 */
export async function listEventsAfter(
  db: Queryable,
  reach: Reach,
  after: FeedPosition | null,
  conditions: Condition[],
  limit: number,
): Promise<{ uuid: string; body: string }[]> {
  const page = (near: Sql) => sql`
    SELECT page.uuid, page.body FROM ${eachAccount(reach)}
    CROSS JOIN LATERAL (
      SELECT uuid, body, epoch, transaction_id, position FROM events
      WHERE account_uuid = owner.account_uuid AND body IS NOT NULL ${matching(FEED, { conditions, q: null })} ${ofRead(reach)}
        AND (epoch, transaction_id) < ((SELECT max(epoch) FROM feed_epochs), pg_snapshot_xmin(pg_current_snapshot()))
        AND ${isBehind(after)} ${near}
      ORDER BY epoch, transaction_id, position LIMIT ${limit}
    ) AS page
    ORDER BY page.epoch, page.transaction_id, page.position LIMIT ${limit}`;
  return nearOrFew(db, reach, { after, limit, isNewest: false }, page);
}

/**
 * The rows of `page`, which takes a further condition. Where not all is seen, the next thousand
 * events are judged in their order. That is all there is for who keeps up. Else, who sees few
 * records has the events about these found.
 */
async function nearOrFew<Row extends object>(
  db: Queryable,
  reach: Reach,
  { after, limit, isNewest }: { after: FeedPosition | null; limit: number; isNewest: boolean },
  page: (near: Sql) => Sql,
): Promise<Row[]> {
  if (!isNarrowed(db)) return db.query<Row>(page(empty));
  const way = raw(isNewest ? 'DESC' : 'ASC');
  const order = (of: string) =>
    join(['epoch', 'transaction_id', 'position'].map((name) => sql`${raw(`${of}.${name}`)} ${way}`));
  const [edge] = await unseen(db).query<FeedPosition>(sql`
    SELECT edge.epoch, edge.transaction_id::text, edge.position FROM ${eachAccount(reach)}
    CROSS JOIN LATERAL (
      SELECT epoch, transaction_id, position FROM events
      WHERE account_uuid = owner.account_uuid AND ${isBehind(after)}
      ORDER BY ${order('events')} LIMIT ${NEAR.events + 1}
    ) AS edge
    ORDER BY ${order('edge')} OFFSET ${NEAR.events} LIMIT 1`);
  const near = sql`AND (epoch, transaction_id, position) ${raw(isNewest ? '>=' : '<=')} ${placeOf(edge ?? null)}`;
  const rows = await db.query<Row>(page(edge ? near : empty));
  return !edge || rows.length >= limit
    ? rows
    : seenInLists(unseen(db), reach, 'whole').query<Row>(page(empty));
}

/**
 * The newest event after the place `after` that the feed shows of these Accounts; undefined when
 * there is none. With `open_since`, the newest one shown while that was the oldest open
 * transaction.
 */
export async function findNewest(
  db: Queryable,
  reach: Reach,
  after: FeedPosition | null,
  open_since: string | null = null,
): Promise<(FeedPosition & { uuid: string }) | undefined> {
  const page = (near: Sql) => sql`
    SELECT newest.uuid, newest.epoch, newest.transaction_id::text, newest.position FROM ${eachAccount(reach)}
    CROSS JOIN LATERAL (
      SELECT uuid, epoch, transaction_id, position FROM events
      WHERE account_uuid = owner.account_uuid
        AND (epoch, transaction_id) < ((SELECT max(epoch) FROM feed_epochs), coalesce(${open_since}::xid8, pg_snapshot_xmin(pg_current_snapshot())))
        AND ${isBehind(after)} ${near}
      ORDER BY epoch DESC, transaction_id DESC, position DESC LIMIT 1
    ) AS newest
    ORDER BY newest.epoch DESC, newest.transaction_id DESC, newest.position DESC LIMIT 1`;
  const [row] = await nearOrFew<FeedPosition & { uuid: string }>(
    db,
    reach,
    { after, limit: 1, isNewest: true },
    page,
  );
  return row;
}

function isBehind(after: FeedPosition | null): Sql {
  return sql`(epoch, transaction_id, position) > ${placeOf(after)}`;
}

function placeOf(place: FeedPosition | null): Sql {
  return sql`(${place?.epoch ?? 0}, ${place?.transaction_id ?? '0'}::xid8, ${place?.position ?? 0}::bigint)`;
}

/**
 * The body of an event in these Accounts; undefined when there is no such event, or its body is
 * erased.
 */
export async function findBody(db: Queryable, reach: Reach, uuid: string): Promise<string | undefined> {
  const [row] = await db.query<{ body: string }>(sql`
    SELECT body FROM events
    WHERE uuid = ${uuid} AND ${within(reach)} AND body IS NOT NULL ${ofRead(reach)}`);
  return row?.body;
}

/**
 * The bodies of the events about one record, newest first, older than the event `before`. With
 * `related`, also those about other records in its history, of kinds that may be read; the
 * statement then reads two ordered ranges of an index.
 */
export async function listEventsOf(
  db: Queryable,
  reach: Reach,
  { account_uuid, uuid, related }: { account_uuid: string; uuid: string; related: boolean },
  before: string | null,
  limit: number,
): Promise<{ uuid: string; body: string }[]> {
  const own = sql`
    SELECT uuid, body FROM events
    WHERE resource_uuid = ${uuid} AND account_uuid = ${account_uuid} AND body IS NOT NULL
      AND (${before}::uuid IS NULL OR uuid < ${before}::uuid)
    ORDER BY uuid DESC LIMIT ${limit}`;
  if (!related) return db.query(own);
  return db.query(sql`
    SELECT uuid, body FROM (
      (${own})
      UNION ALL
      (SELECT events.uuid, events.body FROM timeline JOIN events ON events.uuid = timeline.event_uuid
      WHERE timeline.record_uuid = ${uuid} AND timeline.account_uuid = ${account_uuid}
        AND events.account_uuid = ${account_uuid} AND events.body IS NOT NULL ${ofRead(reach)}
        AND (${before}::uuid IS NULL OR timeline.event_uuid < ${before}::uuid)
      ORDER BY timeline.event_uuid DESC LIMIT ${limit})
    ) AS history
    ORDER BY uuid DESC LIMIT ${limit}`);
}

/**
 * The place of an event in the feed, whatever its Account: a reader may have lost the Login to the
 * Account of their last event, and must be able to continue. A stranger who knows the uuid learns
 * only that the event exists. `open_since` is the oldest open transaction while the feed does not
 * show the event yet, else null.
 */
export async function findPosition(
  db: Queryable,
  event_uuid: string,
): Promise<(FeedPosition & { open_since: string | null }) | undefined> {
  const [row] = await db.query<FeedPosition & { open_since: string | null }>(sql`
    SELECT epoch, transaction_id::text, position,
      CASE WHEN (epoch, transaction_id) >= ((SELECT max(epoch) FROM feed_epochs), pg_snapshot_xmin(pg_current_snapshot()))
        THEN pg_snapshot_xmin(pg_current_snapshot())::text END AS open_since
    FROM events WHERE uuid = ${event_uuid}`);
  return row;
}

/**
 * The place of the last event made before `moment`; the start of the feed when there is none.
 * Events that came with an Account from an archive are left out: they stand behind later ones.
 */
export async function findPositionBefore(db: Queryable, moment: Date): Promise<FeedPosition> {
  const [row] = await db.query<FeedPosition>(sql`
    SELECT epoch, transaction_id::text, position FROM events WHERE uuid < ${firstUuidAt(moment)}
      AND NOT EXISTS (SELECT FROM accounts WHERE accounts.uuid = events.account_uuid AND events.uuid < imported_below)
    ORDER BY uuid DESC LIMIT 1`);
  return row ?? { epoch: 0, transaction_id: '0', position: 0 };
}
