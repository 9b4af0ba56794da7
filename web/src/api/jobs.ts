import type { Job } from '@rapport/contract/jobs';
import { ApiProblem, get } from './request.ts';

/** How far a job is. */
export type Progress = Pick<Job, 'done_count' | 'total_count'>;

/** The waits between two looks at a job: a short one is over at once, a long one is not hurried. */
const FIRST_MS = 100;
const LAST_MS = 1000;

/** Waits for the end of a job, which goes on without us: also while nobody answers. */
export async function whenEnded(job_uuid: string, onProgress: (progress: Progress) => void): Promise<Job> {
  for (let pause_ms = FIRST_MS; ; pause_ms = Math.min(pause_ms * 1.5, LAST_MS)) {
    const job = await get<Job>(`/api/v2/jobs/${job_uuid}`).catch((error: unknown) => {
      if (error instanceof ApiProblem && (error.status === 0 || error.status >= 500)) return null;
      throw error;
    });
    if (job) onProgress(job);
    if (job?.finished_at) return job;
    await new Promise((resolve) => setTimeout(resolve, pause_ms));
  }
}
