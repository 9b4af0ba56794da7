import { setTimeout as delay } from 'node:timers/promises';
import type { Queryable } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { leaseDeliveries, type Round, readTasks, type Task } from './claim-queries.ts';
import type { ClaimRequest } from './claim-statement.ts';
import { type KnownEndpoint, toEndpoint } from './endpoints.ts';

/** Longer than an attempt takes with a settling that is not held up. Others look for leases that have run out every second, so a dead worker is covered within 30 s. */
const LEASE_MS = 28_000;

/** A delivery that this worker has a lease on: the first of the three stages, claimed, sent, settled. */
export type ClaimedDelivery = {
  uuid: string;
  subscription_uuid: string;
  account_uuid: string;
  event_uuid: string;
  event: string;
  created_at: Date;
  fence: number;
  tid: string;
  lease_until: Date;
  /** The number of the attempt to make; 1 is the first. */
  number: number;
  /** The same since it was planned or sent again by hand: its place in the schedule. */
  schedule_step: number;
  endpoint: KnownEndpoint;
  /**
   * Whether the receiver was failing when this was claimed, so that it is the one probe, after which the next pause is longer. What its User
   * sent again by hand is none: it leaves the pauses as they are.
   */
  probe: boolean;
  traceparent: string | null;
  /** What to send, or why it must not be sent any more. */
  task:
    | { url: string; body: Buffer; signing_secret_encrypted: Buffer }
    | { not_sent_reason: string; not_sent_detail: string | null };
};

export type Claim = { deliveries: ClaimedDelivery[]; round: Round };

/** The pause before it is asked again what is to be sent, when the database did not say. */
const RETRY_PAUSE_MS = 250;

/** Leases up to `limit` deliveries that are due; `failed` hears why it cannot be read for now what is to be sent. */
export async function claim(
  db: Queryable,
  clock: Clock,
  want: Omit<ClaimRequest, 'now' | 'lease_until'>,
  failed: (error: Error) => void = () => {},
): Promise<Claim> {
  const now = clock.now();
  const lease_until = new Date(now.getTime() + LEASE_MS);
  const { leases, round } = await leaseDeliveries(db, { now, lease_until, ...want });
  const tasks = leases.length > 0 ? await readTasksInTime() : [];
  const taskOf = new Map(tasks.map((task) => [task.delivery_uuid, task]));
  // Oldest first, as they are sent: the database gives them in any order.
  leases.sort((a, b) => (a.event_uuid < b.event_uuid ? -1 : 1));
  const deliveries = leases.map((lease): ClaimedDelivery => {
    const { uuid, subscription_uuid, account_uuid, event_uuid, event, fence, tid } = lease;
    return {
      uuid,
      subscription_uuid,
      account_uuid,
      event_uuid,
      event,
      created_at: new Date(lease.created_at),
      fence,
      tid,
      lease_until,
      number: lease.attempt_count + 1,
      schedule_step: lease.schedule_step + 1,
      endpoint: toEndpoint({ ...lease, url: taskOf.get(uuid)?.url ?? null }),
      probe: lease.paused_until !== null && lease.probe_uuid !== uuid,
      ...toTask(taskOf.get(uuid)),
    };
  });
  return { deliveries, round };

  /** What is leased already would wait for the end of its lease. */
  async function readTasksInTime(): Promise<Task[]> {
    for (;;) {
      try {
        return await readTasks(db, leases);
      } catch (error) {
        if (clock.now() >= lease_until) throw error;
        failed(error as Error);
        await delay(RETRY_PAUSE_MS);
      }
    }
  }
}

function toTask(row: Task | undefined): Pick<ClaimedDelivery, 'task' | 'traceparent'> {
  const { body = null, traceparent = null, not_sent_reason = null, not_sent_detail = null } = row ?? {};
  if (!row || not_sent_reason !== null || body === null) {
    return { task: { not_sent_reason: not_sent_reason ?? 'access_lost', not_sent_detail }, traceparent };
  }
  const { url, signing_secret_encrypted } = row;
  return { task: { url, body, signing_secret_encrypted }, traceparent };
}
