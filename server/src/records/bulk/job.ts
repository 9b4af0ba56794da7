import type { BulkResult } from '@rapport/contract/records/bulk';
import type { Caller, LastingCause } from '../../access/caller.ts';
import { findLogins } from '../../access/open-to.ts';
import { only, reachOf } from '../../access/reach.ts';
import { refuseUnless } from '../../access/rules.ts';
import { waitForOtherChanges } from '../../events/feed-order.ts';
import type { Job, JobType } from '../../jobs/job-type.ts';
import { tell } from '../../notifications/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { mayActorStill } from '../../tokens/look-ups.ts';
import { runPart } from '../batch/actions.ts';
import { type Outcome, refusalOf } from '../batch/plan.ts';
import { inParts } from '../in-parts.ts';
import type { AnyKind, CrmRecord, RecordsCore } from '../kind.ts';
import { lockRecords } from '../queries.ts';
import { toWrite } from '../unchangeable.ts';
import { deletePortions, takePortion } from './queries.ts';
import { type Act, type Chosen, operationOf, type Tally, tallied } from './rules.ts';

/** A change of many records, as it was begun. */
export type Bulk = {
  account_uuid: string;
  kind: string;
  act: Act;
  cause: LastingCause;
  /** What the token may do that began it; null: everything. */
  scope: string[] | null;
  time_zone: string;
};

type Step = Bulk & Tally;

const STOPPED = 'What was changed stays so, and can be taken back.';

/**
 * A change of many records, a portion a step. Each is made with what its User may do at that
 * moment. What is not possible leaves its record alone, and is told.
 */
export function bulkType(kinds: readonly AnyKind[]): JobType<Step, Core> {
  return {
    name: 'bulk',
    is_shown: true,
    run: async (core, tx, job) => {
      const { step } = job;
      const kind = kinds.find(({ definition }) => definition.name === step.kind);
      if (!kind) return new Problem('not_found', `This Rapport has no kind of record "${step.kind}".`);
      const caller = await callerNow(tx, kind, job);
      if (caller instanceof Problem) return caller;
      const portion = await takePortion(tx, job.uuid);
      const next = portion ? await changePortion({ ...core, kinds }, tx, kind, caller, step, portion) : step;
      if (next instanceof Problem) return next;
      const done_count = next.changed_count + next.same_count + next.kept_count;
      if (portion && done_count < job.total_count!) return { next, done_count };
      tellOfEnd(core, tx, job, done_count);
      return { completed: resultOf(next), done_count };
    },
    ended: async (core, tx, job, state) => {
      await deletePortions(tx, job.uuid);
      if (state === 'failed') tellOfEnd(core, tx, job, job.done_count);
      return resultOf(job.step);
    },
  };
}

/** Who began it, with all that they may do now. 403 when that is no longer to write here. */
async function callerNow(
  tx: Transaction,
  kind: AnyKind,
  { step, user_uuid }: Job<Step>,
): Promise<Caller | Problem> {
  const { account_uuid, cause, scope, time_zone } = step;
  const [logins, mayStill] = await Promise.all([
    findLogins(tx, user_uuid!),
    mayActorStill(tx, cause, account_uuid),
  ]);
  const now = { user_uuid: user_uuid!, logins, asked_time_zone: time_zone };
  const caller: Caller = { ...cause, ...now, ...(scope && { scope }) };
  if (!mayStill) return new Problem('role_insufficient', `The token that began it was revoked. ${STOPPED}`);
  if (refuseUnless(caller, account_uuid, toWrite(kind), 'Account'))
    return new Problem('role_insufficient', `Its User may no longer write in the Account. ${STOPPED}`);
  return caller;
}

async function changePortion(
  core: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  caller: Caller,
  step: Step,
  portion: Chosen[],
): Promise<Step | Problem> {
  const { account_uuid, act } = step;
  waitForOtherChanges(tx, account_uuid);
  const reach = only(reachOf(caller), account_uuid);
  const uuids = portion.map(([uuid]) => uuid);
  const records = await lockRecords<CrmRecord>(tx, kind, account_uuid, uuids, reach);
  const before = new Map(records.map((record) => [record.uuid, record]));
  const operations = portion.map((one) => operationOf(act, one, before.get(one[0])));
  const run = (part: typeof operations) => runPart(core, tx, kind, caller, account_uuid, part);
  const refused = ({ action, uuid }: (typeof operations)[number], problem: Problem): Outcome[] => [
    refusalOf(action, uuid!, problem),
  ];
  const outcomes = await inParts(tx, kind, operations, run, refused);
  return outcomes instanceof Problem ? outcomes : { ...step, ...tallied(step, outcomes.flat(), before) };
}

function resultOf({ cause, act, changed_count, same_count, kept, kept_count }: Step): BulkResult {
  return { change_uuid: cause.change_uuid, action: act.action, changed_count, same_count, kept, kept_count };
}

/** A change that ends within a second needs no notification. */
const TOLD_FROM = 1000;

/** Tells who began it that it has ended: they may have closed the page long ago. */
function tellOfEnd(
  core: Core,
  tx: Transaction,
  { step, user_uuid, total_count }: Job<Step>,
  done: number,
): void {
  if (total_count! < TOLD_FROM) return;
  const { account_uuid, cause } = step;
  const about = {
    account_uuid,
    resource: 'change',
    subject_uuid: cause.change_uuid,
    due_on: null,
    due_at: null,
  };
  tell(core, tx, { ...about, user_uuid: user_uuid!, sort: 'bulk_done', title: `${done} / ${total_count}` });
}
