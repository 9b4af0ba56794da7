import type { EventName } from '@rapport/contract/events';
import type { FieldError } from '@rapport/contract/problems';
import type { Change } from '../events/change.ts';
import { changedFields } from '../platform/changed-fields.ts';
import { newUuid } from '../platform/ids.ts';
import { take, takenFaults } from './custom-fields/taken.ts';
import { declaredFaults, keptCustom, newCurrencyFaults } from './custom-fields/values.ts';
import type { AnyKind, CrmRecord, Revision, Writing } from './kind.ts';
import { blankRecord, recordFaults, withFields } from './rules.ts';
import { namingFaults, type Surroundings } from './surroundings.ts';
import { spelled } from './tags/spelling.ts';

/** The outcome of a caller's fields. `change` is null when nothing differs. */
export type Decision<R> = { record: R; change: Change | null } | { faults: FieldError[] };

/** What the kind and the Account say of a record before it is decided. */
type Around = Pick<Surroundings, 'own' | 'declared' | 'tags'>;

/** A new record of the Account from the given fields. */
export function newRecord<R extends CrmRecord>(
  kind: AnyKind,
  account_uuid: string,
  given: object,
  writing: Writing,
  around: Around,
): R {
  const blank = blankRecord<R>(kind.definition);
  blank.uuid = newUuid(new Date(writing.now));
  blank.account_uuid = account_uuid;
  blank.created_at = writing.now;
  blank.updated_at = writing.now;
  return completed(kind, { before: null, record: blank }, given, writing, around);
}

/** The record with the given fields, and in a new version. */
export function changedRecord<R extends CrmRecord>(
  kind: AnyKind,
  before: R,
  given: object,
  writing: Writing,
  around: Around,
): R {
  return {
    ...completed(kind, { before, record: before }, given, writing, around),
    version: before.version + 1,
    updated_at: writing.now,
  };
}

function completed<R extends CrmRecord>(
  kind: AnyKind,
  { before, record }: Revision<R>,
  given: object,
  writing: Writing,
  { own, declared, tags }: Around,
): R {
  const fields = withFields(kind.definition, record, given as Record<string, unknown>);
  const changed = {
    ...fields,
    ...('custom' in given && { custom: keptCustom(declared, fields.custom) }),
    ...('tags' in given && { tags: spelled(fields.tags, tags) }),
  };
  return kind.complete ? kind.complete({ before, record: changed }, given, writing, own) : changed;
}

/**
 * Decides a revision by what the database has: the record and its change with the event, or the
 * faults.
 */
export function decide<R extends CrmRecord>(
  kind: AnyKind,
  { before, record, given }: Revision<R>,
  around: Surroundings,
): Decision<R> {
  const previous = before && changedFields(before, record);
  if (before && previous === null) return { record: before, change: null };
  const revision = { before, record, given };
  const faults = [
    ...recordFaults(kind.definition, revision),
    ...(kind.faults?.(revision, around.own) ?? []),
    ...declaredFaults(around.declared, revision),
    ...newCurrencyFaults(around.declared, revision),
    ...takenFaults(around, record),
    ...namingFaults(kind, revision, around),
  ];
  if (faults.length > 0) return { faults };
  take(kind, around, record);
  const action = before ? (kind.eventOf?.(before, record) ?? 'updated') : 'created';
  return { record, change: changeOf(kind, action, record, previous, before) };
}

/**
 * The change as its event tells it. It belongs to the histories of all records that the revision
 * involves.
 */
export function changeOf<R extends CrmRecord>(
  kind: AnyKind,
  action: string,
  record: R,
  previous: Record<string, unknown> | null,
  before: R | null = null,
): Change {
  const event = `${kind.definition.name}.${action}` as EventName;
  const { account_uuid } = record;
  const change: Change = { event, account_uuid, record, previous };
  if (kind.subjects)
    change.subjects = [...new Set([...kind.subjects(record), ...(before ? kind.subjects(before) : [])])];
  const notices = kind.notices?.({ before, record }, action);
  if (!notices) return change;
  const title = String(record[kind.definition.named_by as keyof R]);
  return { ...change, title, notices };
}
