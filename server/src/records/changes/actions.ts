import type { Change, ChangeInFull, KeptValue, UndoResult } from '@rapport/contract/changes';
import { RECORDS } from '@rapport/contract/records/all';
import { WRITES_OF_RECORDS, writeScopeOf } from '@rapport/contract/scopes';
import { type Caller, lastingCause } from '../../access/caller.ts';
import { writingOf } from '../../access/days.ts';
import { accountsIn, isNarrowedIn, may, reachOf, wholeAccount } from '../../access/reach.ts';
import { changeNotAllowed, reachIn, refuseUnless } from '../../access/rules.ts';
import { refuseScope } from '../../access/scope.ts';
import { seenBy } from '../../access/sight.ts';
import { isThroughMcp } from '../../access/through-mcp.ts';
import { waitForOtherChanges } from '../../events/feed-order.ts';
import { isBegunBy } from '../../events/group-changes.ts';
import { endChange } from '../../events/joined-changes.ts';
import { enqueue } from '../../jobs/actions.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { JsonPage } from '../../platform/http/api/json-answer.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { DELETED_LIFETIME_MS } from '../../platform/time/deleted-lifetime.ts';
import type { RecordsCore } from '../kind.ts';
import { undoType } from './job.ts';
import { noteOutcome, noteUndo } from './outcomes.ts';
import * as queries from './queries.ts';
import { takeAllBack } from './sweep.ts';
import { foresee } from './take-back.ts';
import type { Undo } from './undo.ts';

/** More events than this are taken back by a job. */
const AT_ONCE_MAX = 200;

/** What was changed in the caller's Accounts, or in one of them, the newest first. */
export async function listChanges(
  { db }: RecordsCore,
  caller: Caller,
  query: { account_uuid?: string; cursor?: string; limit: number },
): Promise<{ data: Change[]; next_cursor: string | null } | Problem> {
  const reach = reachIn(caller, query.account_uuid ?? null);
  if (reach instanceof Problem) return reach;
  const { length } = accountsIn(reach);
  const rows = await queries.listChanges(
    seenBy(db, reach),
    reach,
    query.cursor ?? null,
    query.limit + length,
  );
  let end = query.limit;
  // A change in several Accounts stays on one page, because the cursor is its uuid.
  while (end < rows.length && rows[end]!.uuid === rows[end - 1]!.uuid) end++;
  const page = rows.slice(0, end);
  return { data: page.map(shown), next_cursor: rows.length > end ? page.at(-1)!.uuid : null };
}

export async function getChange(
  { db }: RecordsCore,
  caller: Caller,
  uuid: string,
  account_uuid?: string,
): Promise<ChangeInFull | Problem> {
  const row = await findOne(db, caller, uuid, account_uuid);
  if (row instanceof Problem) return row;
  // What came of a change of others may name, and counts, records that the caller does not see.
  const isHidden =
    isNarrowedIn(reachOf(caller), row.account_uuid) && row.actor.user_uuid !== caller.user_uuid;
  return { ...shown(row), outcome: isHidden ? null : row.outcome };
}

/**
 * The change in the one Account of the caller in which it is, or in the given one. A program may
 * have sent the same X-Change-Uuid for several: then it is a change in each of them.
 */
async function findOne(
  db: Queryable,
  caller: Caller,
  uuid: string,
  account_uuid: string | undefined,
): Promise<queries.ChangeRow | Problem> {
  const reach = reachIn(caller, account_uuid ?? null);
  if (reach instanceof Problem) return reach;
  const [row, ...others] = await queries.findChanges(seenBy(db, reach), reach, uuid);
  if (!row) return notFound('change');
  if (others.length === 0) return row;
  const names = [row, ...others].map((one) => one.account_uuid).join(', ');
  return new Problem('conflict', `This change is in several Accounts. Give account_uuid, one of ${names}.`);
}

/** The events of a change, a page at a time, in their order. */
export async function listChangeEvents(
  { db }: RecordsCore,
  caller: Caller,
  uuid: string,
  query: { account_uuid?: string; cursor?: string; limit: number },
): Promise<JsonPage | Problem> {
  const row = await findOne(db, caller, uuid, query.account_uuid);
  if (row instanceof Problem) return row;
  const scope = { account_uuid: row.account_uuid, change_uuid: row.uuid };
  const reach = reachOf(caller);
  const events = await queries.listEvents(
    seenBy(db, reach),
    reach,
    scope,
    query.cursor ?? null,
    query.limit + 1,
  );
  const page = events.slice(0, query.limit);
  const next_cursor = events.length > query.limit ? page.at(-1)!.uuid : null;
  return { data: page.map(({ body }) => body), next_cursor };
}

