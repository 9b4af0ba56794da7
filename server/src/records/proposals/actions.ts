import type { EventName } from '@rapport/contract/events';
import {
  OPEN_PROPOSALS_MAX,
  PROPOSAL_LIFETIME_DAYS,
  type Proposal,
  type ProposalAccept,
  type ProposalCreate,
  type ProposalInFull,
} from '@rapport/contract/proposals';
import { readScopeOf } from '@rapport/contract/scopes';
import { type Caller, shownActor } from '../../access/caller.ts';
import { writingOf } from '../../access/days.ts';
import { only, reachOf, reads } from '../../access/reach.ts';
import { accountToWrite, reachIn, refuseTokens, refuseUnless } from '../../access/rules.ts';
import { insufficientScope } from '../../access/scope.ts';
import { seenBy } from '../../access/sight.ts';
import { recordEvents } from '../../events/actions.ts';
import { waitForOtherChanges } from '../../events/feed-order.ts';
import { tell } from '../../notifications/actions.ts';
import { changedFields } from '../../platform/changed-fields.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { versionMismatch } from '../../platform/http/server/etag.ts';
import { loneUuid, newUuid } from '../../platform/ids.ts';
import { pageByUuid } from '../../platform/lists/page.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { getRecord } from '../actions.ts';
import type { AnyKind, CrmRecord, RecordsCore } from '../kind.ts';
import { withOwner } from '../own-creation.ts';
import { planOf, prepare, type Wish, write } from '../prepare.ts';
import * as records from '../queries.ts';
import { rowRefusal } from '../row-refusal.ts';
import { lookAround } from '../surroundings.ts';
import { refuseUnchangeable } from '../unchangeable.ts';
import { validatorOf } from '../validation.ts';
import * as queries from './queries.ts';
import { atOperation, refuseChoice, refuseEnded, shown, titleOf } from './rules.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Proposals that wait for the caller, or for others in Accounts whose records they manage. */
export async function listProposals(
  { db, clock }: RecordsCore,
  caller: Caller,
  query: { account_uuid?: string; open?: boolean; cursor?: string; limit: number },
): Promise<{ data: Proposal[]; next_cursor: string | null } | Problem> {
  const reach = reachIn(caller, query.account_uuid ?? null);
  if (reach instanceof Problem) return reach;
  const now = clock.now();
  const viewer = { user_uuid: caller.user_uuid, reach };
  const open_at = query.open ? now : null;
  const rows = await queries.listProposals(db, viewer, open_at, query.cursor ?? null, query.limit + 1);
  const { data, next_cursor } = pageByUuid(rows, query.limit);
  return { data: data.map((row) => shown(row, toApiTime(now))), next_cursor };
}

/** A proposal with what it would do to its records as they are now, for this caller. */
export async function getProposal(
  core: RecordsCore,
  caller: Caller,
  uuid: string,
): Promise<ProposalInFull | Problem> {
  const row = await queries.findProposal(core.db, viewerOf(caller), uuid);
  return row ? inFull(core, core.db, caller, row) : notFound('proposal');
}

/**
 * Keeps changes that a person is to decide. Each must be possible now, for the caller. The User
 * for whom the program acts is told, and `proposal.created` recorded.
 */
