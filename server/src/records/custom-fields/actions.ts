import type {
  CustomField,
  CustomFieldUpdate,
  CustomFieldVersion,
  UndeclaredKey,
} from '@rapport/contract/custom-fields';
import type { Caller } from '../../access/caller.ts';
import { type Reach, reachOf, reads, wholeAccount } from '../../access/reach.ts';
import { reachIn } from '../../access/rules.ts';
import { seenInLists } from '../../access/sight.ts';
import { changedFields } from '../../platform/changed-fields.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import type { RecordsCore } from '../kind.ts';
import { declaredIn, withField } from './declared.ts';
import { dropField } from './drop.ts';
import { labelFaults } from './labels.ts';
import { change, kindOf, lockField, WORD } from './locked.ts';
import * as queries from './queries.ts';
import { changedField, collisions, definitionFaults, refuseType } from './rules.ts';

/** The custom fields of the caller's Accounts, or of one, by kind and position. */
export async function listFields(
  { db }: RecordsCore,
  caller: Caller,
  account_uuid: string | null,
  resource: string | null,
): Promise<CustomField[] | Problem> {
  const reach = reachIn(caller, account_uuid);
  if (reach instanceof Problem) return reach;
  const fields = await declaredIn(db, reach, resource);
  return fields.filter((field) => isRead(reach, field)).map(({ field: _, ...field }) => field);
}

/** The keys that the caller's records of a kind have and no field declares. */
export async function listUndeclaredKeys(
  core: RecordsCore,
  caller: Caller,
  account_uuid: string | null,
  resource: string,
): Promise<UndeclaredKey[] | Problem> {
  const reach = reachIn(caller, account_uuid);
  if (reach instanceof Problem) return reach;
  return queries.listUndeclaredKeys(seenInLists(core.db, reach, 'whole'), kindOf(core, resource), reach);
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
  const reach = reachOf(caller);
  const versions = await queries.listVersions(core.db, reach, uuid);
  const isSeen = reach.scope === null || !((await getField(core, caller, uuid)) instanceof Problem);
  return isSeen && versions.length > 0 ? versions : notFound(WORD);
}

/** True for a field of a kind that may be read, and for who may see how the Account is set up. */
function isRead(reach: Reach, { resource }: { resource: string }): boolean {
  return reads(reach, resource) || reads(reach, 'custom_field');
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
    const others = await declaredIn(tx, wholeAccount(after.account_uuid), after.resource);
    const faults = [...definitionFaults(after), ...labelFaults(others, before, after)];
    const refusal = refuseType(before, given.type) ?? (faults.length > 0 ? fieldsInvalid(...faults) : null);
    if (refusal) return refusal;
    if (after.unique !== before.unique) {
      const refused = await switchUnique(tx, before, after.unique);
      if (refused) return refused;
    }
    return change(core, tx, caller, after, previous);
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
    await dropField(core, tx, caller, field);
    return null;
  });
}

async function switchUnique(tx: Transaction, field: CustomField, unique: boolean): Promise<Problem | null> {
  const declared = withField(field);
  const twice = unique ? await queries.findCollisions(tx, declared) : [];
  if (twice.length > 0) return collisions(twice);
  await queries.setUnique(tx, declared, unique);
  return null;
}
