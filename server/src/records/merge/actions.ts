import type { EventName } from '@rapport/contract/events';
import type { MergeRequest, MergeResult } from '@rapport/contract/records/merges';
import type { Caller } from '../../access/caller.ts';
import { writingOf } from '../../access/days.ts';
import { reachOf, wholeAccount } from '../../access/reach.ts';
import { refuseUnless } from '../../access/rules.ts';
import { seenBy } from '../../access/sight.ts';
import type { Change } from '../../events/change.ts';
import { waitForOtherChanges } from '../../events/feed-order.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import { changeOf } from '../decide.ts';
import { fault } from '../fault.ts';
import type { AnyKind, CrmRecord, RecordsCore, Writing } from '../kind.ts';
import { type Plan, type Prepared, planOf, prepare, write } from '../prepare.ts';
import * as records from '../queries.ts';
import { lookAround } from '../surroundings.ts';
import { validatorOf } from '../validation.ts';
import { refuseMerged } from './merged.ts';
import { findNaming, insertMerge } from './queries.ts';
import { mergedFields, redirected, takeFaults } from './rules.ts';

/** More records would hold the Account's other writers for too long. */
const MOVED_MAX = 10_000;

/** What is to be written of one kind. */
type Part = { kind: AnyKind; plan: Plan };

/**
 * Merges two records of one kind and Account into the first: it gets the values of both, all that
 * named the second names it, and the second is deleted and leads to it. One change, with an event
 * for each record. With `dry_run` it writes nothing, and answers the same but for what follows from
 * other records, such as the last activity.
 */
export async function mergeRecords(
  core: RecordsCore,
  kind: AnyKind,
  caller: Caller,
  uuid: string,
  { from_uuid: given_uuid, take = {}, dry_run = false }: MergeRequest,
): Promise<(MergeResult & { account_uuid: string }) | Problem> {
  const from_uuid = given_uuid.toLowerCase();
  if (from_uuid === uuid) return fieldsInvalid(fault('/from_uuid', 'wrong_value', 'must be another record.'));
  const parted = takeFaults(kind.definition, take);
  if (parted.length > 0) return fieldsInvalid(...parted);
  return core.db.transaction(async (tx) => {
    const pair = await lockPair(tx, kind, caller, uuid, from_uuid);
    if (pair instanceof Problem) return pair;
    const [into, from] = pair;
    const { account_uuid } = into;
    const writing = writingOf(core, caller, account_uuid);
    const merged = await planPair(core, tx, kind, into, from, take, writing);
    if (merged instanceof Problem) return merged;
    const moved = await planMoved(core, tx, kind, into, from, writing);
    if (moved instanceof Problem) return moved;
    const answer = {
      account_uuid,
      record: merged.plan.updates[0]!,
      moved: moved.map(({ kind, plan }) => ({ resource: kind.definition.name, count: plan.updates.length })),
    };
    if (dry_run) return answer;
    const cause = { ...caller, source: 'merge' as const };
    for (const { kind, plan } of [merged, ...moved]) {
      await write(core, tx, kind, cause, account_uuid, plan, writing.now);
    }
    const { external_id } = from;
    const resource = kind.definition.name;
    insertMerge(tx, {
      account_uuid,
      from_uuid,
      into_uuid: uuid,
      resource,
      external_id,
      merged_at: writing.now,
    });
    // Read again, because what follows from other records, such as its last activity, has changed.
    const record = (await records.findRecord<CrmRecord>(tx, kind, wholeAccount(account_uuid), uuid))!;
    return { ...answer, record };
  });
}

/** Both records, locked, with all other changes of the Account waiting. */
async function lockPair(
  tx: Transaction,
  kind: AnyKind,
  caller: Caller,
  uuid: string,
  from_uuid: string,
): Promise<[CrmRecord, CrmRecord] | Problem> {
  const { name } = kind.definition;
  const reach = reachOf(caller);
  const seen = seenBy(tx, reach);
  const found = await records.findRecord<CrmRecord>(seen, kind, reach, uuid);
  if (!found) return (await refuseMerged(seen, kind, reach, uuid)) ?? notFound(name);
  const { account_uuid } = found;
  const refusal = refuseUnless(caller, account_uuid, 'write_all', name);
  if (refusal) return refusal;
  waitForOtherChanges(tx, account_uuid);
  const locked = await records.lockRecords<CrmRecord>(tx, kind, account_uuid, [uuid, from_uuid]);
  const [into, from] = [uuid, from_uuid].map((one) => locked.find((record) => record.uuid === one));
  if (!into) return notFound(name);
  if (from) return [into, from];
  const text = `must be a ${name} of the same Account that is not deleted.`;
  return (
    (await refuseMerged(tx, kind, wholeAccount(account_uuid), from_uuid)) ??
    fieldsInvalid(fault('/from_uuid', 'not_found', text))
  );
}