export async function createProposal(
  core: RecordsCore,
  caller: Caller,
  { account_uuid: wanted, message, operations }: ProposalCreate,
): Promise<ProposalInFull | Problem> {
  const account_uuid = await accountFor(core, caller, wanted, operations);
  if (account_uuid instanceof Problem) return account_uuid;
  const refusal =
    refuseUnless(caller, account_uuid, 'propose', 'Account') ?? refuseShapes(core, caller, operations);
  if (refusal) return refusal;
  const now = core.clock.now();
  return core.db.transaction(async (tx) => {
    const open = await queries.lockAndCountOpen(tx, caller.user_uuid, now);
    if (open >= OPEN_PROPOSALS_MAX) {
      const detail = `${OPEN_PROPOSALS_MAX} proposals wait for the User, the most that may. They must decide some first.`;
      return new Problem('limit_reached', detail);
    }
    const kept = operations.map(
      ({ action, resource, uuid, fields }): queries.Kept => ({
        ...{ action, resource, uuid: uuid?.toLowerCase() ?? null, fields, state: 'open' as const },
        ...{ decided_at: null, decided_by: null, change_uuid: null },
      }),
    );
    const row: queries.ProposalRow = {
      ...{ uuid: newUuid(now), account_uuid, user_uuid: caller.user_uuid, actor: shownActor(caller) },
      ...{ message: message?.trim() || null, operations: kept },
      ...{ created_at: toApiTime(now), updated_at: toApiTime(now), decided_at: null },
      expires_at: toApiTime(new Date(now.getTime() + PROPOSAL_LIFETIME_DAYS * DAY_MS)),
    };
    const foreseen = await Promise.all(kept.map((one) => foresee(core, tx, caller, account_uuid, one)));
    for (const [index, one] of foreseen.entries()) {
      if (one instanceof Problem) return atOperation(one, index);
      const stale = versionMismatch(one.before?.version ?? 0, versionsOf(operations[index]!.version));
      if (stale) return atOperation(stale, index);
    }
    queries.insertProposal(tx, row);
    record(core, tx, caller, row, 'proposal.created');
    const { uuid, user_uuid } = row;
    tell(core, tx, {
      ...{ account_uuid, user_uuid, sort: 'proposed', resource: 'proposal', subject_uuid: uuid },
      ...{ title: titleOf(row), due_on: null, due_at: null },
    });
    return inFull(core, tx, caller, row);
  });
}

/**
 * Does what a person accepts of a proposal, in one change, with what they themselves may do: all
 * of it, or nothing when one operation is refused. A record that has changed since they looked is
 * 412.
 */
export async function acceptProposal(
  core: RecordsCore,
  caller: Caller,
  uuid: string,
  { operations: chosen }: ProposalAccept,
): Promise<ProposalInFull | Problem> {
  return decide(
    core,
    caller,
    uuid,
    chosen.map(({ index }) => index),
    async (tx, row, decided) => {
      waitForOtherChanges(tx, row.account_uuid);
      for (const { index, version } of chosen) {
        const kept = row.operations[index]!;
        const done = await carryOut(core, tx, caller, row, kept, version);
        if (done instanceof Problem) return atOperation(done, index);
        row.operations[index] = {
          ...kept,
          ...decided,
          uuid: done,
          state: 'accepted',
          change_uuid: caller.change_uuid,
        };
      }
      return 'proposal.accepted';
    },
  );
}

/** Declines a proposal, or a part of it. Nothing is written but that. */
export async function declineProposal(
  core: RecordsCore,
  caller: Caller,
  uuid: string,
  indexes: number[] | undefined,
): Promise<ProposalInFull | Problem> {
  return decide(core, caller, uuid, indexes ?? null, async (_tx, row, decided) => {
    row.operations.forEach((one, index) => {
      if (one.state !== 'open' || (indexes && !indexes.includes(index))) return;
      row.operations[index] = { ...one, ...decided, state: 'declined' };
    });
    return 'proposal.declined';
  });
}

type Decided = Pick<queries.Kept, 'decided_at' | 'decided_by'>;

/** Decides operations of a proposal that nobody else decides meanwhile. Only for a person. */
async function decide(
  core: RecordsCore,
  caller: Caller,
  uuid: string,
  indexes: number[] | null,
  work: (tx: Transaction, row: queries.ProposalRow, decided: Decided) => Promise<EventName | Problem>,
): Promise<ProposalInFull | Problem> {
  const token = refuseTokens(caller);
  if (token) return token;
  const decided_at = toApiTime(core.clock.now());
  return core.db.transaction(async (tx) => {
    const row = await queries.findProposal(tx, viewerOf(caller), uuid, 'FOR UPDATE');
    if (!row) return notFound('proposal');
    const refusal =
      refuseUnless(caller, row.account_uuid, 'write_records', 'proposal') ??
      refuseEnded(row, decided_at) ??
      refuseChoice(row.operations, indexes ?? []);
    if (refusal) return refusal;
    const before = shown(row, decided_at);
    const event = await work(tx, row, { decided_at, decided_by: caller.user_uuid });
    if (event instanceof Problem) return event;
    row.updated_at = decided_at;
    row.decided_at = row.operations.some(({ state }) => state === 'open') ? null : decided_at;
    queries.updateProposal(tx, row);
    record(core, tx, caller, row, event, before);
    return inFull(core, tx, caller, row);
  });
}

