import type { EventName } from '@rapport/contract/events';
import sql from 'sql-template-tag';
import { type Reach, within } from '../access/reach.ts';
import type { Queryable } from '../platform/database/database.ts';

/** A record as its event told it, with what happened to it. */
export type PastState = {
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
