import type { ListDefinition } from '@rapport/contract/list-definition';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { VIEWS_MAX, type View, type ViewCreate, type ViewUpdate } from '@rapport/contract/views';
import type { Caller } from '../access/caller.ts';
import { momentOf } from '../access/days.ts';
import { type Reach, reachOf, wholeAccount } from '../access/reach.ts';
import { accountToWrite, reachIn } from '../access/rules.ts';
import { nudge, nudgeUser } from '../live/nudge.ts';
import { tellOfView } from '../notifications/actions.ts';
import { changedFields } from '../platform/changed-fields.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { versionMismatch } from '../platform/http/server/etag.ts';
import { newUuid } from '../platform/ids.ts';
import { fieldsInvalid, notFound, Problem } from '../platform/problem.ts';
import { type Clock, toApiTime } from '../platform/time/clock.ts';
import * as queries from './queries.ts';
import { asKept, goneFrom, isMarkOnly, refuseChange, refuseMore, viewFaults } from './rules.ts';

/** Returns the list of a kind as an Account has it. */
type ListOf = (definition: RecordDefinition, account_uuid: string) => ListDefinition;

/**
 * The core of the verbs, with all kinds of record, of which each has lists and so views. `listsOf`
 * adds to a list what these Accounts have declared.
 */
export type ViewsCore = Core & {
  definitions: readonly RecordDefinition[];
  listsOf: (db: Queryable, reach: Reach) => Promise<ListOf>;
};

/** The most views in a list: more are of no use to anybody, and the list is answered whole. */
const LISTED_MAX = 10 * VIEWS_MAX;

/** The views that the caller sees, in their own order. */
export async function listViews(
  core: ViewsCore,
  caller: Caller,
  { account_uuid = null, resource = null }: { account_uuid?: string | null; resource?: string | null },
): Promise<View[] | Problem> {
  const reach = reachIn(caller, account_uuid);
  if (reach instanceof Problem) return reach;
  const seer = { user_uuid: caller.user_uuid, reach };
  const rows = await queries.listViews(core.db, seer, resource, LISTED_MAX);
  const listOf = await listsFor(core, core.db, rows);
  return rows.map((row) => asView(core, caller, row, listOf));
}

export async function getView(core: ViewsCore, caller: Caller, uuid: string): Promise<View | Problem> {
  const found = await findView(core.db, caller, uuid);
  return found instanceof Problem ? found : viewOf(core, core.db, caller, found);
}

/** The view that a list is asked to run. 404 when the caller does not see it. */
export async function findView(
  db: Queryable,
  caller: Caller,
  uuid: string,
): Promise<queries.ViewRow | Problem> {
  return (await queries.findView(db, seerOf(caller), uuid)) ?? notFound('view');
}

/** Makes a view. A viewer makes views of their own, and shares none. */
export async function createView(
  core: ViewsCore,
  caller: Caller,
  { account_uuid: wanted, ...given }: ViewCreate,
): Promise<View | Problem> {
  const permission = given.shared ? 'write_records' : 'read';
  const account_uuid = accountToWrite(caller, wanted, permission);
  if (account_uuid instanceof Problem) return account_uuid;
  const definition = core.definitions.find(({ name }) => name === given.resource);
  if (!definition) return fieldsInvalid(unknownKind(core));
  const list = (await core.listsOf(core.db, wholeAccount(account_uuid)))(definition, account_uuid);
  const faults = viewFaults(definition, list, given, momentOf(core, caller, account_uuid));
  if (faults.length > 0) return fieldsInvalid(...faults);
  const now = toApiTime(core.clock.now());
  const view: queries.ViewRow = {
    uuid: newUuid(core.clock.now()),
    account_uuid,
    owner_uuid: caller.user_uuid,
    resource: given.resource,
    name: given.name.trim(),
    shared: given.shared ?? false,
    query: asKept(given.query ?? ''),
    columns: given.columns ?? null,
    layout: given.layout ?? 'table',
    group_by: given.group_by ?? null,
    pinned: given.pinned ?? true,
    position: given.position ?? null,
    version: 1,
    created_at: now,
    updated_at: now,
  };
  return core.db.transaction(async (tx) => {
    const refusal = refuseMore(await queries.lockAndCount(tx, caller.user_uuid, account_uuid));
    if (refusal) return refusal;
    await queries.insertView(tx, view);
    await queries.markView(tx, caller.user_uuid, view);
    nudgeSeers(tx, caller, view, view.shared);
    if (view.shared) await tellOfView(core, tx, caller, view);
    return viewOf(core, tx, caller, view);
  });
}

/**
 * Changes a view for everybody who sees it. `pinned` and `position` are only the caller's own, and
 * make no new version.
 */
