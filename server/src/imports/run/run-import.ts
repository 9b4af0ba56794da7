import { wholeAccount } from '../../access/reach.ts';
import type { JobType } from '../../jobs/job-type.ts';
import type { Core } from '../../platform/core.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { isTakenBack } from '../../records/changes/look-ups.ts';
import * as queries from '../queries.ts';
import { TAKEN_BACK, tellOfEnd } from './end.ts';
import type { Step } from './import-step.ts';

/**
 * Imports the rows of an import, some hundred a step, each in a transaction with what became of it.
 */
export const RUN_IMPORT: JobType<Step, Core> = {
  name: 'import',
  is_shown: true,
  // Loaded with the first import, as by the routes.
  run: async (core, tx, job) => (await import('./import-step.ts')).importStep(core, tx, job),
  ended: async (core, tx, { account_uuid, step }, state) => {
    const row = await queries.findImport(tx, wholeAccount(account_uuid!), step.import_uuid);
    const isUndone = row?.change_uuid && (await isTakenBack(tx, account_uuid!, row.change_uuid));
    const why = isUndone ? TAKEN_BACK : 'The database failed again and again. Start the import once more.';
    const end = {
      state: state === 'cancelled' ? ('stopped' as const) : ('failed' as const),
      failure: state === 'cancelled' ? null : why,
      now: toApiTime(core.clock.now()),
    };
    await queries.markEnded(tx, account_uuid!, step.import_uuid, end);
    if (row && state === 'failed') tellOfEnd(core, tx, row);
  },
};
