import { PROBLEMS } from '@rapport/contract/problems';
import type { BatchRequest, BatchResult } from '@rapport/contract/records/batches';
import type { Change } from '../../events/change.ts';
import { versionMismatch } from '../../platform/http/server/etag.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import { changedRecord, changeOf, decide, newRecord } from '../decide.ts';
import { CHANGE_IT_THERE, externalIdTaken } from '../external-id.ts';
import type { AnyKind, CrmRecord, Ending, Step, Writing } from '../kind.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Validate } from '../validation.ts';

type Operation = BatchRequest['operations'][number];
export type Outcome = BatchResult['outcomes'][number];

/** The existing records that the operations name, all of them locked. */
export type Found = {
  kind: AnyKind;
  account_uuid: string;
  writing: Writing;
  own: unknown;
  alive: Map<string, CrmRecord>;
  deleted: Map<string, CrmRecord>;
};

/** An operation that is not decided yet: its new record, or the reason why it cannot be done. */
export type Intent =
  | { operation: Operation; step: Step<CrmRecord> }
  | { operation: Operation; refusal: Problem };

/**
 * Finds what each operation would do, or why it cannot be done, from the records already read. A
 * taken external_id and other faults that need queries are found later.
 */
export function intentsOf(
  operations: Operation[],
  found: Found,
  create: Validate,
  update: Validate,
): Intent[] {
  const named = new Set<string>();
  return operations.map((given): Intent => {
    const operation = { ...given, uuid: given.uuid?.toLowerCase() };
    const refusal = refuseShape(operation, named) ?? refuseRecord(operation, found);
    if (refusal) return { operation, refusal };
    if (operation.uuid !== undefined) named.add(operation.uuid);
    const { action, data = {} } = operation;
    const faults = action === 'create' ? create(data) : action === 'update' ? update(data) : [];
    if (faults.length > 0) return { operation, refusal: fieldsInvalid(...faults) };
    return { operation, step: stepOf(operation, found) };
  });
}

function refuseShape({ action, uuid, data }: Operation, named: Set<string>): Problem | null {
  const needsUuid = action !== 'create';
  if (needsUuid !== (uuid !== undefined)) {
    const detail = needsUuid
      ? `uuid is missing: which record to ${action}.`
      : 'uuid is not for create: the record gets its own.';
    return fieldsInvalid({ pointer: '/uuid', code: needsUuid ? 'required' : 'not_allowed', detail });
  }
  const needsData = action === 'create' || action === 'update';
  if (needsData !== (data !== undefined)) {
    const detail = needsData ? 'data is missing: the fields of the record.' : `data is not for ${action}.`;
    return fieldsInvalid({ pointer: '/data', code: needsData ? 'required' : 'not_allowed', detail });
  }
  if (uuid === undefined || !named.has(uuid)) return null;
  const detail = 'uuid is there twice. Say all that is to be done with a record in one operation.';
  return fieldsInvalid({ pointer: '/uuid', code: 'not_unique', detail });
}

function refuseRecord({ action, uuid, version }: Operation, { kind, alive, deleted }: Found): Problem | null {
  if (action === 'create') return null;
  const { name } = kind.definition;
  const record = (action === 'restore' ? deleted : alive).get(uuid!);
  if (!record) return notFound(action === 'restore' ? `deleted ${name}` : name);
  return version === undefined ? null : versionMismatch(record.version, [version]);
}

function stepOf(
  operation: Operation,
  { kind, account_uuid, writing, own, alive, deleted }: Found,
): Step<CrmRecord> {
  const { action, uuid, data: given = {} } = operation;
  switch (action) {
    case 'create':
      return { before: null, record: newRecord(kind, account_uuid, given, writing, own), given };
    case 'update': {
      const before = alive.get(uuid!)!;
      return { before, record: changedRecord(kind, before, given, writing, own), given };
    }
    case 'delete': {
      const record = alive.get(uuid!)!;
      return { before: record, record };
    }
    default: {
      const before = deleted.get(uuid!)!;
      return { before: null, record: { ...before, version: before.version + 1, updated_at: writing.now } };
    }
  }
}

