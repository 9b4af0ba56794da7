import type { LastingCause } from '../../access/caller.ts';
import { mayUser } from '../../accounts/logins/look-ups.ts';
import { waitForOtherChanges } from '../../events/feed-order.ts';
import type { JobType } from '../../jobs/job-type.ts';
import type { DayOrder } from '../../platform/cells/days.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { changeMany } from '../change-many.ts';
import type { AnyKind, CrmRecord, RecordsCore } from '../kind.ts';
import type { Wish } from '../prepare.ts';
import * as records from '../queries.ts';
import { type DeclaredField, declaredToWrite } from './declared.ts';
import { handUnder } from './fit.ts';
import * as queries from './queries.ts';
import { type Hand, readDeclared } from './read.ts';
import { insertValues, removeValues, rowsOf } from './value-queries.ts';
import { isNothing, valueUnder } from './values.ts';

/** What becomes of the values under the key of a field. */
type FillStep = {
  field_uuid: string;
  resource: string;
  /** The last record that was read. */
  after: string | null;
  /** The order of day and month in the values, once it is known: read values no longer tell it. */
  order?: DayOrder;
  /** Values that do not fit stay as they are, or go. */
  failing: 'keep' | 'clear';
  cause: LastingCause;
  fit_count: number;
  failing_count: number;
};

/** Records a step: small, so that others who write the same records do not wait long. */
const PORTION = 200;

/**
 * Reads the values that records have under the key of a field, when it is declared or gets another
 * type. A value in another spelling becomes that of its type, with an event as for any change.
 */
export function fillJob(kinds: readonly AnyKind[]): JobType<FillStep, Core> {
  return {
    name: 'custom_field',
    is_shown: true,
    run: async (core, tx, job) => {
      const account_uuid = job.account_uuid!;
      const declared = await declaredToWrite(tx, account_uuid, job.step.resource);
      const field = declared.find(({ uuid }) => uuid === job.step.field_uuid);
      if (!field || field.job_uuid !== job.uuid) return { failed: 'The field is gone, or is read anew.' };
      if (!(await mayUser(tx, account_uuid, job.user_uuid!, 'manage_fields'))) {
        await queries.endReading(tx, account_uuid, field.uuid, job.uuid);
        return { failed: 'Who asked for it may no longer change fields of the Account.' };
      }
      const kind = kinds.find(({ definition }) => definition.name === field.resource)!;
      const rows = await queries.valuesUnder(tx, kind, account_uuid, field.key, job.step.after, PORTION);
      const hand = await handUnder(tx, kind, field, job.step.order);
      const counts = await readPortion({ ...core, kinds }, tx, kind, field, rows, hand, job.step);
      const done_count = job.done_count + rows.length;
      if (rows.length === PORTION) {
        return { next: { ...job.step, ...counts, order: hand.order, after: rows.at(-1)!.uuid }, done_count };
      }
      await queries.endReading(tx, account_uuid, field.uuid, job.uuid);
      return { completed: { fit: counts.fit_count, failing: counts.failing_count }, done_count };
    },
    ended: async (_, tx, job) => queries.endReading(tx, job.account_uuid!, job.step.field_uuid, job.uuid),
  };
}

/** Reads the values of some records; returns the counts with theirs. */
async function readPortion(
  core: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  field: DeclaredField,
  rows: queries.KeyValue[],
  hand: Hand,
  step: FillStep,
): Promise<Pick<FillStep, 'fit_count' | 'failing_count'>> {
  const { account_uuid } = field;
  const uuids = rows.map(({ uuid }) => uuid);
  waitForOtherChanges(tx, account_uuid);
  const found = await records.lockRecords<CrmRecord>(tx, kind, account_uuid, uuids);
  const outcomes = found.map((record) => outcomeOf(record, field, hand, step.failing));
  const wishes = outcomes.flatMap(({ wish }) => wish ?? []);
  tx.send(removeValues(found, field.uuid));
  // A change writes the rows of its record.
  if (wishes.length > 0) await changeMany(core, tx, kind, account_uuid, wishes, step.cause);
  const same = outcomes.filter(({ wish }) => wish === null).map(({ record }) => record);
  const values = rowsOf([field], same);
  if (values.length > 0) tx.send(insertValues(values, true));
  await tx.settled();
  const failing = outcomes.filter(({ fits }) => fits === false).length;
  const fit = outcomes.filter(({ fits }) => fits === true).length;
  return { fit_count: step.fit_count + fit, failing_count: step.failing_count + failing };
}

type Read = { record: CrmRecord; fits: boolean | null; wish: (Wish & { action: 'update' }) | null };

/** What becomes of the value of one record. `fits` is null for a record without a value. */
function outcomeOf(record: CrmRecord, field: DeclaredField, hand: Hand, failing: 'keep' | 'clear'): Read {
  const given = valueUnder(record.custom, field.key);
  const without = Object.entries(record.custom).filter(([key]) => key !== field.key);
  const wishFor = (entries: [string, unknown][]) => ({
    action: 'update' as const,
    before: record,
    given: { custom: Object.fromEntries(entries) },
  });
  if (isNothing(given)) return { record, fits: null, wish: wishFor(without) };
  const value = readDeclared(given, field, hand);
  if (value === undefined) {
    return { record, fits: false, wish: failing === 'clear' ? wishFor(without) : null };
  }
  const isSame = JSON.stringify(value) === JSON.stringify(given);
  return { record, fits: true, wish: isSame ? null : wishFor([...without, [field.key, value]]) };
}

/** Removes the values of a deleted field, which no list shows any more. */
export const CLEAR_JOB: JobType<{ field_uuid: string }, Core> = {
  name: 'custom_field_values',
  is_shown: false,
  run: async (_, tx, { step }) => {
    const count = await queries.removeSome(tx, step.field_uuid, 1000);
    return count === 0 ? { completed: null } : { next: step };
  },
};