/** An undo that goes on after the answer. */
export type Started = { change_uuid: string; job_uuid: string };

/**
 * Takes back a change: what it made is deleted, what it deleted is there again, and each field that
 * still has the value it gave gets the one from before. All else is named. It is a change itself. A
 * large one is done by a job. With `dry_run` nothing is written.
 */
export async function undoChange(
  core: RecordsCore,
  caller: Caller,
  uuid: string,
  { dry_run = false, account_uuid: wanted }: { dry_run?: boolean; account_uuid?: string },
): Promise<UndoResult | Started | Problem> {
  const found = await findOne(core.db, caller, uuid, wanted);
  if (found instanceof Problem) return found;
  const refusal =
    refuseKinds(caller, found) ??
    (isThroughMcp() ? await refuseForeign(core.db, caller, found) : null) ??
    refuseUndo(core, caller, found) ??
    (await refuseTouched(core.db, caller, found));
  if (refusal) return refusal;
  const undo = undoOf(core, caller, found);
  const count = Object.values(found.events).reduce((sum, one) => sum + one, 0);
  if (dry_run) return { ...(await tryUndo(core, undo)), change_uuid: null };
  return core.db.transaction(async (tx) => {
    const { change_uuid, account_uuid, cause } = undo;
    // Alone among the writers of the Account: another undo may have been faster.
    waitForOtherChanges(tx, account_uuid);
    endChange(tx, account_uuid, change_uuid);
    const [now = found] = await queries.findChanges(tx, wholeAccount(account_uuid), change_uuid);
    if (now.undone_by) return isUndone(now.undone_by);
    // A request may have added records meanwhile.
    const added = refuseKinds(caller, now) ?? (await refuseTouched(tx, caller, now));
    if (added) return added;
    if (count <= AT_ONCE_MAX) {
      const taken = await takeAllBack(core, tx, undo);
      await noteUndo(core, tx, undo, null);
      const outcome = await noteOutcome(tx, undo, taken, 'completed');
      return { ...outcome, change_uuid: cause.change_uuid };
    }
    const job_uuid = await enqueue(core, tx, undoType(core.kinds), {
      step: { undo, after: null, queue: [], deferred: [], undone: 0, kept: [], kept_count: 0 },
      account_uuid,
      user_uuid: caller.user_uuid,
      subject_uuid: change_uuid,
      key: `${account_uuid} ${change_uuid}`,
      total_count: count,
    });
    if (job_uuid === null) return isUndone();
    await noteUndo(core, tx, undo, job_uuid);
    return { change_uuid: cause.change_uuid, job_uuid };
  });
}

/** 403 for a token that may not write each kind of record that the change touched. */
function refuseKinds(caller: Caller, { events }: queries.ChangeRow): Problem | null {
  const touched = [...new Set(Object.keys(events).map((event) => event.split('.')[0]!))];
  const kinds = touched.map((name) => RECORDS.find((kind) => kind.name === name));
  const all = kinds.flatMap((kind) => (kind ? [writeScopeOf(kind)] : WRITES_OF_RECORDS));
  return refuseScope(caller, { all: [...new Set(all)] });
}

/**
 * 403 for what neither this token did or proposed, nor its application. A text in a record may ask
 * an assistant to take back what people did.
 */
async function refuseForeign(
  db: Queryable,
  caller: Caller,
  { account_uuid, uuid }: queries.ChangeRow,
): Promise<Problem | null> {
  if (await isBegunBy(db, caller, account_uuid, uuid)) return null;
  return changeNotAllowed(
    'This change was made by somebody else, or without this token. A person can take it back under Settings, Changes.',
  );
}

/** Who may take back what: their own changes, and owners and admins all, for 30 days. */
function refuseUndo({ clock }: RecordsCore, caller: Caller, found: queries.ChangeRow): Problem | null {
  const { account_uuid, actor } = found;
  const refusal = refuseUnless(caller, account_uuid, 'write_records', 'change');
  if (refusal) return refusal;
  const mayAll = may(reachOf(caller), account_uuid, 'manage_records');
  if (!mayAll && actor.user_uuid !== caller.user_uuid) {
    const detail =
      'Only the User who made a change, and the owners and admins of the Account, can take it back.';
    return new Problem('role_insufficient', detail);
  }
  if (Date.parse(found.created_at) + DELETED_LIFETIME_MS < clock.now().getTime()) {
    return new Problem('conflict', 'A change can be taken back for 30 days. This one is older.');
  }
  if (Object.keys(found.events).length === 0) {
    return new Problem('conflict', 'The change has changed nothing so far, so nothing is to be taken back.');
  }
  if (found.uuid === caller.change_uuid) {
    return new Problem('conflict', 'X-Change-Uuid names the change that is to be taken back. Send another.');
  }
  return found.undone_by === null ? null : isUndone(found.undone_by);
}

