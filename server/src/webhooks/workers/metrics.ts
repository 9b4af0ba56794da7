import { setTimeout as delay } from 'node:timers/promises';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Queryable } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { AttemptResult } from '../attempts/send.ts';
import { type DeliveryHealth, deliveryHealth } from '../queue/queue-health.ts';
import type { Delivery } from '../queue/read-queries.ts';

/** What a worker counts of its own work. */
export type DeliveryMetrics = {
  attempted(delivery: Delivery, result: AttemptResult): void;
  taken(duration_s: number, deliveries: number): void;
  tookOver(deliveries: number): void;
  notSettled(deliveries: number): void;
};

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** The numbers of one worker. */
export function workerMetrics(registry: Registry): DeliveryMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: 'rapport_webhook_attempts_total',
    help: 'Attempts by outcome: succeeded, a kind of error, or the reason why none was made.',
    labelNames: ['outcome'],
    registers,
  });
  const attemptTime = new Histogram({
    name: 'rapport_webhook_attempt_duration_seconds',
    help: 'How long an attempt took, from its beginning to the end of the answer.',
    buckets: SECONDS,
    registers,
  });
  const waitTime = new Histogram({
    name: 'rapport_webhook_first_attempt_delay_seconds',
    help: 'How long after the change the first attempt began.',
    buckets: SECONDS,
    registers,
  });
  const readTime = new Histogram({
    name: 'rapport_webhook_read_duration_seconds',
    help: 'How long reading a batch of deliveries took whose turn had come.',
    buckets: SECONDS,
    registers,
  });
  const taken = new Counter({
    name: 'rapport_webhook_taken_total',
    help: 'Deliveries that were taken to be sent.',
    registers,
  });
  const takenOver = new Counter({
    name: 'rapport_webhook_leases_taken_over_total',
    help: 'Attempts that workers had under way which were gone.',
    registers,
  });
  const unsettled = new Counter({
    name: 'rapport_webhook_settle_failures_total',
    help: 'Outcomes that the database did not take: written again, or, where it refuses their data, left to be made again.',
    registers,
  });
  return {
    attempted: (delivery, result) => {
      if ('shortage' in result) return attempts.inc({ outcome: 'own_shortage' });
      if ('not_sent_reason' in result) return attempts.inc({ outcome: result.not_sent_reason });
      attempts.inc({ outcome: result.error_kind ?? 'succeeded' });
      attemptTime.observe(result.duration_ms / 1000);
      const delay_ms = result.started_at.getTime() - delivery.created_at.getTime();
      if (delivery.attempt_count === 0) waitTime.observe(Math.max(delay_ms, 0) / 1000);
    },
    taken: (duration_s, deliveries) => {
      readTime.observe(duration_s);
      taken.inc(deliveries);
    },
    tookOver: (deliveries) => takenOver.inc(deliveries),
    notSettled: (deliveries) => unsettled.inc(deliveries),
  };
}

/**
 * Prometheus waits ten seconds at most, and learns nothing at all from an answer that comes later.
 */
const LOOK_TIMEOUT_MS = 5_000;

/**
 * Everybody who asks meanwhile gets the same numbers. The page may be open to everybody, and a look
 * counts all that is on its way.
 */
const LOOK_INTERVAL_MS = 1_000;

/**
 * The numbers of the queue, which all processes share. They are read when asked for, once a second
 * at most. While the database does not answer they are left out: the last ones would look as if all
 * were well.
 */
export function queueMetrics(registry: Registry, db: Queryable, clock: Clock): void {
  let health: Promise<DeliveryHealth | null>;
  let look_at_ms = 0;
  const registers = [registry];
  new Gauge({
    name: 'rapport_database_up',
    help: 'Whether the database answered when these numbers were asked for: 1 or 0.',
    registers,
    async collect() {
      // The first of the gauges; the others show what it has read.
      if (performance.now() >= look_at_ms) {
        look_at_ms = Number.POSITIVE_INFINITY;
        health = Promise.race([
          deliveryHealth(db, clock).catch(() => null),
          delay(LOOK_TIMEOUT_MS, null, { ref: false }),
        ]).finally(() => {
          look_at_ms = performance.now() + LOOK_INTERVAL_MS;
        });
      }
      this.set((await health) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'rapport_webhook_deliveries_open',
    help: 'Deliveries on their way, by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const found = await health;
      this.reset();
      for (const [state, count] of Object.entries(found?.open ?? {})) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'rapport_webhook_lag_seconds',
    help: 'How long the oldest work has waited for a worker.',
    registers,
    async collect() {
      const found = await health;
      setOrOmit(this, found ? found.lag_ms / 1000 : null);
    },
  });
  new Gauge({
    name: 'rapport_webhook_workers',
    help: 'Workers that run.',
    registers,
    async collect() {
      const found = await health;
      setOrOmit(this, found ? found.workers : null);
    },
  });
  new Gauge({
    name: 'rapport_webhook_receivers',
    help: 'Receivers that fail (one probe at a time) or come back from it (not all slots yet).',
    labelNames: ['state'],
    registers,
    async collect() {
      const found = await health;
      this.reset();
      if (!found) return;
      this.set({ state: 'failing' }, found.failing_receivers);
      this.set({ state: 'recovering' }, found.recovering_receivers);
    },
  });
}

/** Without this, a gauge without labels would begin at 0 and keep what it once showed. */
function setOrOmit(gauge: Gauge, value: number | null): void {
  if (value === null) gauge.remove();
  else gauge.set(value);
}