/** The records to write, and the answers. */
export type Plan = {
  outcomes: Outcome[];
  inserts: CrmRecord[];
  updates: CrmRecord[];
  deletions: CrmRecord[];
  restorations: CrmRecord[];
  steps: Step<CrmRecord>[];
  changes: Change[];
};

/**
 * Decides the operations in the order in which they were sent. A refused one does not stop the
 * others.
 */
export function planOf(
  kind: AnyKind,
  intents: Intent[],
  around: Surroundings,
  refused: Map<string, Problem>,
  holders: Map<string, string>,
): Plan {
  const plan: Plan = {
    outcomes: [],
    inserts: [],
    updates: [],
    deletions: [],
    restorations: [],
    steps: [],
    changes: [],
  };
  // An external_id that a deletion sets free can be given again in the same batch.
  for (const intent of intents) {
    if ('step' in intent && intent.operation.action === 'delete' && !refused.has(intent.step.record.uuid)) {
      holders.delete(intent.step.record.external_id ?? '');
    }
  }
  for (const intent of intents) {
    const { action, uuid = null } = intent.operation;
    const decided =
      'refusal' in intent ? intent.refusal : decideStep(kind, action, intent.step, around, refused, holders);
    if (decided instanceof Problem) {
      plan.outcomes.push(refusalOf(action, uuid, decided));
      continue;
    }
    const { record, change } = decided;
    const data = action === 'delete' ? null : (record as unknown as Record<string, unknown>);
    const status = action === 'create' ? 201 : action === 'delete' ? 204 : 200;
    plan.outcomes.push({ action, status, uuid: record.uuid, data, problem: null });
    if (change === null) continue;
    const lists = {
      create: plan.inserts,
      update: plan.updates,
      delete: plan.deletions,
      restore: plan.restorations,
    };
    lists[action].push(record);
    plan.steps.push((intent as { step: Step<CrmRecord> }).step);
    plan.changes.push(change);
  }
  return plan;
}

function decideStep(
  kind: AnyKind,
  action: Operation['action'],
  step: Step<CrmRecord>,
  around: Surroundings,
  refused: Map<string, Problem>,
  holders: Map<string, string>,
): { record: CrmRecord; change: Change | null } | Problem {
  const { record } = step;
  const refusal = refused.get(record.uuid);
  if (refusal) return refusal;
  if (action === 'delete') return { record, change: changeOf(kind, 'deleted', record, null) };
  const { external_id } = record;
  const holder = external_id === null ? undefined : holders.get(external_id);
  if (holder !== undefined && holder !== record.uuid) {
    return externalIdTaken(kind, external_id, holder, action === 'restore' ? CHANGE_IT_THERE : undefined);
  }
  const decision =
    action === 'restore'
      ? { record, change: changeOf(kind, 'restored', record, null) }
      : decide(kind, step, around);
  if ('faults' in decision) return fieldsInvalid(...decision.faults);
  if (external_id !== null) holders.set(external_id, record.uuid);
  return decision;
}

/** Changes and deletions of existing records, which the kind may refuse. */
export function endingsOf(intents: Intent[]): Ending<CrmRecord>[] {
  return intents.flatMap((intent): Ending<CrmRecord>[] => {
    if ('refusal' in intent || intent.step.before === null) return [];
    const { before, record } = intent.step;
    return [{ before, after: intent.operation.action === 'delete' ? null : record }];
  });
}

export function refusalOf(action: Outcome['action'], uuid: string | null, problem: Problem): Outcome {
  const { code, detail, errors } = problem;
  const { status } = PROBLEMS[code];
  return { action, status, uuid, data: null, problem: { code, detail, errors } };
}