/**
 * Records what became of a proposal. Its event is a change of its own: the undo of what was
 * accepted has only records in it.
 */
function record(
  core: RecordsCore,
  tx: Transaction,
  caller: Caller,
  row: queries.ProposalRow,
  event: EventName,
  before: Proposal | null = null,
): void {
  const now = core.clock.now();
  const record = shown(row, toApiTime(now));
  const cause = { ...caller, change_uuid: loneUuid(now) };
  const subjects = row.operations.flatMap(({ uuid }) => uuid ?? []);
  const { account_uuid } = row;
  const previous = before && changedFields(before, record);
  recordEvents(core, tx, cause, [{ event, account_uuid, record, previous, subjects }]);
}

/** Writes one accepted operation; returns the uuid of its record. */
async function carryOut(
  core: RecordsCore,
  tx: Transaction,
  caller: Caller,
  { uuid: proposal_uuid, account_uuid, actor }: queries.ProposalRow,
  { action, resource, uuid, fields }: queries.Kept,
  version: number | undefined,
): Promise<string | Problem> {
  const kind = kindOf(core, resource);
  const reach = only(reachOf(caller), account_uuid);
  let before: CrmRecord | null = null;
  if (action === 'update') {
    before = (await records.lockRecord<CrmRecord>(tx, kind, reach, uuid!)) ?? null;
    if (!before) return gone(kind);
    if (version === undefined) return unseen();
    const refusal =
      (await refuseUnchangeable(tx, kind, reach, uuid!)) ?? versionMismatch(before.version, [version]);
    if (refusal) return refusal;
  }
  const writing = writingOf(core, caller, account_uuid);
  const given = before ? fields : withOwner(kind, caller, account_uuid, fields);
  try {
    return await tx.attempt(async () => {
      const around = await lookAround(seenBy(tx, reach), core.kinds, kind, account_uuid, [given]);
      const [prepared] = await prepare(tx, kind, account_uuid, [wishOf(before, given)], writing, around);
      if (prepared instanceof Problem) return prepared;
      const cause = { ...caller, proposal: { uuid: proposal_uuid, proposed_by: actor } };
      await write(
        core,
        tx,
        kind,
        cause,
        account_uuid,
        planOf(kind, [prepared!], around.declared),
        writing.now,
      );
      return prepared!.record.uuid;
    });
  } catch (error) {
    const refusal = rowRefusal(kind, error);
    if (refusal === null) throw error;
    return refusal;
  }
}

function wishOf(before: CrmRecord | null, given: object): Wish {
  return before ? { action: 'update', before, given } : { action: 'create', given };
}

type Foreseen = { before: CrmRecord | null; record: CrmRecord; previous: Record<string, unknown> | null };

/** What an operation would do to its record as it is now, or why it cannot be done. */
async function foresee(
  core: RecordsCore,
  db: Queryable,
  caller: Caller,
  account_uuid: string,
  { action, resource, uuid, fields }: queries.Kept,
): Promise<Foreseen | Problem> {
  const kind = kindOf(core, resource);
  const reach = only(reachOf(caller), account_uuid);
  const seen = seenBy(db, reach);
  const before = action === 'update' ? await records.findRecord<CrmRecord>(seen, kind, reach, uuid!) : null;
  if (before === undefined) return gone(kind);
  const refusal = before && (await refuseUnchangeable(db, kind, reach, before.uuid));
  if (refusal) return refusal;
  const around = await lookAround(seen, core.kinds, kind, account_uuid, [fields]);
  const writing = writingOf(core, caller, account_uuid);
  const [prepared] = await prepare(db, kind, account_uuid, [wishOf(before, fields)], writing, around);
  if (prepared instanceof Problem) return prepared;
  return { before, record: prepared!.record, previous: prepared!.change?.previous ?? (before && {}) };
}

