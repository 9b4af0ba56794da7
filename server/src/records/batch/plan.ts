import { PROBLEMS } from '@rapport/contract/problems';
import type { BatchRequest, BatchResult } from '@rapport/contract/records/batches';
import { versionMismatch } from '../../platform/http/server/etag.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import type { AnyKind, CrmRecord } from '../kind.ts';
import { wasMerged } from '../merge/merged.ts';
import type { Prepared, Wish } from '../prepare.ts';
import { unchangeable } from '../unchangeable.ts';
import type { Validate } from '../validation.ts';

type Operation = BatchRequest['operations'][number];
export type Outcome = BatchResult['outcomes'][number];

/** The existing records that the operations name, all of them locked. */
export type Found = {
  alive: Map<string, CrmRecord>;
  deleted: Map<string, CrmRecord>;
  /** The records to which merged ones lead, by the uuid of the merged one. */
  merged: Map<string, string>;
  /** Those that the caller sees and may not change. */
  unchangeable: Set<string>;
};

/** An operation that is not decided yet: the wish it makes, or the reason why it cannot be done. */
type Intent = { operation: Operation; wish: Wish } | { operation: Operation; refusal: Problem };

/**
 * Finds what each operation wishes, or why it cannot be done, from the records already read. A
 * taken external_id and other faults that need queries are found later.
 */
export function intentsOf(
  kind: AnyKind,
  operations: Operation[],
  found: Found,
  create: Validate,
  update: Validate,
): Intent[] {
  const named = new Set<string>();
  return operations.map((given): Intent => {
    const operation = { ...given, uuid: given.uuid?.toLowerCase() };
    const refusal = refuseShape(operation, named) ?? refuseRecord(kind, operation, found);
    if (refusal) return { operation, refusal };
    if (operation.uuid !== undefined) named.add(operation.uuid);
    const { action, data = {} } = operation;
    const faults = action === 'create' ? create(data) : action === 'update' ? update(data) : [];
    if (faults.length > 0) return { operation, refusal: fieldsInvalid(...faults) };
    return { operation, wish: wishOf(operation, found) };
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

function refuseRecord(
  kind: AnyKind,
  { action, uuid, version }: Operation,
  { alive, deleted, merged, unchangeable: kept }: Found,
): Problem | null {
  if (action === 'create') return null;
  const { name } = kind.definition;
  const winner = merged.get(uuid!);
  if (winner !== undefined) return wasMerged(kind, winner);
  const record = (action === 'restore' ? deleted : alive).get(uuid!);
  if (!record) return notFound(action === 'restore' ? `deleted ${name}` : name);
  if (kept.has(record.uuid)) return unchangeable(kind);
  return version === undefined ? null : versionMismatch(record.version, [version]);
}

function wishOf({ action, uuid, data: given = {} }: Operation, { alive, deleted }: Found): Wish {
  switch (action) {
    case 'create':
      return { action, given };
    case 'update':
      return { action, before: alive.get(uuid!)!, given };
    case 'delete':
      return { action, before: alive.get(uuid!)! };
    default:
      return { action, before: deleted.get(uuid!)! };
  }
}

/** The answers, in the order of the operations. `prepared` has those that made a wish. */
export function outcomesOf(intents: Intent[], prepared: (Prepared | Problem)[]): Outcome[] {
  const wishes = prepared.values();
  return intents.map((intent) => {
    const { action, uuid = null } = intent.operation;
    const decided = 'refusal' in intent ? intent.refusal : wishes.next().value!;
    if (decided instanceof Problem) return refusalOf(action, uuid, decided);
    const { record } = decided;
    const data = action === 'delete' ? null : (record as unknown as Record<string, unknown>);
    const status = action === 'create' ? 201 : action === 'delete' ? 204 : 200;
    return { action, status, uuid: record.uuid, data, problem: null };
  });
}

export function refusalOf(action: Outcome['action'], uuid: string | null, problem: Problem): Outcome {
  const { code, detail, errors } = problem;
  const { status } = PROBLEMS[code];
  return { action, status, uuid, data: null, problem: { code, detail, errors } };
}