export async function updateView(
  core: ViewsCore,
  caller: Caller,
  uuid: string,
  given: ViewUpdate,
  expectedVersions: number[] | null,
): Promise<View | Problem> {
  return core.db.transaction(async (tx) => {
    const before = await queries.lockView(tx, seerOf(caller), uuid);
    if (!before) return notFound('view');
    const refusal =
      versionMismatch(before.version, expectedVersions) ??
      (isMarkOnly(given) ? null : refuseChange(caller, before, given));
    if (refusal) return refusal;
    const definition = definitionOf(core, before);
    const moment = momentOf(core, caller, before.account_uuid);
    const listOf = await core.listsOf(tx, wholeAccount(before.account_uuid));
    const faults = definition
      ? viewFaults(definition, listOf(definition, before.account_uuid), given, moment)
      : [unknownKind(core)];
    if (faults.length > 0) return fieldsInvalid(...faults);
    const changed = {
      ...before,
      ...given,
      ...(given.name !== undefined && { name: given.name.trim() }),
      ...(given.query !== undefined && { query: asKept(given.query) }),
    };
    const { pinned, position } = changed;
    if (pinned !== before.pinned || position !== before.position)
      await queries.markView(tx, caller.user_uuid, changed);
    if (changedFields({ ...before, pinned, position }, changed) === null) {
      nudgeSeers(tx, caller, changed, false);
      return asView(core, caller, changed, listOf);
    }
    const now = toApiTime(core.clock.now());
    const after = { ...changed, version: before.version + 1, updated_at: now };
    await queries.updateView(tx, after);
    nudgeSeers(tx, caller, after, before.shared || after.shared);
    if (after.shared && !before.shared) await tellOfView(core, tx, caller, after);
    return asView(core, caller, after, listOf);
  });
}

export async function deleteView(
  core: ViewsCore,
  caller: Caller,
  uuid: string,
  expectedVersions: number[] | null,
): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const view = await queries.lockView(tx, seerOf(caller), uuid);
    if (!view) return notFound('view');
    const refusal = versionMismatch(view.version, expectedVersions) ?? refuseChange(caller, view, {});
    if (refusal) return refusal;
    await queries.deleteView(tx, view);
    nudgeSeers(tx, caller, view, view.shared);
    return null;
  });
}

/** Has the pages told on which a view stands: those of all members, or of the caller alone. */
function nudgeSeers(tx: Transaction, caller: Caller, view: queries.ViewRow, isOfAll: boolean): void {
  const { account_uuid, uuid } = view;
  if (isOfAll) nudge(tx, caller.change_uuid, [{ resource: 'view', account_uuid, uuid }]);
  else nudgeUser(tx, caller.user_uuid, 'view', caller.change_uuid);
}

function seerOf(caller: Caller): queries.Seer {
  return { user_uuid: caller.user_uuid, reach: reachOf(caller) };
}

function definitionOf(
  { definitions }: ViewsCore,
  { resource }: queries.ViewRow,
): RecordDefinition | undefined {
  return definitions.find(({ name }) => name === resource);
}

/** The view with what its query and its columns ask that the list no longer has. */
function asView(core: ViewsCore, caller: Caller, row: queries.ViewRow, listOf: ListOf): View {
  const definition = definitionOf(core, row);
  const moment = momentOf(core as { clock: Clock }, caller, row.account_uuid);
  const { version, created_at, updated_at, ...first } = row;
  const faults = definition ? goneFrom(listOf(definition, row.account_uuid), row, moment) : [];
  // Views were kept that asked for a board of a kind without one.
  const layout = definition?.has_board ? row.layout : 'table';
  return { ...first, layout, faults, version, created_at, updated_at };
}

async function viewOf(core: ViewsCore, db: Queryable, caller: Caller, row: queries.ViewRow): Promise<View> {
  return asView(core, caller, row, await listsFor(core, db, [row]));
}

/** The lists of the views, with declared fields only if a view names one. */
async function listsFor(core: ViewsCore, db: Queryable, rows: queries.ViewRow[]): Promise<ListOf> {
  const named = rows.filter((row) =>
    JSON.stringify([row.query, row.columns, row.group_by]).includes('custom.'),
  );
  if (named.length === 0) return ({ list }) => list;
  return core.listsOf(db, wholeAccount(...new Set(named.map(({ account_uuid }) => account_uuid))));
}

function unknownKind({ definitions }: ViewsCore) {
  const names = definitions.map(({ name }) => name).join(', ');
  return {
    pointer: '/resource',
    code: 'not_in_list' as const,
    detail: `/resource must be a kind of record: ${names}.`,
  };
}
