import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Queryable } from '../../platform/database/database.ts';
import { look } from '../../platform/telemetry/look.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { AttemptResult } from '../attempts/send.ts';
import { type DeliveryHealth, deliveryHealth } from '../queue/queue-health.ts';
import type { Delivery } from '../queue/read-queries.ts';

/** The functions by which a worker counts its own work. */
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
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string) =>
    new Histogram({ name, help, buckets: SECONDS, registers });
  const attempts = counter(
    'rapport_webhook_attempts_total',
    'Attempts by outcome: succeeded, a kind of error, or the reason why none was made.',
    ['outcome'],
  );
  const attemptTime = histogram(
    'rapport_webhook_attempt_duration_seconds',
    'How long an attempt took, from its beginning to the end of the answer.',
  );
  const waitTime = histogram(
    'rapport_webhook_first_attempt_delay_seconds',
    'How long after the change the first attempt began.',
  );
  const readTime = histogram(
    'rapport_webhook_read_duration_seconds',
    'How long reading a batch of deliveries took whose turn had come.',
  );
  const taken = counter('rapport_webhook_taken_total', 'Deliveries that were taken to be sent.');
  const takenOver = counter(
    'rapport_webhook_leases_taken_over_total',
    'Attempts that workers last said to have under way, before others took their receivers over.',
  );
  const unsettled = counter(
    'rapport_webhook_settle_failures_total',
    'Outcomes that the database did not take: written again, or, where it refuses their data, left to be made again.',
  );
  return {
    attempted: ({ created_at, attempt_count }, result) => {
      if ('shortage' in result) return attempts.inc({ outcome: 'own_shortage' });
      if ('not_sent_reason' in result) return attempts.inc({ outcome: result.not_sent_reason });
      attempts.inc({ outcome: result.error_kind ?? 'succeeded' });
      attemptTime.observe(result.duration_ms / 1000);
      const delay_ms = result.started_at.getTime() - Date.parse(created_at);
      if (attempt_count === 0) waitTime.observe(Math.max(delay_ms, 0) / 1000);
    },
    taken: (duration_s, deliveries) => {
      readTime.observe(duration_s);
      taken.inc(deliveries);
    },
    tookOver: (deliveries) => takenOver.inc(deliveries),
    notSettled: (deliveries) => unsettled.inc(deliveries),
  };
}

/** The least time between looks: each counts all open deliveries, and anybody may ask. */
const LOOK_INTERVAL_MS = 1_000;

/**
 * The numbers of the queue, which all processes share, read when asked for. While the database does
 * not answer they are left out: the last ones would look as if all were well.
 */
export function queueMetrics(registry: Registry, db: Queryable, clock: Clock): void {
  let health: Promise<DeliveryHealth | null>;
  let look_at_ms = 0;
  const lookSometimes = () => {
    if (performance.now() < look_at_ms) return health;
    look_at_ms = Number.POSITIVE_INFINITY;
    health = look(() => deliveryHealth(db, clock)).finally(() => {
      look_at_ms = performance.now() + LOOK_INTERVAL_MS;
    });
    return health;
  };
  const gauge = (
    name: string,
    help: string,
    read: (found: DeliveryHealth) => number | Record<string, number>,
    otherwise?: number,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        const found = await lookSometimes();
        const value = found ? read(found) : otherwise;
        this.reset();
        if (typeof value === 'number') this.set(value);
        else for (const [state, count] of Object.entries(value ?? {})) this.set({ state }, count);
      },
    });
  const up = 'Whether the database answered when these numbers were asked for: 1 or 0.';
  gauge('rapport_database_up', up, () => 1, 0);
  gauge('rapport_webhook_deliveries_open', 'Deliveries on their way, by state.', ({ open }) => open);
  const lag = 'How long the oldest work has waited for a worker.';
  gauge('rapport_webhook_lag_seconds', lag, ({ lag_ms }) => lag_ms / 1000);
  gauge('rapport_webhook_workers', 'Workers that run.', ({ workers }) => workers);
  gauge(
    'rapport_webhook_receivers',
    'Receivers that fail (one probe at a time) or come back from it (not all slots yet).',
    ({ failing_receivers, recovering_receivers }) => ({
      failing: failing_receivers,
      recovering: recovering_receivers,
    }),
  );
}
