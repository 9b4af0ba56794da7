import { fold } from '@rapport/contract/fold';
import type { FieldError } from '@rapport/contract/problems';
import type { BatchRequest } from '@rapport/contract/records/batches';
import { BULK_KEPT_MAX, type BulkRequest, type BulkResult } from '@rapport/contract/records/bulk';
import { isDecodable } from '../../platform/http/server/odd-requests.ts';
import type { Outcome } from '../batch/plan.ts';
import { fault } from '../fault.ts';
import type { AnyKind, CrmRecord } from '../kind.ts';
import { validatorOf } from '../validation.ts';

/** What is done to each record. */
export type Act = Pick<BulkRequest, 'action' | 'data' | 'add_tags' | 'remove_tags'>;

/** A record as the change was begun with it: its uuid, and the version that it must still have. */
export type Chosen = [uuid: string, version: number | null];

/** Parameters of a list that are about a page of it. */
const OF_A_PAGE = ['limit', 'cursor', 'include', 'sum'];

/** What is wrong with the request, as far as it says so itself. */
export function faultsOf(kind: AnyKind, request: BulkRequest): FieldError[] {
  return [...choiceFaults(request), ...actFaults(kind, request)];
}

function choiceFaults({ records, query, count, except }: BulkRequest): FieldError[] {
  if (records && query !== undefined)
    return [fault('/query', 'not_allowed', 'stands beside records. Give one of them.')];
  if (!records && query === undefined)
    return [fault('/records', 'required', 'is missing: which records. Or give query.')];
  if (query !== undefined) {
    const faults = queryFaults(query);
    const uncounted = fault('/count', 'required', 'is missing: how many records you saw in the list.');
    return count === undefined ? [...faults, uncounted] : faults;
  }
  const beside = Object.entries({ count, except }).filter(([, value]) => value !== undefined);
  return beside.map(([name]) => fault(`/${name}`, 'not_allowed', 'is for query.'));
}

/** What an address of the list would not take either, and what is about a page of it. */
function queryFaults(query: string): FieldError[] {
  if (!isDecodable(query)) {
    const broken = 'has a broken escape. Write % and two hexadecimal digits; a % itself is %25.';
    return [fault('/query', 'wrong_value', broken)];
  }
  const names = [...new URLSearchParams(query).keys()];
  const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  return [
    ...OF_A_PAGE.filter((name) => names.includes(name)).map((name) =>
      fault('/query', 'not_allowed', `has ${name}, which is about a page of it.`),
    ),
    ...[...twice].map((name) => fault('/query', 'not_allowed', `has ${name} twice. Name it once.`)),
  ];
}

function actFaults(
  { definition }: AnyKind,
  { action, data, add_tags, remove_tags }: BulkRequest,
): FieldError[] {
  const given = Object.entries({ data, add_tags, remove_tags }).filter(([, value]) => value !== undefined);
  if (action === 'delete')
    return given.map(([name]) => fault(`/${name}`, 'not_allowed', 'is not for delete.'));
  const isNothing = given.every(([, value]) => Object.keys(value!).length === 0);
  if (isNothing)
    return [fault('/data', 'required', 'is missing: what to set. Or give add_tags or remove_tags.')];
  const validate = validatorOf(definition.update_schema);
  const under = (place: string, fields: object) =>
    validate(fields).map((one) => ({ ...one, pointer: place + one.pointer }));
  return [
    ...(data ? under('/data', data) : []),
    ...(add_tags ? under('/add_', { tags: add_tags }).map(withoutSlash) : []),
    ...(remove_tags ? under('/remove_', { tags: remove_tags }).map(withoutSlash) : []),
  ];
}

/** `/add_/tags/0` is `/add_tags/0` in the request. */
function withoutSlash(one: FieldError): FieldError {
  return { ...one, pointer: one.pointer.replace('_/', '_') };
}

/** The operation on a record, which is undefined where it is gone: then any is refused. */
export function operationOf(
  { action, data, add_tags, remove_tags }: Act,
  [uuid, version]: Chosen,
  record: CrmRecord | undefined,
): BatchRequest['operations'][number] {
  const base = { action, uuid, ...(version !== null && { version }) };
  if (action === 'delete') return base;
  const { custom } = (data ?? {}) as { custom?: object };
  return {
    ...base,
    data: {
      ...data,
      ...(custom && { custom: { ...record?.custom, ...custom } }),
      ...((add_tags || remove_tags) && { tags: tagsOf(record, data, add_tags, remove_tags) }),
    },
  };
}

function tagsOf(
  record: CrmRecord | undefined,
  data: object = {},
  added: string[] = [],
  removed: string[] = [],
): string[] {
  const { tags = record?.tags ?? [] } = data as { tags?: string[] };
  const gone = new Set(removed.map(fold));
  const left = tags.filter((tag) => !gone.has(fold(tag)));
  const there = new Set(left.map(fold));
  return [...left, ...added.filter((tag) => !there.has(fold(tag)))];
}

/** What came of it so far. */
export type Tally = Pick<BulkResult, 'changed_count' | 'same_count' | 'kept' | 'kept_count'>;

export const NOTHING_YET: Tally = { changed_count: 0, same_count: 0, kept: [], kept_count: 0 };

/** The tally with further outcomes. A record whose version stayed was so before. */
export function tallied(tally: Tally, outcomes: Outcome[], before: ReadonlyMap<string, CrmRecord>): Tally {
  const kept = outcomes.flatMap(({ uuid, problem }) => (problem ? [{ uuid: uuid!, ...problem }] : []));
  const same = outcomes.filter(({ uuid, data }) => data && data.version === before.get(uuid!)?.version);
  return {
    changed_count: tally.changed_count + outcomes.length - kept.length - same.length,
    same_count: tally.same_count + same.length,
    kept: [...tally.kept, ...kept].slice(0, BULK_KEPT_MAX),
    kept_count: tally.kept_count + kept.length,
  };
}
