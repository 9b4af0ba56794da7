import type { LastingCause } from '../../access/caller.ts';
import { mayUser } from '../../accounts/logins/look-ups.ts';
import { waitForOtherChanges } from '../../events/feed-order.ts';
import type { JobType } from '../../jobs/job-type.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { changeMany } from '../change-many.ts';
import type { AnyKind, CrmRecord, RecordsCore } from '../kind.ts';
import type { Wish } from '../prepare.ts';
import { lockRecords } from '../queries.ts';
import * as queries from './queries.ts';

/** Records a step: small, so that others who write the same records do not wait long. */
const RETAGGED_AT_ONCE = 200;

/** Another tag in the place of one, in all records of an Account that have it. */
export type Retag = {
  account_uuid: string;
  from: string;
  to: string;
  cause: LastingCause;
  /** Where it goes on: the kinds that are left, and the last record of the first of them. */
  kinds: string[];
  after: string | null;
  done: number;
};

/**
 * Gives the next records the other tag, each with its event. Returns how many had it so
 * far, and where it goes on: null after the last one. A record that is refused keeps its tags.
 */
export async function retagSome(
  core: RecordsCore,
  tx: Transaction,
  retag: Retag,
): Promise<{ next: Retag | null; done: number }> {
  const { account_uuid, from } = retag;
  let { kinds, after, done } = retag;
  let left = RETAGGED_AT_ONCE;
  waitForOtherChanges(tx, account_uuid);
  while (kinds.length > 0) {
    const kind = core.kinds.find(({ definition }) => definition.name === kinds[0]);
    const uuids = kind ? await queries.findTagged(tx, kind, account_uuid, from, after, left) : [];
    if (kind && uuids.length > 0) await retagRecords(core, tx, kind, uuids, retag);
    done += uuids.length;
    left -= uuids.length;
    if (left === 0) return { next: { ...retag, kinds, after: uuids.at(-1)!, done }, done };
    [kinds, after] = [kinds.slice(1), null];
  }
  return { next: null, done };
}

async function retagRecords(
  core: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  uuids: string[],
  { account_uuid, from, to, cause }: Retag,
): Promise<void> {
  const records = await lockRecords<CrmRecord>(tx, kind, account_uuid, uuids);
  const wishes = records.map((before): Wish & { action: 'update' } => {
    const tags = [...new Set(before.tags.map((tag) => (tag === from ? to : tag)))];
    return { action: 'update', before, given: { tags } };
  });
  await changeMany(core, tx, kind, account_uuid, wishes, cause);
  await tx.settled();
}

/** The new name or the merge of a tag that many records have. */
export function retagType(kinds: readonly AnyKind[]): JobType<Retag, Core> {
  return {
    name: 'tag',
    is_shown: true,
    run: async (core, tx, job) => {
      const { account_uuid } = job.step;
      if (!(await mayUser(tx, account_uuid, job.user_uuid!, 'write_records'))) {
        await queries.endJob(tx, account_uuid, job.uuid);
        return { failed: 'Its User may no longer write in the Account. What was changed stays so.' };
      }
      const { next, done } = await retagSome({ ...core, kinds }, tx, job.step);
      if (next) return { next, done_count: done };
      await queries.endJob(tx, account_uuid, job.uuid);
      return { completed: { change_uuid: job.step.cause.change_uuid }, done_count: done };
    },
    ended: (_, tx, job) => queries.endJob(tx, job.step.account_uuid, job.uuid),
  };
}
