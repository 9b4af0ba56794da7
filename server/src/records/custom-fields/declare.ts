import type {
  CustomField,
  CustomFieldConversion,
  CustomFieldConvert,
  CustomFieldCreate,
} from '@rapport/contract/custom-fields';
import { hasOptions } from '@rapport/contract/records/declared-fields';
import { type Caller, type Cause, lastingCause } from '../../access/caller.ts';
import { wholeAccount } from '../../access/reach.ts';
import { accountToWrite } from '../../access/rules.ts';
import { recordEvents } from '../../events/actions.ts';
import { listStates } from '../../events/look-ups.ts';
import { enqueue, getJob } from '../../jobs/actions.ts';
import { changedFields } from '../../platform/changed-fields.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { fieldsInvalid, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { fault } from '../fault.ts';
import type { AnyKind, RecordsCore } from '../kind.ts';
import { declaredIn, lockFields, withField } from './declared.ts';
import { fillJob } from './fill.ts';
import { collisionsIn } from './fit.ts';
import { labelFaults } from './labels.ts';
import { change, kindOf, lockField } from './locked.ts';
import * as queries from './queries.ts';
import { collisions, definitionFaults, keyOf, optionsAfter, tooMany } from './rules.ts';

/**
 * Declares a field. Values that records have under its key are read by a job. 422 when two of them
 * are alike and the field is unique, when another field is called so, or when the kind has a
 * hundred.
 */
export async function createField(
  core: RecordsCore,
  caller: Caller,
  { account_uuid: wanted, failing = 'keep', ...given }: CustomFieldCreate,
): Promise<CustomField | Problem> {
  const account_uuid = accountToWrite(caller, wanted, 'manage_fields');
  if (account_uuid instanceof Problem) return account_uuid;
  const kind = kindOf(core, given.resource);
  return core.db.transaction(async (tx) => {
    await lockFields(tx, account_uuid);
    const others = await declaredIn(tx, wholeAccount(account_uuid), given.resource);
    const full = tooMany(others.length, given.resource);
    if (full) return full;
    const field = newField(core, account_uuid, given, others);
    const faults = [...definitionFaults(field), ...labelFaults(others, null, field)];
    if (faults.length > 0) return fieldsInvalid(...faults);
    if (field.unique) {
      const twice = await collisionsIn(tx, kind, withField(field));
      if (twice.length > 0) return collisions(twice);
    }
    const filled = await withJob(core, tx, caller, kind, field, failing);
    if (!(await queries.insertField(tx, filled))) return keyTaken(others, field);
    await recordEvents(core, tx, caller, [
      { event: 'custom_field.created', account_uuid, record: filled, previous: null },
    ]);
    return filled;
  });
}

/**
 * Declares a deleted field again, as it was, with its versions and under its own uuid, for an undo.
 * A job reads the values that records have kept. 409 while its former values are being removed,
 * else as `createField`.
 */
export async function declareAgain(
  core: RecordsCore,
  tx: Transaction,
  caller: FieldCause,
  before: CustomField,
): Promise<CustomField | Problem> {
  const { account_uuid, resource } = before;
  const kind = kindOf(core, resource);
  const others = await declaredIn(tx, wholeAccount(account_uuid), resource);
  const full = tooMany(others.length, resource);
  if (full) return full;
  if ((await queries.removeSome(tx, before.uuid, REMOVED_AT_ONCE)) >= REMOVED_AT_ONCE) {
    return new Problem('conflict', 'Its values are still being removed from the lists. Try again later.');
  }
  const updated_at = toApiTime(core.clock.now());
  const group_name = before.group_name ?? null;
  const field = { ...before, group_name, job_uuid: null, version: before.version + 1, updated_at };
  if (others.some(({ key }) => key === field.key)) return keyTaken(others, field);
  const faults = labelFaults(others, null, field);
  if (faults.length > 0) return fieldsInvalid(...faults);
  const twice = field.unique ? await collisionsIn(tx, kind, withField(field)) : [];
  if (twice.length > 0) return collisions(twice);
  const filled = await withJob(core, tx, caller, kind, field, 'keep');
  if (!(await queries.insertField(tx, filled))) return keyTaken(others, field);
  // The versions went with the field. Its events tell them.
  await queries.insertVersions(tx, (await listStates(tx, account_uuid, field.uuid)) as CustomField[]);
  await recordEvents(core, tx, caller, [
    { event: 'custom_field.created', account_uuid, record: filled, previous: null },
  ]);
  return filled;
}

/** Takes a moment, as a step of the job that removes them. */
const REMOVED_AT_ONCE = 1000;

