import { setTimeout as delay } from 'node:timers/promises';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Queryable } from '../platform/database/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { type JobHealth, jobHealth } from './health.ts';
import type { StepEnd } from './step.ts';

/** The functions by which a worker counts its steps. */
export type JobMetrics = { stepped(type: string, end: StepEnd, duration_s: number): void };

const SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** The numbers of the jobs of one worker. */
export function jobMetrics(registry: Registry): JobMetrics {
  const registers = [registry];
  const steps = new Counter({
    name: 'rapport_job_steps_total',
    help: 'Steps of jobs by type and outcome.',
    labelNames: ['type', 'outcome'],
    registers,
  });
  const time = new Histogram({
    name: 'rapport_job_step_duration_seconds',
    help: 'How long a step of a job took.',
    labelNames: ['type'],
    buckets: SECONDS,
    registers,
  });
  return {
    stepped: (type, outcome, duration_s) => {
      steps.inc({ type, outcome });
      time.observe({ type }, duration_s);
    },
  };
}

/** Prometheus waits ten seconds at most, and learns nothing from an answer that comes later. */
const LOOK_TIMEOUT_MS = 5_000;

/** The numbers of the jobs, which all processes share. Left out while the database is away. */
export function jobGauges(registry: Registry, db: Queryable, clock: Clock): void {
  let health: Promise<JobHealth | null> | null = null;
  // Both numbers come from one look.
  const look = () => {
    health ??= Promise.race([
      jobHealth(db, clock).catch(() => null),
      delay(LOOK_TIMEOUT_MS, null, { ref: false }),
    ]).finally(() => {
      health = null;
    });
    return health;
  };
  new Gauge({
    name: 'rapport_jobs_open',
    help: 'Jobs that have not ended, by state.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const found = await look();
      this.reset();
      for (const [state, count] of Object.entries(found?.open ?? {})) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'rapport_jobs_lag_seconds',
    help: 'How long the oldest due job has waited for its turn.',
    registers: [registry],
    async collect() {
      const found = await look();
      this.reset();
      if (found) this.set(found.lag_ms / 1000);
    },
  });
}
