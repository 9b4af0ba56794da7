import type {
  CustomField,
  CustomFieldConvert,
  CustomFieldCreate,
  CustomFieldFit,
  CustomFieldPreview,
  CustomFieldUpdate,
  CustomFieldVersion,
} from '@rapport/contract/custom-fields';
import type { Caller } from '../../access/caller.ts';
import { accountsOf, accountToWrite, readableAccounts, refuseUnless } from '../../access/rules.ts';
import { recordEvents } from '../../events/actions.ts';
import { enqueue } from '../../jobs/actions.ts';
import { changedFields } from '../../platform/changed-fields.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { versionMismatch } from '../../platform/http/server/etag.ts';
import { newUuid } from '../../platform/ids.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { fault } from '../fault.ts';
import type { AnyKind, RecordsCore } from '../kind.ts';
import { declaredIn, lockFields, withField } from './declared.ts';
import { CLEAR_JOB, fillJob } from './fill.ts';
import { collisionsIn, EXAMPLES_MAX, fitOf } from './fit.ts';
import * as queries from './queries.ts';
import {
  changedField,
  collisions,
  definitionFaults,
  keyOf,
  optionsAfter,
  refuseType,
  refuseWhileReading,
  tooMany,
} from './rules.ts';

const WORD = 'custom field';

/** The custom fields of the caller's Accounts, or of one, by kind and position. */
export async function listFields(
  { db }: RecordsCore,
  caller: Caller,
  account_uuid: string | null,
  resource: string | null,
): Promise<CustomField[] | Problem> {
  const account_uuids = readableAccounts(caller, account_uuid);
  if (account_uuids instanceof Problem) return account_uuids;
  return (await declaredIn(db, account_uuids, resource)).map(({ field: _, ...field }) => field);
}

export async function getField(
  core: RecordsCore,
  caller: Caller,
  uuid: string,
): Promise<CustomField | Problem> {
  const fields = await listFields(core, caller, null, null);
  if (fields instanceof Problem) return fields;
  return fields.find((field) => field.uuid === uuid) ?? notFound(WORD);
}

export async function listFieldVersions(
  core: RecordsCore,
  caller: Caller,
  uuid: string,
): Promise<CustomFieldVersion[] | Problem> {
  const versions = await queries.listVersions(core.db, accountsOf(caller), uuid);
  return versions.length > 0 ? versions : notFound(WORD);
}

/**
 * Declares a field. Values that records have under its key are read by a job. 422 when two of them
 * are alike and the field is unique, or when the kind has a hundred fields.
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
    const others = await declaredIn(tx, [account_uuid], given.resource);
    const full = tooMany(others.length, given.resource);
    if (full) return full;
    const now = toApiTime(core.clock.now());
    const field: CustomField = {
      uuid: newUuid(core.clock.now()),
      account_uuid,
      resource: given.resource,
      key:
        given.key?.normalize() ??
        keyOf(
          given.label,
          others.map(({ key }) => key),
        ),
      label: given.label.trim(),
      help: given.help?.trim() || null,
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
    const faults = definitionFaults(field);
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

/** Changes all of a field but its key and its type. Turning on `unique` lists what stands twice. */
export async function updateField(
  core: RecordsCore,
  caller: Caller,
  uuid: string,
  given: CustomFieldUpdate,
  expectedVersions: number[] | null,
): Promise<CustomField | Problem> {
  return core.db.transaction(async (tx) => {
    const before = await lockField(tx, caller, uuid, expectedVersions);
    if (before instanceof Problem) return before;
    const after = changedField(before, given, toApiTime(core.clock.now()));
    const previous = changedFields(before, after);
    if (previous === null) return before;
    const faults = definitionFaults(after);
    const refusal = refuseType(before, given.type) ?? (faults.length > 0 ? fieldsInvalid(...faults) : null);
    if (refusal) return refusal;
    if (after.unique !== before.unique) {
      const refused = await switchUnique(tx, before, after.unique);
      if (refused) return refused;
    }
    return change(core, tx, caller, after, previous);
  });
}

/** Changes the type of a field, and has a job read its values anew. */
export async function convertField(
  core: RecordsCore,
  caller: Caller,
  uuid: string,
  { type, options, failing = 'keep' }: CustomFieldConvert,
): Promise<CustomField | Problem> {
  return core.db.transaction(async (tx) => {
    const before = await lockField(tx, caller, uuid, null);
    if (before instanceof Problem) return before;
    const now = toApiTime(core.clock.now());
    const given = options ?? (['choice', 'choices'].includes(type) ? before.options : []);
    const after = {
      ...before,
      type,
      options: optionsAfter(options ? before.options : [], given),
      version: before.version + 1,
      updated_at: now,
    };
    const sound = ['choice', 'choices'].includes(type) ? after : { ...after, options: [] };
    const faults = definitionFaults(sound);
    if (faults.length > 0) return fieldsInvalid(...faults);
    const kind = kindOf(core, before.resource);
    if (sound.unique) {
      const twice = await collisionsIn(tx, kind, withField(sound));
      if (twice.length > 0) return collisions(twice);
    }
    const filled = await withJob(core, tx, caller, kind, { ...sound, job_uuid: null }, failing);
    const previous = changedFields(before, filled);
    return previous === null ? before : change(core, tx, caller, filled, previous);
  });
}

