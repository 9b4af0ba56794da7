import sql from 'sql-template-tag';
import type { TestApp } from '../../testing/test-app.ts';

/**
 * States of the queue that a test cannot bring about from outside in good time, named by what they
 * mean. No test knows the columns.
 */

type Queue = Pick<TestApp, 'db' | 'clock'>;

/** All deliveries have failed once and are due again then. */
export async function putOffRetries({ db }: Queue, due_at: Date): Promise<void> {
  await db.query(sql`
    UPDATE webhook_open_deliveries SET attempt_count = 1, schedule_step = 1, due_at = ${due_at},
      transaction_id = pg_current_xact_id()`);
}

/** A receiver has failed since then, and its next probe is due then; null: it works. */
export async function setFailing(
  { db }: Queue,
  subscription_uuid: string,
  failing: { since: Date; paused_until: Date } | null,
): Promise<void> {
  await db.query(sql`
    UPDATE webhook_endpoints SET slots = CASE WHEN ${failing === null} THEN slots ELSE 1 END,
      failing_since = ${failing?.since ?? null}, paused_until = ${failing?.paused_until ?? null},
      transaction_id = pg_current_xact_id()
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

/** An idle worker of another machine owns all receivers; it was last heard of just now. */
export async function ownAllElsewhere({ db }: Queue): Promise<void> {
  await db.query(sql`
    WITH worker AS (
      INSERT INTO workers (uuid, lease_until, machine, process_id)
      VALUES (gen_random_uuid(), now() + interval '20 s', 'another', 1) RETURNING uuid)
    UPDATE worker_shards SET worker_uuid = worker.uuid FROM worker`);
}

/** The leases of all workers have run out, as if they had stood still for so long. */
export async function endLeases({ db }: Queue): Promise<void> {
  await db.query(sql`UPDATE workers SET lease_until = now() - interval '1 s'`);
}

/**
 * The first delivery of a receiver has as many attempts as its column can count: the outcome of one
 * more is refused. Returns its uuid.
 */
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

/** An ended delivery has this many attempts. */
export async function setAttemptCount({ db }: Queue, uuid: string, attempt_count: number): Promise<void> {
  await db.query(
    sql`UPDATE webhook_finished_deliveries SET attempt_count = ${attempt_count} WHERE uuid = ${uuid}`,
  );
}

/** All that waits for a receiver has failed for good, at its first attempt. */
export async function endAsFailed({ db, clock }: Queue, subscription_uuid: string): Promise<void> {
  await db.query(sql`
    WITH ended AS (DELETE FROM webhook_open_deliveries WHERE subscription_uuid = ${subscription_uuid} RETURNING *)
    INSERT INTO webhook_finished_deliveries (uuid, subscription_uuid, account_uuid, event_uuid, event, state, attempt_count,
      created_at, finished_at)
    SELECT uuid, subscription_uuid, account_uuid, event_uuid, event, 'failed', 1, created_at, ${clock.now()} FROM ended`);
}