/** The field that a caller describes, as the last of its kind. */
function newField(
  { clock }: RecordsCore,
  account_uuid: string,
  given: Omit<CustomFieldCreate, 'account_uuid' | 'failing'>,
  others: CustomField[],
): CustomField {
  const now = toApiTime(clock.now());
  const keys = others.map(({ key }) => key);
  return {
    uuid: newUuid(clock.now()),
    account_uuid,
    resource: given.resource,
    key: given.key?.normalize() ?? keyOf(given.label, keys),
    label: given.label.trim(),
    help: given.help?.trim() || null,
    group_name: given.group_name?.trim() || null,
    type: given.type,
    options: optionsAfter([], given.options ?? []),
    required: given.required ?? false,
    unique: given.unique ?? false,
    position: given.position ?? Math.max(0, ...others.map(({ position }) => position)) + 1,
    archived_at: null,
    job_uuid: null,
    version: 1,
    created_at: now,
    updated_at: now,
  };
}

/** Changes the type of a field. Returns the job that reads its values anew, if there are any. */
export async function convertField(
  core: RecordsCore,
  caller: Caller,
  uuid: string,
  { type, options, failing = 'keep' }: CustomFieldConvert,
): Promise<CustomFieldConversion | Problem> {
  return core.db.transaction(async (tx) => {
    const before = await lockField(tx, caller, uuid, null);
    if (before instanceof Problem) return before;
    const given = options ? optionsAfter(before.options, options) : before.options;
    const job_uuid = await convertTo(core, tx, caller, before, { type, options: given }, failing);
    if (job_uuid instanceof Problem) return job_uuid;
    const job = await getJob({ ...core, db: tx, jobTypes: [fillJob(core.kinds)] }, caller, job_uuid);
    return job instanceof Problem ? job : { ...job, job_uuid };
  });
}

/** Gives a locked field another type. Returns the job that reads its values anew. */
export async function convertTo(
  core: RecordsCore,
  tx: Transaction,
  caller: FieldCause,
  before: CustomField,
  { type, options }: Pick<CustomField, 'type' | 'options'>,
  failing: 'keep' | 'clear',
): Promise<string | Problem> {
  const sound = {
    ...before,
    type,
    options: hasOptions(type) ? options : [],
    version: before.version + 1,
    updated_at: toApiTime(core.clock.now()),
  };
  const faults = definitionFaults(sound);
  if (faults.length > 0) return fieldsInvalid(...faults);
  const kind = kindOf(core, before.resource);
  if (sound.unique) {
    const twice = await collisionsIn(tx, kind, withField(sound));
    if (twice.length > 0) return collisions(twice);
  }
  const { used } = await queries.countUnder(tx, kind, before.account_uuid, before.key);
  const job_uuid = await enqueueFill(core, tx, caller, sound, failing, used);
  const filled = { ...sound, job_uuid };
  await change(core, tx, caller, filled, changedFields(before, filled)!);
  return job_uuid;
}

/** Why a field is declared, and whose right it is. */
type FieldCause = Cause & Pick<Caller, 'user_uuid'>;

/** The field with the job that reads its values, if records have any. */
async function withJob(
  core: RecordsCore,
  tx: Transaction,
  caller: FieldCause,
  kind: AnyKind,
  field: CustomField,
  failing: 'keep' | 'clear',
): Promise<CustomField> {
  const { used } = await queries.countUnder(tx, kind, field.account_uuid, field.key);
  if (used === 0) return field;
  return { ...field, job_uuid: await enqueueFill(core, tx, caller, field, failing, used) };
}

/** Enqueues the job that reads the values of a field; returns its uuid. */
async function enqueueFill(
  core: RecordsCore,
  tx: Transaction,
  caller: FieldCause,
  { account_uuid, uuid: field_uuid, resource }: CustomField,
  failing: 'keep' | 'clear',
  total_count: number,
): Promise<string> {
  const job_uuid = newUuid(core.clock.now());
  await enqueue(core, tx, fillJob(core.kinds), {
    uuid: job_uuid,
    step: {
      field_uuid,
      resource,
      after: null,
      failing,
      cause: lastingCause(caller),
      fit_count: 0,
      failing_count: 0,
    },
    account_uuid,
    user_uuid: caller.user_uuid,
    subject_uuid: field_uuid,
    total_count,
  });
  return job_uuid;
}

/** 422 that names the field which has the key. */
function keyTaken(others: CustomField[], { key }: CustomField): Problem {
  const holder = others.find((other) => other.key === key);
  const text = `is the key of the field "${holder?.label ?? key}" already. Choose another.`;
  return fieldsInvalid({ ...fault('/key', 'taken', text), ...(holder && { uuid: holder.uuid }) });
}