/** Deletes a field. The values of records stay in `custom`, and are those of no field then. */
export async function deleteField(
  core: RecordsCore,
  caller: Caller,
  uuid: string,
  expectedVersions: number[] | null,
): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const field = await lockField(tx, caller, uuid, expectedVersions, true);
    if (field instanceof Problem) return field;
    const { account_uuid } = field;
    await queries.deleteField(tx, field);
    const { user_uuid } = caller;
    await enqueue(core, tx, CLEAR_JOB, { step: { field_uuid: uuid }, account_uuid, user_uuid });
    await recordEvents(core, tx, caller, [
      { event: 'custom_field.deleted', account_uuid, record: field, previous: null },
    ]);
    return null;
  });
}

/** Tries how the values that records have under a key fit a type. It changes nothing. */
export async function previewField(
  core: RecordsCore,
  caller: Caller,
  preview: CustomFieldPreview,
): Promise<CustomFieldFit | Problem> {
  const field = triedField(caller, preview);
  if (field instanceof Problem) return field;
  const { resource, examples_max = EXAMPLES_MAX } = preview;
  return fitOf(core.db, kindOf(core, resource), withField(field), examples_max);
}

/** The field of a preview, which is not declared. */
function triedField(caller: Caller, preview: CustomFieldPreview): CustomField | Problem {
  const account_uuid = accountToWrite(caller, preview.account_uuid, 'manage_fields');
  if (account_uuid instanceof Problem) return account_uuid;
  const { resource, type, options = [] } = preview;
  const key = preview.key.normalize();
  const nothing = { help: null, required: false, unique: false, position: 0, archived_at: null };
  const at = { job_uuid: null, version: 1, created_at: '', updated_at: '' };
  const uuid = '00000000-0000-0000-0000-000000000000';
  const field = { uuid, account_uuid, resource, key, label: key, type, ...nothing, ...at };
  const tried = { ...field, options: optionsAfter([], options) };
  const faults = definitionFaults(tried);
  return faults.length > 0 ? fieldsInvalid(...faults) : tried;
}

function kindOf({ kinds }: RecordsCore, resource: string): AnyKind {
  return kinds.find(({ definition }) => definition.name === resource)!;
}

/** Locks a field, and lets those wait who write records of its Account. */
async function lockField(
  tx: Transaction,
  caller: Caller,
  uuid: string,
  expectedVersions: number[] | null,
  evenWhileReading = false,
): Promise<CustomField | Problem> {
  const [found] = (await declaredIn(tx, accountsOf(caller))).filter((field) => field.uuid === uuid);
  if (!found) return notFound(WORD);
  const refusal = refuseUnless(caller, found.account_uuid, 'manage_fields', WORD);
  if (refusal) return refusal;
  await lockFields(tx, found.account_uuid);
  const field = await queries.lockField(tx, accountsOf(caller), uuid);
  if (!field) return notFound(WORD);
  return (
    versionMismatch(field.version, expectedVersions) ??
    (evenWhileReading ? null : refuseWhileReading(field)) ??
    field
  );
}

/** The field with the job that reads its values, if records have any. */
async function withJob(
  core: RecordsCore,
  tx: Transaction,
  caller: Caller,
  kind: AnyKind,
  field: CustomField,
  failing: 'keep' | 'clear',
): Promise<CustomField> {
  const { account_uuid, uuid: field_uuid, key } = field;
  const { used } = await queries.countUnder(tx, kind, account_uuid, key);
  if (used === 0) return field;
  const { actor, request_id, change_uuid, source, oauth_client_uuid, address } = caller;
  const cause = { actor, request_id, change_uuid, source, oauth_client_uuid, address };
  const job_uuid = newUuid(core.clock.now());
  await enqueue(core, tx, fillJob(core.kinds), {
    uuid: job_uuid,
    step: {
      field_uuid,
      resource: field.resource,
      after: null,
      failing,
      cause,
      fit_count: 0,
      failing_count: 0,
    },
    account_uuid,
    user_uuid: caller.user_uuid,
    total_count: used,
  });
  return { ...field, job_uuid };
}

async function switchUnique(tx: Transaction, field: CustomField, unique: boolean): Promise<Problem | null> {
  const declared = withField(field);
  const twice = unique ? await queries.findCollisions(tx, declared) : [];
  if (twice.length > 0) return collisions(twice);
  await queries.setUnique(tx, declared, unique);
  return null;
}

async function change(
  core: RecordsCore,
  tx: Transaction,
  caller: Caller,
  after: CustomField,
  previous: Record<string, unknown>,
): Promise<CustomField> {
  await queries.updateField(tx, after);
  await recordEvents(core, tx, caller, [
    { event: 'custom_field.updated', account_uuid: after.account_uuid, record: after, previous },
  ]);
  return after;
}

/** 422 that names the field which has the key. */
function keyTaken(others: CustomField[], { key }: CustomField): Problem {
  const holder = others.find((other) => other.key === key);
  const text = `is the key of the field "${holder?.label ?? key}" already. Choose another.`;
  return fieldsInvalid({ ...fault('/key', 'taken', text), ...(holder && { uuid: holder.uuid }) });
}
