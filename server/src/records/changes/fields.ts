import { isDeepStrictEqual } from 'node:util';
import type { KeptValue } from '@rapport/contract/changes';
import type { CustomField } from '@rapport/contract/custom-fields';
import { wholeAccount } from '../../access/reach.ts';
import { changedFields } from '../../platform/changed-fields.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { convertTo, declareAgain } from '../custom-fields/declare.ts';
import { declaredIn, lockFields } from '../custom-fields/declared.ts';
import { dropField } from '../custom-fields/drop.ts';
import { labelFaults } from '../custom-fields/labels.ts';
import { change, kindOf } from '../custom-fields/locked.ts';
import { countUnder, findLocked } from '../custom-fields/queries.ts';
import { changedField, definitionFaults } from '../custom-fields/rules.ts';
import type { RecordsCore } from '../kind.ts';
import type { Done } from './rules.ts';
import type { Undo } from './undo.ts';

type Kept = Omit<KeptValue, 'resource' | 'uuid'>;

/** What an undo gives a custom field, and what it leaves as it is. */
type FieldAim = { given: Record<string, unknown>; kept: Kept[] };

/**
 * Takes back what a change did to custom fields. One that it made is deleted; it is archived while
 * records have values in it. One that it deleted is declared again, and one of another type gets
 * its former one.
 */
export async function takeBackFields(
  core: RecordsCore,
  tx: Transaction,
  undo: Undo,
  fields: Map<string, Done>,
): Promise<{ undone: number; kept: KeptValue[] }> {
  const { account_uuid, writing, may_fields } = undo;
  const sum = { undone: 0, kept: [] as KeptValue[] };
  // Behind the lock of the feed, as for all who write records.
  await lockFields(tx, account_uuid);
  for (const [uuid, done] of fields) {
    const field = await findLocked(tx, wholeAccount(account_uuid), uuid);
    if (may_fields && !field && done.was === 'alive' && done.became === 'deleted') {
      const refusal = await declareDeleted(core, tx, undo, done);
      if (refusal === null) sum.undone += 1;
      else sum.kept.push({ resource: 'custom_field', uuid, field: null, reason: refusal });
      continue;
    }
    const { given, kept } = may_fields ? fieldAim(field, done, writing.now) : notAllowed();
    if (field && given.archived_at && done.was === 'absent' && !(await isUsed(core, tx, field))) {
      await dropField(core, tx, callerOf(undo), field);
      sum.undone += 1;
    } else if (field && Object.keys(given).length > 0) {
      const refusal = await putField(core, tx, undo, field, given);
      if (refusal === null) sum.undone += 1;
      else kept.push(refusal);
    }
    sum.kept.push(...kept.map((one) => ({ resource: 'custom_field', uuid, ...one })));
  }
  return sum;
}

async function isUsed(core: RecordsCore, tx: Transaction, field: CustomField): Promise<boolean> {
  const kind = kindOf(core, field.resource);
  return (await countUnder(tx, kind, field.account_uuid, field.key)).used > 0;
}

function callerOf({ cause }: Undo) {
  return { ...cause, user_uuid: cause.actor.user_uuid! };
}

/** Null, or why the field cannot be there again. */
async function declareDeleted(
  core: RecordsCore,
  tx: Transaction,
  undo: Undo,
  { left }: Done,
): Promise<string | null> {
  const again = await declareAgain(core, tx, callerOf(undo), left as CustomField);
  if (!(again instanceof Problem)) return null;
  const [first] = again.errors ?? [];
  if (first?.code === 'taken')
    return `Another custom field has its ${first.pointer.slice(1)} now. Delete or rename that one.`;
  return first?.code === 'not_unique' ? 'It is unique, and a value stands twice now.' : again.detail;
}

async function putField(
  core: RecordsCore,
  tx: Transaction,
  undo: Undo,
  field: CustomField,
  given: FieldAim['given'],
): Promise<Kept | null> {
  if (given.type !== undefined) {
    const former = { ...field, ...given } as CustomField;
    const converted = await convertTo(core, tx, callerOf(undo), field, former, 'keep');
    if (!(converted instanceof Problem)) return null;
    return { field: 'type', reason: converted.errors?.[0]?.detail ?? converted.detail };
  }
  const { cause, writing } = undo;
  const after = changedField(field, given, writing.now);
  const others = await declaredIn(tx, wholeAccount(field.account_uuid), field.resource);
  const [fault] = [...definitionFaults(after), ...labelFaults(others, field, after)];
  if (fault) return { field: fault.pointer.split('/')[1] ?? null, reason: fault.detail };
  await change(core, tx, cause, after, changedFields(field, after) ?? {});
  return null;
}

/** How to take back what a change did to a field as it is now. */
function fieldAim(field: CustomField | undefined, done: Done, now: string): FieldAim {
  const keep = (reason: string): FieldAim => ({ given: {}, kept: [{ field: null, reason }] });
  if (!field) return keep('The custom field was deleted. Its values are still in custom.');
  if (field.job_uuid !== null) return keep('The values of records are being read anew. Try again later.');
  const values = field as unknown as Record<string, unknown>;
  if (done.was === 'absent') {
    const isSame =
      isDeepStrictEqual(values.label, done.left.label) &&
      isDeepStrictEqual(values.options, done.left.options);
    if (!isSame) return keep('It has changed since.');
    return field.archived_at === null ? { given: { archived_at: now }, kept: [] } : { given: {}, kept: [] };
  }
  const aim: FieldAim = { given: {}, kept: [] };
  for (const [name, { before, after }] of done.fields) {
    if (name === 'job_uuid' || isDeepStrictEqual(before, after)) continue;
    if (!PUT_BACK.includes(name))
      aim.kept.push({ field: name, reason: 'It concerns the values of records. Change it by hand.' });
    else if (isDeepStrictEqual(values[name], after) && !done.between.has(name)) aim.given[name] = before;
    else aim.kept.push({ field: name, reason: 'It has changed since.' });
  }
  return aim;
}

/** All but whether it is unique, which concerns the values of records. */
const PUT_BACK = ['label', 'help', 'group_name', 'type', 'options', 'required', 'position', 'archived_at'];

function notAllowed(): FieldAim {
  const reason = 'Only owners and admins change custom fields. Ask one of them.';
  return { given: {}, kept: [{ field: null, reason }] };
}
