import type { Tag, TagUpdate } from '@rapport/contract/tags';
import { type Caller, lastingCause } from '../../access/caller.ts';
import { reachOf } from '../../access/reach.ts';
import { reachIn, refuseUnless } from '../../access/rules.ts';
import { seenInLists } from '../../access/sight.ts';
import { enqueue } from '../../jobs/actions.ts';
import { nudge } from '../../live/nudge.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { versionMismatch } from '../../platform/http/server/etag.ts';
import { newUuid } from '../../platform/ids.ts';
import { queryInvalid } from '../../platform/lists/filters.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { renameTagInViews } from '../../views/rename-tag.ts';
import { fault } from '../fault.ts';
import type { RecordsCore } from '../kind.ts';
import * as queries from './queries.ts';
import { type Retag, retagSome, retagType } from './retag.ts';

type TagRow = queries.TagRow;

const WORD = 'tag';

/** The tags that records have, of the caller's Accounts or of one, and of all kinds or of one. */
export async function listTags(
  core: RecordsCore,
  caller: Caller,
  { account_uuid = null, resource = null }: { account_uuid?: string | null; resource?: string | null },
): Promise<Tag[] | Problem> {
  const reach = reachIn(caller, account_uuid);
  if (reach instanceof Problem) return reach;
  const kinds = core.kinds.filter(({ definition }) => resource === null || definition.name === resource);
  if (kinds.length === 0) {
    const names = core.kinds.map(({ definition }) => definition.name).join(', ');
    return queryInvalid([
      { pointer: 'resource', code: 'not_in_list', detail: `resource must be one of ${names}.` },
    ]);
  }
  return queries.listTags(seenInLists(core.db, reach, 'whole'), kinds, reach);
}

/**
 * Gives a tag another name or colour. A name is written into all records that have the tag, as one
 * change. 422 when records have another tag of that name: the two are merged instead.
 */
export async function updateTag(
  core: RecordsCore,
  caller: Caller,
  uuid: string,
  given: TagUpdate,
  expectedVersions: number[] | null,
): Promise<Tag | Problem> {
  return core.db.transaction(async (tx) => {
    const before = await lockTag(tx, caller, uuid);
    if (before instanceof Problem) return before;
    const refusal = versionMismatch(before.version, expectedVersions);
    if (refusal) return refusal;
    const name = given.name?.trim().normalize() ?? before.name;
    const { color = before.color } = given;
    if (name === before.name && color === before.color) return counted(core, tx, before);
    const after = { ...before, name, color, ...newVersion(core, before) };
    if (name === before.name) {
      await queries.updateTag(tx, after);
      nudgeOfTag(tx, caller, after);
      return counted(core, tx, after);
    }
    const taken = await makeWay(core, tx, before, name);
    if (taken instanceof Problem) return taken;
    await queries.updateTag(tx, after);
    // The former name keeps its colour, for the day when the change is taken back.
    if (!taken.isSame) {
      await queries.insertTag(tx, { ...before, uuid: newUuid(core.clock.now()), job_uuid: null });
    }
    return spread(core, tx, caller, after, before.name);
  });
}

/** Gives all records that have the tag `from_uuid` this one instead, as one change. */
export async function mergeTags(
  core: RecordsCore,
  caller: Caller,
  uuid: string,
  from_uuid: string,
): Promise<Tag | Problem> {
  return core.db.transaction(async (tx) => {
    const into = await lockTag(tx, caller, uuid);
    if (into instanceof Problem) return into;
    const from = await lockTag(tx, caller, from_uuid);
    const isOther = !(from instanceof Problem) && from.uuid !== into.uuid;
    if (from instanceof Problem || !isOther || from.account_uuid !== into.account_uuid) {
      if (from instanceof Problem && from.code !== 'not_found') return from;
      return fieldsInvalid(fault('/from_uuid', 'not_found', 'must be another tag of the same Account.'));
    }
    return spread(core, tx, caller, into, from.name);
  });
}

/** Locks a tag that the caller may change, and on which no job works. */
async function lockTag(tx: Transaction, caller: Caller, uuid: string): Promise<TagRow | Problem> {
  const [tag] = await queries.lockTags(tx, reachOf(caller), [uuid]);
  if (!tag) return notFound(WORD);
  const refusal = refuseUnless(caller, tag.account_uuid, 'write_all', WORD);
  if (refusal) return refusal;
  if (tag.job_uuid === null) return tag;
  const detail = `The tag "${tag.name}" is being written into many records. Wait for the job ${tag.job_uuid}.`;
  return new Problem('conflict', detail);
}

/**
 * Makes the new name free. A tag that no record has any more gives it up. `isSame` when only the
 * spelling of the tag itself changes.
 */
async function makeWay(
  core: RecordsCore,
  tx: Transaction,
  tag: TagRow,
  name: string,
): Promise<{ isSame: boolean } | Problem> {
  const holder = await queries.findByName(tx, tag, name);
  if (!holder) return { isSame: false };
  if (holder.is_same) return { isSame: true };
  const counts = await queries.countTag(tx, core.kinds, holder);
  if (Object.keys(counts).length === 0 && holder.job_uuid === null) {
    await queries.deleteTag(tx, holder);
    return { isSame: false };
  }
  const text = `is the name of another tag. Merge them: POST /api/v2/tags/${holder.uuid}/merge.`;
  return fieldsInvalid({ ...fault('/name', 'taken', text), uuid: holder.uuid });
}

/**
 * Writes a tag in the place of another into all records, at once, or by a job if they are many, and
 * into the saved views.
 */
async function spread(
  core: RecordsCore,
  tx: Transaction,
  caller: Caller,
  tag: TagRow,
  from: string,
): Promise<Tag> {
  const { account_uuid, name: to } = tag;
  const { change_uuid } = caller;
  const kinds = core.kinds.map(({ definition }) => definition.name);
  const retag: Retag = { account_uuid, from, to, cause: lastingCause(caller), kinds, after: null, done: 0 };
  nudgeOfTag(tx, caller, tag);
  const { next } = await retagSome(core, tx, retag);
  // After the records, as an undo has it: two that meet take their locks in one order.
  const now = toApiTime(core.clock.now());
  await renameTagInViews(tx, { account_uuid, change_uuid, now }, { from, to });
  if (next === null) return counted(core, tx, tag);
  const job_uuid = newUuid(core.clock.now());
  await enqueue(core, tx, retagType(core.kinds), {
    uuid: job_uuid,
    step: next,
    account_uuid,
    user_uuid: caller.user_uuid,
    subject_uuid: tag.uuid,
  });
  const busy = { ...tag, job_uuid };
  await queries.updateTag(tx, busy);
  return counted(core, tx, busy);
}

function nudgeOfTag(tx: Transaction, { change_uuid }: Caller, { account_uuid, uuid }: TagRow): void {
  nudge(tx, change_uuid, [{ resource: 'tag', account_uuid, uuid }]);
}

function newVersion({ clock }: RecordsCore, { version }: TagRow) {
  return { version: version + 1, updated_at: toApiTime(clock.now()) };
}

async function counted({ kinds }: RecordsCore, tx: Transaction, tag: TagRow): Promise<Tag> {
  const counts = await queries.countTag(tx, kinds, tag);
  const { uuid, account_uuid, name, color, ...rest } = tag;
  const count = Object.values(counts).reduce((sum, one) => sum + one, 0);
  return { uuid, account_uuid, name, color, count, counts, ...rest };
}
