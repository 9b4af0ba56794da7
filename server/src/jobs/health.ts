import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { Clock } from '../platform/time/clock.ts';

/** The state of the jobs of all Users, for the operator. */
export type JobHealth = {
  open: Record<'waiting' | 'running', number>;
  /** How long the oldest job that is due has waited for its turn. */
  lag_ms: number;
  /**
   * The jobs that were given up in the last day, by type: each of their tries failed. A User's job
   * that ends because of what they asked for is their affair.
   */
  failed: Record<string, number>;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Looks at the jobs. The cost grows with those that are open, not with those that were done. */
export async function jobHealth(db: Queryable, clock: Clock): Promise<JobHealth> {
  const now = clock.now();
  const since = new Date(now.getTime() - DAY_MS);
  const [row] = await db.query<
    JobHealth['open'] & { due_since: string | null; failed: JobHealth['failed'] | null }
  >(sql`
    SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting, count(*) FILTER (WHERE state = 'running') AS running,
      min(due_at) FILTER (WHERE due_at <= ${now}) AS due_since,
      (SELECT json_object_agg(type, count) FROM (
        SELECT type, count(*) FROM jobs WHERE state = 'failed' AND failure_count > 0 AND finished_at > ${since}
        GROUP BY type) AS ended) AS failed
    FROM jobs WHERE finished_at IS NULL`);
  const { due_since, failed, ...open } = row!;
  const lag_ms = due_since === null ? 0 : Math.max(now.getTime() - Date.parse(due_since), 0);
  return { open, lag_ms, failed: failed ?? {} };
}
