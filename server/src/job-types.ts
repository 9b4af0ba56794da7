import type { FastifyBaseLogger } from 'fastify';
import type { AnyJobType } from './jobs/job-type.ts';
import type { Core } from './platform/core.ts';

/** What the steps of all jobs need. */
export type JobCore = Core & { log: FastifyBaseLogger };

/** The types of jobs of all rooms. A worker does these. */
export const JOB_TYPES: AnyJobType<JobCore>[] = [];