/** The deletion of the one, which sets its external_id free, and the change of the other. */
async function planPair(
  core: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  into: CrmRecord,
  from: CrmRecord,
  take: MergeRequest['take'],
  writing: Writing,
): Promise<Part | Problem> {
  const given = mergedFields(kind.definition, into, from, take!);
  const faults = Object.keys(given).length > 0 ? validatorOf(kind.definition.update_schema)(given) : [];
  if (faults.length > 0) return fieldsInvalid(...faults);
  const around = await lookAround(tx, core.kinds, kind, into.account_uuid, [given]);
  const wishes = [
    { action: 'delete' as const, before: from },
    { action: 'update' as const, before: into, given },
  ];
  const prepared = await prepare(tx, kind, into.account_uuid, wishes, writing, around);
  const [deletion, update] = prepared;
  if (deletion instanceof Problem) return deletion;
  if (update instanceof Problem) return update;
  const gone = { ...deletion!, change: { ...deletion!.change!, merged_into_uuid: into.uuid } };
  return { kind, plan: planOf(kind, [gone, asMerged(kind, update!, from.uuid, writing)], around.declared) };
}

/** The update as a merge, which is one also when no value differs. */
function asMerged(kind: AnyKind, prepared: Prepared, merged_from_uuid: string, { now }: Writing): Prepared {
  const { revision, change } = prepared;
  const before = revision.before!;
  const record = change ? prepared.record : { ...before, version: before.version + 1, updated_at: now };
  const told: Change = change ?? changeOf(kind, 'merged', record, {}, before);
  const event = `${kind.definition.name}.merged` as EventName;
  return {
    ...prepared,
    record,
    revision: { ...revision, record },
    change: { ...told, event, merged_from_uuid },
  };
}

/** The changes of all records that name the one which goes. */
async function planMoved(
  core: RecordsCore,
  tx: Transaction,
  merged: AnyKind,
  into: CrmRecord,
  from: CrmRecord,
  writing: Writing,
): Promise<Part[] | Problem> {
  const { account_uuid } = into;
  const parts: Part[] = [];
  let left = MOVED_MAX;
  for (const kind of core.kinds) {
    const { definition } = kind;
    const uuids = await findNaming(tx, kind, account_uuid, merged.definition.name, from.uuid);
    left -= uuids.length;
    if (left < 0) return tooMany(merged);
    const others = uuids.filter((uuid) => uuid !== into.uuid && uuid !== from.uuid);
    if (others.length === 0) continue;
    const found = await records.lockRecords<CrmRecord>(tx, kind, account_uuid, others);
    const wishes = found.map((before) => ({
      action: 'update' as const,
      before,
      given: redirected(definition, before, from.uuid, into.uuid),
    }));
    const around = await lookAround(
      tx,
      core.kinds,
      kind,
      account_uuid,
      wishes.map(({ given }) => given),
    );
    const prepared = await prepare(tx, kind, account_uuid, wishes, writing, around);
    const refused = prepared.findIndex((one) => one instanceof Problem);
    if (refused >= 0) return cannotFollow(kind, found[refused]!, prepared[refused] as Problem);
    parts.push({ kind, plan: planOf(kind, prepared, around.declared) });
  }
  return parts;
}

function tooMany({ definition }: AnyKind): Problem {
  const detail = `More than ${MOVED_MAX} records name the ${definition.name} that goes. Merge the other way round.`;
  return new Problem('limit_reached', detail);
}

function cannotFollow({ definition }: AnyKind, { uuid }: CrmRecord, { detail }: Problem): Problem {
  return new Problem('conflict', `The ${definition.name} ${uuid} names it and cannot be changed: ${detail}`);
}
