import { isMergeable } from '@rapport/contract/records/merges';
import type { RecordField } from '@rapport/contract/records/record-field';
import type { Cause } from '../access/caller.ts';
import { recordEvents } from '../events/actions.ts';
import type { Change } from '../events/change.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { fieldsInvalid, Problem } from '../platform/problem.ts';
import type { DeclaredField } from './custom-fields/declared.ts';
import { type Holder, nameOf, take, takenFaults } from './custom-fields/taken.ts';
import { writeValues } from './custom-fields/value-queries.ts';
import { declaredFaults } from './custom-fields/values.ts';
import { changedRecord, changeOf, type Decision, decide, newRecord } from './decide.ts';
import { CHANGE_IT_THERE, externalIdTaken } from './external-id.ts';
import type { AnyKind, CrmRecord, Ending, RecordsCore, Revision, Writing } from './kind.ts';
import { relatedTo } from './look-up-queries.ts';
import { deleteMerges } from './merge/queries.ts';
import { tellMoved } from './moved.ts';
import * as queries from './queries.ts';
import type { Surroundings } from './surroundings.ts';
import { keepTags, spelled } from './tags/spelling.ts';

/** What is to become of a record. `before` is locked, and for `restore` it is deleted. */
export type Wish =
  | { action: 'create'; given: object }
  | { action: 'update'; before: CrmRecord; given: object }
  | { action: 'delete'; before: CrmRecord }
  | { action: 'restore'; before: CrmRecord }
  | Put;

/**
 * Gives a record values that it had before, also those that only the service writes. Unless they
 * are whole, the latter are made anew from the others.
 */
type Put = { action: 'put'; before: CrmRecord; fields: Record<string, unknown>; is_whole: boolean };

/** A wish that can be written. `change` is null when nothing differs. */
export type Prepared = {
  action: Wish['action'];
  record: CrmRecord;
  change: Change | null;
  revision: Revision<CrmRecord>;
};

/**
 * Decides wishes about records of one kind and Account in their order, as if they came one after
 * the other. A refused one does not stop the others. `around` knows all that they name.
 */
export async function prepare(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  wishes: Wish[],
  writing: Writing,
  around: Surroundings,
): Promise<(Prepared | Problem)[]> {
  const revisions = wishes.map((wish) => revisionOf(kind, account_uuid, wish, writing, around));
  const refused = await refusalsOf(tx, kind, account_uuid, wishes, revisions);
  const holders = new Map(around.holders);
  // An external_id that a deletion sets free can be given again beside it.
  wishes.forEach(({ action }, index) => {
    const { uuid, external_id } = revisions[index]!.record;
    if (action === 'delete' && !refused.has(uuid)) holders.delete(external_id ?? '');
  });
  return wishes.map(({ action }, index) => {
    const revision = revisions[index]!;
    const decided = decideWish(kind, action, revision, around, refused.get(revision.record.uuid), holders);
    return decided instanceof Problem ? decided : { action, revision, ...decided };
  });
}

/**
 * Decides a row of an import, which found its record by the external_id. It asks nothing of the
 * database, so that a row can be decided again without the fields at fault.
 */
export function prepareRow(
  kind: AnyKind,
  account_uuid: string,
  before: CrmRecord | null,
  given: object,
  writing: Writing,
  around: Surroundings,
): Decision<CrmRecord> {
  const wish: Wish = before ? { action: 'update', before, given } : { action: 'create', given };
  return decide(kind, revisionOf(kind, account_uuid, wish, writing, around), around);
}

function revisionOf(
  kind: AnyKind,
  account_uuid: string,
  wish: Wish,
  writing: Writing,
  around: Surroundings,
): Revision<CrmRecord> {
  switch (wish.action) {
    case 'create':
      return {
        before: null,
        record: newRecord(kind, account_uuid, wish.given, writing, around),
        given: wish.given,
      };
    case 'update': {
      const { before, given } = wish;
      return { before, record: changedRecord(kind, before, given, writing, around), given };
    }
    case 'delete':
      return { before: wish.before, record: wish.before };
    case 'restore': {
      const { before } = wish;
      const renewed = kind.renew ? kind.renew(before, around.own) : before;
      return { before: null, record: { ...renewed, version: before.version + 1, updated_at: writing.now } };
    }
    case 'put':
      return putRevision(kind, wish, writing, around);
  }
}

function putRevision(
  kind: AnyKind,
  { before, fields, is_whole }: Put,
  writing: Writing,
  around: Surroundings,
): Revision<CrmRecord> {
  if (is_whole) {
    const tags = spelled((fields.tags ?? before.tags) as string[], around.tags);
    const put = { ...before, ...fields, tags, version: before.version + 1, updated_at: writing.now };
    return { before, record: kind.renew ? kind.renew(put, around.own) : put };
  }
  const definitions = kind.definition.fields as Record<string, RecordField>;
  const given = Object.entries(fields).filter(([name]) => definitions[name]?.by === 'caller');
  return { before, record: changedRecord(kind, before, Object.fromEntries(given), writing, around) };
}

