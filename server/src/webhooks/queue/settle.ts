import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Queryable } from '../../platform/database/database.ts';
import { FailureLog } from '../../platform/process/failure-log.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { AttemptResult } from '../attempts/send.ts';
import { afterAttempt, type EndpointState } from './breaker.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { KnownEndpoint } from './endpoints.ts';
import { type NextState, nextState } from './policy.ts';
import { readLeases, settleDeliveries } from './settle-queries.ts';
import type { EndpointChange, Settlement } from './settle-statement.ts';

/** A delivery and what became of it, to be settled. */
export type SentDelivery = { delivery: ClaimedDelivery; result: AttemptResult };

type SettlerOptions = {
  db: Queryable;
  clock: Clock;
  schedule_ms: number[];
  log: FastifyBaseLogger;
  deliveryMetrics: { notSettled(deliveries: number): void };
  /** Told when slots are free again, with the time at which the backlogs of their receivers may be claimed; null when there are none. */
  onSettled: (next_claim_at: Date | null) => void;
};

/** The pause before an outcome is written once more, when the database did not take it. */
const RETRY_PAUSE_MS = 250;

/** The third stage. Settles in batches: what comes in while one batch is being written makes up the next. */
export class Settler {
  readonly #options: SettlerOptions;
  readonly #settling: FailureLog;
  #waiting: Entry[] = [];
  #writing = false;

  constructor(options: SettlerOptions) {
    this.#options = options;
    this.#settling = new FailureLog(options.log, 'settle deliveries');
  }

