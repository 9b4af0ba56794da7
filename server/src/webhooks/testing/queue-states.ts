import sql from 'sql-template-tag';
import type { TestApp } from '../../testing/test-app.ts';

/**
 * States of the queue that a test cannot bring about from outside in good time, each by the name of what it means. No test
 * knows the columns.
 */

type Queue = Pick<TestApp, 'db' | 'clock'>;

/** All that is new waits behind other deliveries, as if it had found no free slot; due now, or then. */
export async function putIntoBacklogs({ db, clock }: Queue, due_at?: Date): Promise<void> {
  await db.query(
    sql`UPDATE webhook_open_deliveries SET state = 'waiting', due_at = coalesce(${due_at ?? null}, due_at)`,
  );
  await db.query(sql`UPDATE webhook_endpoints SET backlog_due_at = ${due_at ?? clock.now()}`);
}

/** All deliveries have failed once and are due again then. */
export async function putOffRetries(queue: Queue, due_at: Date): Promise<void> {
  await putIntoBacklogs(queue, due_at);
  await queue.db.query(sql`UPDATE webhook_open_deliveries SET attempt_count = 1, schedule_step = 1`);
}

/** All but the first of the deliveries that wait are due only then, as if another node, whose clock is ahead, had recorded them. */
export async function delayAllButFirst({ db }: Queue, due_at: Date): Promise<void> {
  await db.query(sql`
    UPDATE webhook_open_deliveries SET due_at = ${due_at}
    WHERE uuid <> (SELECT uuid FROM webhook_open_deliveries ORDER BY uuid LIMIT 1)`);
}

/** All deliveries of a receiver are under way at a worker that is gone. Its leases last for so long. */
export async function leaveUnderWay(
  { db, clock }: Queue,
  subscription_uuid: string,
  lease_ms: number,
): Promise<void> {
  const lease_until = new Date(clock.now().getTime() + lease_ms);
  await db.query(sql`
    WITH left_behind AS (
      UPDATE webhook_open_deliveries SET state = 'sending', fence = 1, due_at = ${lease_until}
      WHERE subscription_uuid = ${subscription_uuid} RETURNING 1)
    UPDATE webhook_endpoints SET in_flight = (SELECT count(*) FROM left_behind) WHERE subscription_uuid = ${subscription_uuid}`);
}

/** All slots of a receiver are taken, or of all receivers. */
export async function takeAllSlots({ db }: Queue, subscription_uuid: string | null = null): Promise<void> {
  await db.query(sql`
    UPDATE webhook_endpoints SET in_flight = slots
    WHERE subscription_uuid = coalesce(${subscription_uuid}, subscription_uuid)`);
}

/** A receiver has failed since then, and its next probe is due then; null: it works. */
export async function setFailing(
  { db }: Queue,
  subscription_uuid: string,
  failing: { since: Date; paused_until: Date } | null,
): Promise<void> {
  await db.query(sql`
    UPDATE webhook_endpoints SET slots = CASE WHEN ${failing === null} THEN slots ELSE 1 END,
      failing_since = ${failing?.since ?? null}, paused_until = ${failing?.paused_until ?? null}
    WHERE subscription_uuid = ${subscription_uuid}`);
}

/** Nothing waits any more, nor was it sent. */
export async function emptyQueue({ db }: Queue): Promise<void> {
  await db.query(sql`DELETE FROM webhook_open_deliveries`);
}

/** A delivery is gone from the queue and from the log. */
export async function loseDelivery({ db }: Queue, uuid: string): Promise<void> {
  await db.query(sql`DELETE FROM webhook_open_deliveries WHERE uuid = ${uuid}`);
}

/** A delivery of the event that was recorded last, for one receiver alone. */
export async function planOnlyFor({ db, clock }: Queue, subscription_uuid: string): Promise<void> {
  await db.query(sql`
    INSERT INTO webhook_open_deliveries (uuid, subscription_uuid, account_uuid, event_uuid, event, state, attempt_count,
      schedule_step, due_at, fence, created_at)
    SELECT uuid, ${subscription_uuid}, account_uuid, event_uuid, event, 'new', 0, 0, ${clock.now()}, 0, ${clock.now()}
    FROM webhook_open_deliveries ORDER BY uuid DESC LIMIT 1`);
}

/** Workers of these uuids tell that they run. They do nothing. */
export async function announceWorkers({ db, clock }: Queue, uuids: string[]): Promise<void> {
  await db.query(sql`
    INSERT INTO webhook_workers (uuid, seen_at) SELECT uuid, ${clock.now()} FROM unnest(${uuids}::uuid[]) AS uuid
    ON CONFLICT (uuid) DO UPDATE SET seen_at = excluded.seen_at`);
}

/** The first delivery of a receiver has had as many attempts as fit into its column: the outcome of one more is refused. Returns its uuid. */
export async function spoilFirst({ db }: Queue, subscription_uuid: string): Promise<string> {
  const [delivery] = await db.query<{ uuid: string }>(sql`
    UPDATE webhook_open_deliveries SET attempt_count = 32767
    WHERE uuid = (SELECT uuid FROM webhook_open_deliveries WHERE subscription_uuid = ${subscription_uuid} ORDER BY uuid LIMIT 1)
    RETURNING uuid`);
  return delivery!.uuid;
}

/** The URL of a subscription is another, which no check has seen. */
export async function moveUnchecked({ db }: Queue, subscription_uuid: string, url: string): Promise<void> {
  await db.query(sql`UPDATE webhook_subscriptions SET url = ${url} WHERE uuid = ${subscription_uuid}`);
}

/** A delivery that has ended has had so many attempts. */
export async function setAttemptCount({ db }: Queue, uuid: string, attempt_count: number): Promise<void> {
  await db.query(
    sql`UPDATE webhook_finished_deliveries SET attempt_count = ${attempt_count} WHERE uuid = ${uuid}`,
  );
}

/** All that waits for a receiver has failed for good, at its first attempt. */
export async function endAsFailed({ db, clock }: Queue, subscription_uuid: string): Promise<void> {
  await db.query(sql`
    WITH ended AS (DELETE FROM webhook_open_deliveries WHERE subscription_uuid = ${subscription_uuid} RETURNING *)
    INSERT INTO webhook_finished_deliveries (uuid, subscription_uuid, account_uuid, event_uuid, event, state, attempt_count, fence,
      created_at, finished_at)
    SELECT uuid, subscription_uuid, account_uuid, event_uuid, event, 'failed', 1, 1, created_at, ${clock.now()} FROM ended`);
}