/** The changes and deletions that the kind refuses, by uuid. */
async function refusalsOf(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  wishes: Wish[],
  revisions: Revision<CrmRecord>[],
): Promise<Map<string, Problem>> {
  if (!kind.refuse) return new Map();
  const endings = revisions.flatMap(({ before, record }, index): Ending<CrmRecord>[] =>
    before === null ? [] : [{ before, after: wishes[index]!.action === 'delete' ? null : record }],
  );
  return endings.length > 0 ? kind.refuse(tx, account_uuid, endings) : new Map();
}

function decideWish(
  kind: AnyKind,
  action: Wish['action'],
  revision: Revision<CrmRecord>,
  around: Surroundings,
  refusal: Problem | undefined,
  holders: Map<string, Holder>,
): { record: CrmRecord; change: Change | null } | Problem {
  const { record } = revision;
  if (action === 'delete') return refusal ?? { record, change: changeOf(kind, 'deleted', record, null) };
  const { external_id, uuid } = record;
  const holder = external_id === null ? undefined : holders.get(external_id);
  if (holder !== undefined && holder.uuid !== uuid) {
    return externalIdTaken(kind, external_id, holder, action === 'restore' ? CHANGE_IT_THERE : undefined);
  }
  const decision =
    action === 'restore' ? decideRestore(kind, revision, around) : decide(kind, revision, around);
  if ('faults' in decision) return fieldsInvalid(...decision.faults);
  if (refusal) return refusal;
  if (external_id !== null) holders.set(external_id, { uuid, name: nameOf(kind, record) });
  return decision;
}

/**
 * A deleted record comes back as it was. Its declared values are checked again, because its fields
 * may have changed meanwhile; a value that is missing is not.
 */
function decideRestore(
  kind: AnyKind,
  revision: Revision<CrmRecord>,
  around: Surroundings,
): Decision<CrmRecord> {
  const { record } = revision;
  const faults = [...declaredFaults(around.declared, revision), ...takenFaults(around, record)].filter(
    ({ code }) => code !== 'required',
  );
  if (faults.length > 0) return { faults };
  take(kind, around, record);
  return { record, change: changeOf(kind, 'restored', record, null) };
}

/** The records to write, with the revisions and the events that led to them. */
export type Plan = {
  inserts: CrmRecord[];
  updates: CrmRecord[];
  deletions: CrmRecord[];
  restorations: CrmRecord[];
  /** The updates whose links or other parts outside the table have changed. */
  parts: CrmRecord[];
  revisions: Revision<CrmRecord>[];
  changes: Change[];
  /** The fields that the Account has given to the kind. */
  declared: readonly DeclaredField[];
};

/** What prepared wishes write. Refused ones and those that change nothing are left out. */
export function planOf(
  kind: AnyKind,
  prepared: (Prepared | Problem)[],
  declared: readonly DeclaredField[],
): Plan {
  const written = prepared.filter(
    (one): one is Prepared & { change: Change } => !(one instanceof Problem) && one.change !== null,
  );
  const of = (...wanted: Wish['action'][]) =>
    written.filter(({ action }) => wanted.includes(action)).map(({ record }) => record);
  return {
    inserts: of('create'),
    updates: of('update', 'put'),
    deletions: of('delete'),
    restorations: of('restore'),
    parts: written
      .filter(
        ({ action, change }) =>
          ['update', 'put'].includes(action) && queries.changesParts(kind, change.previous!),
      )
      .map(({ record }) => record),
    revisions: written.map(({ revision }) => revision),
    changes: written.map(({ change }) => change),
    declared,
  };
}

/**
 * Writes a plan, and tells those who see other records by it. It only sends, unless a record has
 * changed hands.
 */
export async function write(
  core: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  cause: Cause,
  account_uuid: string,
  plan: Plan,
  now: string,
): Promise<void> {
  send(core, tx, kind, cause, account_uuid, plan, now);
  await tellMoved(core, tx, kind, cause, account_uuid, plan.changes);
}

/**
 * Writes a plan, what the kind derives from it, its events and their deliveries. It only sends:
 * what fails fails the transaction. `now` is the time of deletions. The caller tells whose reach
 * has changed.
 */
export function send(
  core: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  cause: Cause,
  account_uuid: string,
  plan: Plan,
  now: string,
): void {
  const { inserts, updates, deletions, restorations, parts, revisions, changes } = plan;
  if (deletions.length > 0) queries.markDeleted(tx, kind, account_uuid, deletions, now);
  if (inserts.length > 0) queries.insertRecords(tx, kind, inserts);
  if (updates.length > 0) queries.updateRecords(tx, kind, updates, parts);
  if (restorations.length > 0) {
    queries.unmarkDeleted(tx, kind, restorations);
    if (kind.renew) queries.updateRecords(tx, kind, restorations, []);
    if (isMergeable(kind.definition))
      deleteMerges(
        tx,
        account_uuid,
        restorations.map(({ uuid }) => uuid),
      );
  }
  writeValues(tx, plan);
  keepTags(tx, account_uuid, tagged(plan), now);
  kind.alongside?.(tx, account_uuid, revisions);
  recordEvents(core, tx, cause, changes, (subject) => relatedTo(core.kinds, subject));
}

/** The records that a plan gives tags. */
function tagged({ inserts, revisions }: Plan): CrmRecord[] {
  const updated = revisions.flatMap(({ before, record }) =>
    before && before.tags.join('\n') !== record.tags.join('\n') ? [record] : [],
  );
  return [...inserts, ...updated];
}
