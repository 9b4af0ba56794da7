import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Queryable } from '../platform/database/database.ts';
import { look } from '../platform/telemetry/look.ts';
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

/** The numbers of the jobs, which all processes share. Left out while the database is away. */
export function jobGauges(registry: Registry, db: Queryable, clock: Clock): void {
  let health: Promise<JobHealth | null> | null = null;
  // All numbers come from one look.
  const lookOnce = () => {
    health ??= look(() => jobHealth(db, clock)).finally(() => {
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
      const found = await lookOnce();
      this.reset();
      for (const [state, count] of Object.entries(found?.open ?? {})) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'rapport_jobs_lag_seconds',
    help: 'How long the oldest due job has waited for its turn.',
    registers: [registry],
    async collect() {
      const found = await lookOnce();
      this.reset();
      if (found) this.set(found.lag_ms / 1000);
    },
  });
  new Gauge({
    name: 'rapport_jobs_failed',
    help: 'Jobs that were given up in the last day after all their tries failed, by type.',
    labelNames: ['type'],
    registers: [registry],
    async collect() {
      const found = await lookOnce();
      this.reset();
      for (const [type, count] of Object.entries(found?.failed ?? {})) this.set({ type }, count);
    },
  });
}