async function inFull(
  core: RecordsCore,
  db: Queryable,
  caller: Caller,
  row: queries.ProposalRow,
): Promise<ProposalInFull> {
  const now = toApiTime(core.clock.now());
  const isOpen = refuseEnded(row, now) === null;
  const operations = [];
  for (const kept of row.operations) {
    // A token may read some kinds alone.
    const isRead = reads(reachOf(caller), kept.resource);
    const difference =
      isOpen && isRead && kept.state === 'open'
        ? await differenceOf(core, db, caller, row.account_uuid, kept)
        : null;
    operations.push({ ...kept, fields: isRead ? kept.fields : {}, difference });
  }
  return { ...shown(row, now), message: row.message, operations };
}

async function differenceOf(
  core: RecordsCore,
  db: Queryable,
  caller: Caller,
  account_uuid: string,
  kept: queries.Kept,
): Promise<ProposalInFull['operations'][number]['difference']> {
  const foreseen = await foresee(core, db, caller, account_uuid, kept);
  if (foreseen instanceof Problem) {
    const { code, detail, errors } = foreseen;
    return { title: null, version: null, previous: null, data: null, problem: { code, detail, errors } };
  }
  const { before, record, previous } = foreseen;
  const name = kindOf(core, kept.resource).definition.named_by as keyof CrmRecord;
  return {
    ...{ title: String((before ?? record)[name]), version: before?.version ?? null, previous, problem: null },
    data: record as unknown as Record<string, unknown>,
  };
}

/** The Account of a proposal: the named one, else that of the first record, else the default. */
async function accountFor(
  core: RecordsCore,
  caller: Caller,
  wanted: string | undefined,
  operations: ProposalCreate['operations'],
): Promise<string | Problem> {
  const first = operations.find(({ uuid }) => uuid !== undefined);
  if (wanted === undefined && first?.uuid !== undefined) {
    const kind = kindOf(core, first.resource);
    const found = await getRecord(core, kind, caller, first.uuid.toLowerCase());
    if (!(found instanceof Problem)) return found.account_uuid;
  }
  return accountToWrite(caller, wanted, 'propose');
}

/** 422 or 403 for operations that are wrong whatever the records are. */
function refuseShapes(
  core: RecordsCore,
  caller: Caller,
  operations: ProposalCreate['operations'],
): Problem | null {
  const named = new Set<string>();
  for (const [index, { action, resource, uuid, version, fields }] of operations.entries()) {
    if (!reads(reachOf(caller), resource)) return insufficientScope(caller, [readScopeOf(resource)]);
    const at = `/operations/${index}`;
    const refuse = (field: string, code: 'required' | 'not_allowed' | 'not_unique', why: string) =>
      fieldsInvalid({ pointer: `${at}/${field}`, code, detail: `${at}/${field} ${why}` });
    if (action === 'create' && uuid !== undefined)
      return refuse('uuid', 'not_allowed', 'is not for a new record.');
    if (action === 'update' && uuid === undefined)
      return refuse('uuid', 'required', 'is missing: which record.');
    if (action === 'update' && version === undefined)
      return refuse('version', 'required', 'is missing: the one you read.');
    if (uuid !== undefined && named.has(uuid.toLowerCase()))
      return refuse('uuid', 'not_unique', 'is there twice. Say all of a record in one operation.');
    if (uuid !== undefined) named.add(uuid.toLowerCase());
    const { create_schema, update_schema } = kindOf(core, resource).definition;
    const { account_uuid: _, ...properties } = create_schema.properties;
    const schema = action === 'create' ? { ...create_schema, properties } : update_schema;
    const faults = validatorOf(schema)(fields);
    if (faults.length > 0) return atOperation(fieldsInvalid(...faults), index);
  }
  return null;
}

function kindOf(core: RecordsCore, resource: string): AnyKind {
  return core.kinds.find(({ definition }) => definition.name === resource)!;
}

function viewerOf(caller: Caller): queries.Viewer {
  return { user_uuid: caller.user_uuid, reach: reachOf(caller) };
}

function versionsOf(version: number | undefined): number[] | null {
  return version === undefined ? null : [version];
}

function gone({ definition: { name } }: AnyKind): Problem {
  return new Problem('not_found', `The ${name} is gone, or out of your reach. Decline this part.`);
}

function unseen(): Problem {
  const detail = 'version is missing: the one that difference told when you looked.';
  return fieldsInvalid({ pointer: '/version', code: 'required', detail });
}