  /** Resolves when the outcome is durable, or when the lease has run out, so that another worker makes the delivery again. */
  settle(sent: SentDelivery): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push({ sent, done });
      if (!this.#writing) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      const left = await this.#write(batch);
      this.#waiting.unshift(...left);
    }
    this.#writing = false;
  }

  /** Returns what could not be settled yet: a receiver changed meanwhile, or the database does not answer. */
  async #write(batch: Entry[]): Promise<Entry[]> {
    const { db, clock, deliveryMetrics, onSettled } = this.#options;
    let open = batch;
    try {
      const endpoints = newestEndpoints(batch);
      const settlements = batch.map(({ sent }) => toSettlement(sent, endpoints, this.#options));
      const changes = endpointChanges(batch, endpoints, this.#options);
      const { uuids, next_claim_at } = await settleDeliveries(db, settlements, changes, clock.now());
      this.#settling.worked();
      onSettled(next_claim_at);
      const [settled, left] = partition(batch, ({ sent }) => uuids.has(sent.delivery.uuid));
      for (const { done } of settled) done();
      open = left;
      return open.length > 0 ? await this.#refresh(open) : [];
    } catch (err) {
      if (isRefusal(err as Error)) return this.#writeApart(open, err as Error);
      this.#settling.failed(err as Error, { deliveries: open.length });
      deliveryMetrics.notSettled(open.length);
      await delay(RETRY_PAUSE_MS);
      const [leased, lost] = partition(open, ({ sent }) => sent.delivery.lease_until > clock.now());
      for (const { done } of lost) done();
      return leased;
    }
  }

  /**
   * What the database refuses for its data it refuses again each time. It is looked for by halves, so that it holds up no other: alone, it is
   * left to its lease.
   */
  async #writeApart(batch: Entry[], err: Error): Promise<Entry[]> {
    const [{ sent, done }] = batch as [Entry];
    if (batch.length === 1) {
      const { uuid, subscription_uuid } = sent.delivery;
      const line = { err, delivery_uuid: uuid, subscription_uuid };
      this.#options.log.error(
        line,
        'the database refuses the outcome of a delivery; it is made again when its lease has run out',
      );
      this.#options.deliveryMetrics.notSettled(1);
      done();
      return [];
    }
    const half = Math.ceil(batch.length / 2);
    const left = await this.#write(batch.slice(0, half));
    return [...left, ...(await this.#write(batch.slice(half)))];
  }

  /** Finds out what changed meanwhile. Deliveries that another worker took over, or that are gone, are no longer ours to settle. */
  async #refresh(entries: Entry[]): Promise<Entry[]> {
    const leases = entries.map(({ sent }) => {
      const { uuid, subscription_uuid, fence } = sent.delivery;
      return { uuid, subscription_uuid, fence };
    });
    const held = await readLeases(this.#options.db, leases);
    const [ours, lost] = partition(entries, ({ sent }) => held.has(sent.delivery.uuid));
    for (const { done } of lost) done();
    return ours.map(({ sent, done }) => {
      const delivery = { ...sent.delivery, ...held.get(sent.delivery.uuid) };
      return { sent: { ...sent, delivery }, done };
    });
  }
}

type Entry = { sent: SentDelivery; done: () => void };

/** SQLSTATE classes 22 (a value that does not fit) and 23 (a constraint): the fault of one outcome, not of the database. */
function isRefusal({ code = '' }: Error & { code?: string }): boolean {
  return /^2[23]/.test(code);
}

type Endpoints = Map<string, KnownEndpoint>;

/** Of each receiver what is known newest, by its `subscription_uuid`: some of a batch were claimed before it changed. */
function newestEndpoints(batch: Entry[]): Endpoints {
  const newest: Endpoints = new Map();
  for (const { sent } of batch) {
    const { subscription_uuid, endpoint } = sent.delivery;
    const before = newest.get(subscription_uuid);
    if (before === undefined || endpoint.revision > before.revision) newest.set(subscription_uuid, endpoint);
  }
  return newest;
}

function toSettlement(
  { delivery, result }: SentDelivery,
  endpoints: Endpoints,
  { clock, schedule_ms }: SettlerOptions,
): Settlement {
  const { number, schedule_step, created_at } = delivery;
  const now = clock.now();
  const sent = { not_sent_reason: null, not_sent_detail: null };
  if ('not_sent_reason' in result)
    return { ...delivery, ...NO_ATTEMPT, ...result, attempt_count: number - 1, state: 'not_sent', at: now };
  if ('shortage' in result) {
    // A first attempt goes back to its place in the line.
    const at = schedule_step === 1 ? created_at : now;
    return { ...delivery, ...NO_ATTEMPT, ...sent, attempt_count: number - 1, state: 'waiting', at };
  }
  // What came of a URL that the subscription no longer has neither ends a delivery nor puts it off: it goes to the new one.
  const next: NextState =
    result.error_kind !== null && wasSentElsewhere(delivery, endpoints.get(delivery.subscription_uuid)!)
      ? { state: 'waiting', due_at: now }
      : nextState(result, schedule_step, schedule_ms, now, Math.random());
  return {
    ...delivery,
    ...result,
    signature: result.request_headers['x-signature'] ?? null,
    standard_signature: result.request_headers['webhook-signature'] ?? null,
    attempt_count: number,
    state: next.state,
    not_sent_reason: next.state === 'not_sent' ? result.error_kind : null,
    not_sent_detail: next.state === 'not_sent' ? result.error_detail : null,
    at: next.state === 'waiting' ? next.due_at : now,
  };
}

const NO_ATTEMPT = {
  number: null,
  started_at: null,
  duration_ms: null,
  dns_ms: null,
  connect_ms: null,
  first_byte_ms: null,
  response_status: null,
  error_kind: null,
  error_detail: null,
  signature: null,
  standard_signature: null,
  response_excerpt: null,
};

/**
 * What the attempts of a batch, one after the other, make of each receiver. What came of one at a URL that the subscription no longer has
 * tells nothing of the receiver at the new one; and of one that was disabled meanwhile nothing more is to be known: a pause would put off the
 * end of what waits for it.
 */
function endpointChanges(
  batch: Entry[],
  endpoints: Endpoints,
  { clock, schedule_ms }: SettlerOptions,
): EndpointChange[] {
  const now = clock.now();
  return [...Map.groupBy(batch, ({ sent }) => sent.delivery.subscription_uuid)].map(
    ([subscription_uuid, entries]) => {
      const before = endpoints.get(subscription_uuid)!;
      let after: EndpointState = before;
      let called_at: Date | null = null;
      for (const { delivery, result } of entries.map(({ sent }) => sent)) {
        if ('not_sent_reason' in result || 'shortage' in result) continue;
        if (called_at === null || called_at < result.started_at) called_at = result.started_at;
        if (before.disabled || after.disabled_reason !== null || wasSentElsewhere(delivery, before)) continue;
        after = afterAttempt(after, result, delivery.probe, schedule_ms, now, Math.random());
      }
      const { revision } = before;
      return { ...after, subscription_uuid, revision, changed: differ(before, after), called_at };
    },
  );
}

/** Whether the URL of the subscription is another by now than the one that the attempt went to. */
function wasSentElsewhere({ task }: ClaimedDelivery, { url }: KnownEndpoint): boolean {
  return 'url' in task && task.url !== url;
}

function differ(a: EndpointState, b: EndpointState): boolean {
  return (
    a.slots !== b.slots ||
    a.consecutive_failures !== b.consecutive_failures ||
    a.probe_count !== b.probe_count ||
    a.failing_since?.getTime() !== b.failing_since?.getTime() ||
    a.paused_until?.getTime() !== b.paused_until?.getTime() ||
    a.disabled_reason !== b.disabled_reason
  );
}

function partition<T>(list: T[], isFirst: (item: T) => boolean): [T[], T[]] {
  const { true: first = [], false: second = [] } = Object.groupBy(list, (item) => `${isFirst(item)}`);
  return [first, second];
}
