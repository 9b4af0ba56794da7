import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { Ownership } from '../platform/workers/ownership.ts';
import { SHARDS } from '../platform/workers/ownership-queries.ts';
import type { AnyJobType } from './job-type.ts';
import * as queries from './queries.ts';
import { makeStep } from './step.ts';

/**
 * Does the jobs that are due, for a command beside which no worker runs. It does nothing while one
 * runs, which hears of the jobs by itself.
 */
export async function doHere<Core extends { db: Database; clock: Clock; log: FastifyBaseLogger }>(
  core: Core,
  types: AnyJobType<Core>[],
): Promise<void> {
  const { db, clock, log } = core;
  const find = (shards: number[]) => {
    const names = types.map(({ name }) => name);
    return queries.findDue(db, { now: clock.now(), shards, lanes: [names], under_way: [] });
  };
  if ((await find(ALL_SHARDS)).length === 0 || (await queries.isWorkerRunning(db))) return;
  const ownership = new Ownership({ db, log, onTakeOver: () => {} });
  try {
    for (;;) {
      await ownership.renew();
      const due = await find(ownership.shards);
      if (due.length === 0) return;
      for (const { uuid, type: name } of due) {
        const type = types.find((type) => type.name === name)!;
        if (!ownership.holds) await ownership.renew();
        const held = { uuid, worker_uuid: ownership.worker_uuid };
        while ((await makeStep(core, type, held, false)) === 'next');
      }
    }
  } finally {
    await queries.leaveJobs(db, ownership.worker_uuid);
    await ownership.leave();
  }
}

/** How many jobs of these types are due while no worker runs that would do them. */
export async function countLeft(
  { db, clock }: { db: Database; clock: Clock },
  types: readonly { name: string }[],
): Promise<number> {
  const names = types.map(({ name }) => name);
  const count = await queries.countDue(db, names, clock.now());
  return count > 0 && !(await queries.isWorkerRunning(db)) ? count : 0;
}

const ALL_SHARDS = Array.from({ length: SHARDS }, (_, shard) => shard);
