import type { Actor } from '@rapport/contract/actors';
import type { EventName } from '@rapport/contract/events';
import sql from 'sql-template-tag';
import { type Reach, within } from '../access/reach.ts';
import type { Queryable } from '../platform/database/database.ts';

/** A record as its event told it, with what happened to it. */
type PastState = {
  event: EventName;
  created_at: string;
  data: Record<string, unknown>;
  merged_into_uuid?: string;
};

/**
 * What the last event of each record before an instant says, in the order asked for; null before
 * the first event, and for one that was erased. `prefix` is that of the kind's events, such as
 * `deal.`.
 *
 * Events of one record follow each other by their position: two requests of the same moment may
 * have their times the other way round.
 */
export async function listStatesBefore(
  db: Queryable,
  reach: Reach,
  wanted: { uuid: string; at: string }[],
  prefix: string,
): Promise<(PastState | null)[]> {
  if (wanted.length === 0) return [];
  const [uuids, instants] = [wanted.map(({ uuid }) => uuid), wanted.map(({ at }) => at)];
  const rows = await db.query<{ body: PastState | null }>(sql`
    SELECT last.body FROM unnest(${uuids}::uuid[], ${instants}::timestamptz[]) WITH ORDINALITY AS asked (uuid, at, place)
    LEFT JOIN LATERAL (
      SELECT coalesce(uncut, body)::json AS body FROM events
      WHERE resource_uuid = asked.uuid AND ${within(reach)} AND created_at < asked.at
        AND starts_with(event, ${prefix}) AND body IS NOT NULL
      ORDER BY epoch DESC, position DESC LIMIT 1
    ) AS last ON true
    ORDER BY place`);
  return rows.map(({ body }) => body);
}

/**
 * What the events of a record say that it was, the oldest first; none of those that were erased.
 */
export async function listStates(
  db: Queryable,
  account_uuid: string,
  resource_uuid: string,
): Promise<Record<string, unknown>[]> {
  const rows = await db.query<{ data: Record<string, unknown> }>(sql`
    SELECT coalesce(uncut, body)::json -> 'data' AS data FROM events
    WHERE resource_uuid = ${resource_uuid} AND account_uuid = ${account_uuid} AND body IS NOT NULL
    ORDER BY epoch, position`);
  return rows.map(({ data }) => data);
}

/** The actor of the last event with this name of each record, by the record's uuid. */
export async function listLastActors(
  db: Queryable,
  reach: Reach,
  resource_uuids: string[],
  event: EventName,
): Promise<Map<string, Actor>> {
  const rows = await db.query<{ resource_uuid: string; actor: Actor }>(sql`
    SELECT DISTINCT ON (resource_uuid) resource_uuid, body::json -> 'actor' AS actor FROM events
    WHERE resource_uuid = ANY (${resource_uuids}::uuid[]) AND ${within(reach)}
      AND event = ${event} AND body IS NOT NULL
    ORDER BY resource_uuid, uuid DESC`);
  return new Map(rows.map(({ resource_uuid, actor }) => [resource_uuid, actor]));
}

/**
 * Erases the bodies of the events about these records. The rows stay, so that readers can continue
 * from their places in the feed.
 */
export async function eraseEvents(db: Queryable, resource_uuids: string[]): Promise<void> {
  await db.query(sql`
    UPDATE events SET body = NULL, uncut = NULL, traceparent = NULL WHERE resource_uuid = ANY (${resource_uuids}::uuid[]) AND body IS NOT NULL`);
}
