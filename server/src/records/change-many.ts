import type { Cause } from '../access/caller.ts';
import type { Transaction } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { toApiTime } from '../platform/time/clock.ts';
import type { AnyKind, RecordsCore } from './kind.ts';
import { planOf, prepare, type Wish, write } from './prepare.ts';
import { lookAround } from './surroundings.ts';

type Update = Wish & { action: 'update' };

/**
 * Changes locked records of an Account for a job, as a User would, each with its event. A refused
 * one stays as it is. What is required of new values is not of those that were there.
 */
export async function changeMany(
  core: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  account_uuid: string,
  updates: Update[],
  cause: Cause,
): Promise<void> {
  const given = updates.map((update) => update.given);
  const around = await lookAround(tx, core.kinds, kind, account_uuid, given);
  const lenient = around.declared.map((one) => ({ ...one, required: false }));
  const writing = { now: toApiTime(core.clock.now()), time_zone: 'UTC' };
  const prepared = await prepare(tx, kind, account_uuid, updates, writing, { ...around, declared: lenient });
  const sound = prepared.filter((one) => !(one instanceof Problem));
  await write(core, tx, kind, cause, account_uuid, planOf(kind, sound, lenient), writing.now);
}
