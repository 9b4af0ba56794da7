import type { JobType } from '../jobs/job-type.ts';
import { nudge } from '../live/nudge.ts';
import type { Core } from '../platform/core.ts';
import type { ObjectStore } from './objects.ts';
import type { Scanner, Verdict } from './scanner.ts';
import { readContent } from './store.ts';
import * as queries from './upload-queries.ts';

const MINUTE_MS = 60 * 1000;

/** So many are looked at before what was found is kept. */
const BATCH = 10;

type Seen = { row: queries.WaitingContent; verdict: Verdict };

/**
 * Has what came while the scanner was away looked at. It is served from then on, or never. While
 * the scanner is still away, the first says so and the others are not asked for.
 */
export const SCAN_FILES: JobType<object, Core & { scanner: Scanner | null; objects: ObjectStore | null }> = {
  name: 'scan_files',
  is_shown: false,
  every_ms: MINUTE_MS,
  outside: async (core, _job, stopping): Promise<Seen[]> => {
    const { scanner } = core;
    const seen: Seen[] = [];
    if (scanner === null) return seen;
    for (const row of await queries.listWaiting(core.db, BATCH)) {
      stopping.throwIfAborted();
      const verdict = await scanner.scan(readContent(core, row));
      if (verdict === 'away') break;
      seen.push({ row, verdict });
    }
    return seen;
  },
  run: async ({ clock }, tx, _job, outside) => {
    const seen = outside as Seen[];
    for (const { row, verdict } of seen) {
      const uuids = await queries.setScan(tx, row, verdict === 'infected' ? 'infected' : 'clean');
      nudge(
        tx,
        null,
        uuids.map((uuid) => ({ resource: 'file', account_uuid: row.account_uuid, uuid })),
      );
    }
    if (seen.length === BATCH) return { next: {} };
    return { next: {}, due_at: new Date(clock.now().getTime() + MINUTE_MS) };
  },
};
