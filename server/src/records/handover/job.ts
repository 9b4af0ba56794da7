import type { LastingCause } from '../../access/caller.ts';
import { mayUser } from '../../accounts/logins/look-ups.ts';
import { recordReachChanged } from '../../accounts/logins/reach-changed.ts';
import { waitForOtherChanges } from '../../events/feed-order.ts';
import type { JobType } from '../../jobs/job-type.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import type { AnyKind, CrmRecord, RecordsCore } from '../kind.ts';
import { planOf, prepare, send, type Wish } from '../prepare.ts';
import { lockRecords } from '../queries.ts';
import { lookAround } from '../surroundings.ts';
import { findNext, personFields, type Whose } from './queries.ts';

/** Records a step: small, so that others who write the same records do not wait long. */
const HANDED_AT_ONCE = 200;

/** A handover under way. */
export type Handing = Whose & {
  account_uuid: string;
  to: string;
  cause: LastingCause;
  /** Where it goes on: the kinds that are left, and the last record of the first of them. */
  kinds: string[];
  after: string | null;
  done: number;
};

/**
 * Gives the next records to the other User, each with its event. Returns where it goes on: null
 * after the last one. A record that is refused stays with its User.
 */
export async function handSome(
  core: RecordsCore,
  tx: Transaction,
  handing: Handing,
): Promise<Handing | null> {
  const { account_uuid } = handing;
  let { kinds, after, done } = handing;
  let left = HANDED_AT_ONCE;
  waitForOtherChanges(tx, account_uuid);
  while (kinds.length > 0) {
    const kind = core.kinds.find(({ definition }) => definition.name === kinds[0]);
    const uuids = kind ? await findNext(tx, kind, account_uuid, handing, after, left) : [];
    if (kind && uuids.length > 0) await handRecords(core, tx, kind, uuids, handing);
    done += uuids.length;
    left -= uuids.length;
    if (left === 0) return { ...handing, kinds, after: uuids.at(-1)!, done };
    [kinds, after] = [kinds.slice(1), null];
  }
  return null;
}

async function handRecords(
  core: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  uuids: string[],
  handing: Handing,
): Promise<void> {
  const { account_uuid, to, cause } = handing;
  const records = await lockRecords<CrmRecord>(tx, kind, account_uuid, uuids);
  const wishes = records.map((before): Wish & { action: 'update' } => {
    const theirs = fieldsOf(kind, before as unknown as Record<string, unknown>, handing);
    return { action: 'update', before, given: Object.fromEntries(theirs.map((name) => [name, to])) };
  });
  const given = wishes.map((wish) => wish.given);
  const around = await lookAround(tx, core.kinds, kind, account_uuid, given);
  // What is required of new values is not of those that were there.
  const lenient = around.declared.map((one) => ({ ...one, required: false }));
  const writing = { now: toApiTime(core.clock.now()), time_zone: 'UTC' };
  const prepared = await prepare(tx, kind, account_uuid, wishes, writing, { ...around, declared: lenient });
  const sound = prepared.filter((one) => !(one instanceof Problem));
  send(core, tx, kind, cause, account_uuid, planOf(kind, sound, lenient), writing.now);
  await tx.settled();
}

/**
 * Tells those who see other records once all of them are handed over: each of these Users, or all
 * where the records were of nobody.
 */
export async function tellHanded(core: Core, tx: Transaction, handing: Handing): Promise<void> {
  const { account_uuid, cause, to } = handing;
  const whose = 'from' in handing ? { named: [handing.from, to], isAll: false } : { named: [], isAll: true };
  await recordReachChanged(core, tx, cause, account_uuid, whose);
}

/** The fields of a record that name its User, or are to name the one whom a custom field names. */
function fieldsOf(kind: AnyKind, record: Record<string, unknown>, whose: Whose): string[] {
  if ('from' in whose) return personFields(kind).filter((name) => record[name] === whose.from);
  const custom = record.custom as Record<string, unknown>;
  const own = whose.named.filter(({ resource }) => resource === kind.definition.name);
  const meant = own.filter(
    ({ field, key, words, instead }) =>
      words.includes(String(custom[key] ?? '')) &&
      (record[field] === null || instead.includes(record[field] as string)),
  );
  return meant.map(({ field }) => field);
}

/** The rest of a handover of many records. */
export function handoverType(kinds: readonly AnyKind[]): JobType<Handing, Core> {
  return {
    name: 'handover',
    is_shown: true,
    run: async (core, tx, job) => {
      const { account_uuid, cause, done } = job.step;
      if (!(await mayUser(tx, account_uuid, job.user_uuid!, 'manage_records'))) {
        await tellHanded(core, tx, job.step);
        return { failed: 'Its User may no longer do this in the Account. What was handed over stays so.' };
      }
      const next = await handSome({ ...core, kinds }, tx, job.step);
      if (!next) await tellHanded(core, tx, job.step);
      if (next) return { next, done_count: next.done };
      return { completed: { change_uuid: cause.change_uuid }, done_count: done };
    },
    ended: (core, tx, job) => tellHanded(core, tx, job.step),
  };
}
