import { Counter, Histogram, type Registry } from 'prom-client';
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
