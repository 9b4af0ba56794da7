import { mayUser } from '../../accounts/logins/look-ups.ts';
import { waitForOtherChanges } from '../../events/feed-order.ts';
import type { JobType } from '../../jobs/job-type.ts';
import type { Core } from '../../platform/core.ts';
import type { AnyKind } from '../kind.ts';
import { noteOutcome } from './outcomes.ts';
import { type Sweep, sweepOn } from './sweep.ts';
import type { Undo } from './undo.ts';

/** Takes less than a second, also for records with many links. */
const STEP_SIZE = 200;

type Step = Sweep & { undo: Undo };

/** The undo of a large change, some records a step. Each record is taken back once. */
export function undoType(kinds: readonly AnyKind[]): JobType<Step, Core> {
  return {
    name: 'undo',
    is_shown: true,
    run: async (core, tx, job) => {
      const { undo, ...sweep } = job.step;
      const { account_uuid, cause } = undo;
      if (!(await mayUser(tx, account_uuid, cause.actor.user_uuid!, 'write_records'))) {
        await noteOutcome(tx, undo, sweep, 'stopped');
        return { failed: 'Its User may no longer write in the Account. What was taken back stays so.' };
      }
      waitForOtherChanges(tx, account_uuid);
      const next = await sweepOn({ ...core, kinds }, tx, undo, sweep, STEP_SIZE);
      const { undone, kept, kept_count } = next ?? sweep;
      const done_count = undone + kept_count;
      if (next !== null) return { next: { undo, ...next }, done_count };
      const outcome = await noteOutcome(tx, undo, { undone, kept, kept_count }, 'completed');
      return { completed: { change_uuid: cause.change_uuid, ...outcome }, done_count };
    },
    ended: async (_, tx, { step: { undo, ...sweep } }) => {
      await noteOutcome(tx, undo, sweep, 'stopped');
    },
  };
}