/** 403 for a change of records that the caller may not change, or does not see any more. */
async function refuseTouched(
  db: Queryable,
  caller: Caller,
  { account_uuid, uuid }: queries.ChangeRow,
): Promise<Problem | null> {
  const reach = reachOf(caller);
  if (!isNarrowedIn(reach, account_uuid)) return null;
  if (!(await queries.touchesUnchangeable(db, reach, { account_uuid, change_uuid: uuid }))) return null;
  return changeNotAllowed(
    'This change touched records that you may not change, or not see any more. Ask an owner or admin of the Account to take it back.',
  );
}

function isUndone(by?: string): Problem {
  const which = by === undefined ? '' : `, by the change ${by}`;
  return new Problem(
    'conflict',
    `The change has been taken back already${which}. Take that back to have it again.`,
  );
}

function undoOf(core: RecordsCore, caller: Caller, { account_uuid, uuid }: queries.ChangeRow): Undo {
  const cause = lastingCause({ ...caller, source: 'undo' });
  const may_fields = refuseUnless(caller, account_uuid, 'manage_fields', 'custom field') === null;
  const writing = writingOf(core, caller, account_uuid);
  return { account_uuid, change_uuid: uuid, cause, writing, may_fields };
}

/** How many records a dry run takes in one transaction, whose locks others wait for. */
const TRIED_AT_ONCE = 200;

/**
 * Does all that an undo would, and undoes it. Of a large change only what the records themselves
 * say is told, because nobody waits for more.
 */
async function tryUndo(core: RecordsCore, undo: Undo): Promise<Omit<UndoResult, 'change_uuid'>> {
  const sum = { undone: 0, kept: [] as KeptValue[], kept_count: 0 };
  let after: string | null = null;
  for (;;) {
    const touched = await queries.listTouched(core.db, undo, after, TRIED_AT_ONCE);
    const isFirst: boolean = after === null;
    if (touched.length === 0 && !isFirst) return sum;
    const isAll = isFirst && touched.length < TRIED_AT_ONCE;
    const tried = await withoutTrace(core, async (tx) => {
      if (isAll) {
        waitForOtherChanges(tx, undo.account_uuid);
        return takeAllBack(core, tx, undo);
      }
      const fields = isFirst ? await queries.listChangedFields(tx, undo) : [];
      const uuids = touched.map(({ uuid }) => uuid);
      const { undone, kept } = await foresee(core, tx, undo, [...fields, ...uuids]);
      return { undone, kept, kept_count: kept.length };
    });
    sum.undone += tried.undone;
    sum.kept_count += tried.kept_count;
    sum.kept.push(...tried.kept.slice(0, KEPT_SHOWN - sum.kept.length));
    if (isAll) return sum;
    after = touched.at(-1)!.event_uuid;
  }
}

/** The most values that an answer names. */
const KEPT_SHOWN = 1000;

/** Runs `work` in a transaction that is rolled back; returns its result. */
async function withoutTrace<Result>(
  { db }: RecordsCore,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  let result: Result | undefined;
  const nothing = new Problem('conflict', 'Only tried.');
  await db.transaction(async (tx) => {
    result = await work(tx);
    await tx.settled();
    return nothing;
  });
  return result!;
}

function shown({ events, created_at, outcome: _, ...row }: queries.ChangeRow): Change {
  const counts = { created: 0, updated: 0, deleted: 0, restored: 0 };
  for (const [event, count] of Object.entries(events)) {
    const action = event.split('.')[1]!;
    counts[action in counts ? (action as keyof typeof counts) : 'updated'] += count;
  }
  const { uuid, account_uuid, source, actor, undoes, undone_by } = row;
  const resources = [...new Set(Object.keys(events).map((event) => event.split('.')[0]!))].sort();
  const until = new Date(Date.parse(created_at) + DELETED_LIFETIME_MS);
  const isUndoable = undone_by === null && Object.keys(events).length > 0;
  const undoable_until = isUndoable ? toApiTime(until) : null;
  return {
    uuid,
    account_uuid,
    source,
    actor,
    created_at,
    counts,
    resources,
    undoes,
    undone_by,
    undoable_until,
  };
}
