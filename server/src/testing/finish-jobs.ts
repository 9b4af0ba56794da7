import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { JobCore } from '../job-types.ts';
import { keepRecurring } from '../jobs/actions.ts';
import { doHere } from '../jobs/do-here.ts';
import type { AnyJobType } from '../jobs/job-type.ts';
import type { Database } from '../platform/database/database.ts';

/** Does all jobs of these types that are due, or waits until the running worker has. */
export async function finishJobs<Core extends JobCore & { db: Database }>(
  core: Core,
  types: AnyJobType<Core>[],
): Promise<void> {
  const due = sql`SELECT FROM jobs WHERE finished_at IS NULL AND due_at <= ${core.clock.now()}
    AND type = ANY (${types.map(({ name }) => name)}::text[])`;
  while ((await core.db.query(due)).length > 0) {
    await doHere(core, types);
    await delay(2);
  }
}

/** Does the jobs that come every hour, as if an hour had passed. */
export async function doHourly<Core extends JobCore & { db: Database }>(
  core: Core,
  types: AnyJobType<Core>[],
): Promise<void> {
  await keepRecurring(core.db, core.clock, types);
  await core.db.query(sql`UPDATE jobs SET due_at = ${core.clock.now()} WHERE finished_at IS NULL`);
  await finishJobs(core, types);
}
