import { isDeepStrictEqual } from 'node:util';
import type { KeptValue } from '@rapport/contract/changes';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import type { CrmRecord } from '../kind.ts';
import { otherHalf } from '../pairs.ts';

type Values = Record<string, unknown>;

/** An event of a change, as far as an undo needs it. */
export type Told = { event: string; data: Values; previous: Values | null };

/** What a change did to one record, over all of its events. */
export type Done = {
  was: 'absent' | 'deleted' | 'alive';
  became: 'deleted' | 'alive';
  /** The fields that the change wrote, with their values before and after it. */
  fields: Map<string, { before: unknown; after: unknown }>;
  /** The values that the change left. */
  left: Values;
  /** The fields that somebody else wrote between two events of the change. */
  between: Set<string>;
};

/** Adds up the events of a change about one record, in their order. */
export function doneBy(events: Told[]): Done {
  const [first, last] = [events[0]!, events.at(-1)!];
  const fields: Done['fields'] = new Map();
  for (const { previous, data } of events) {
    for (const [name, value] of Object.entries(previous ?? {})) {
      fields.set(name, { before: fields.has(name) ? fields.get(name)!.before : value, after: data[name] });
    }
  }
  const action = actionOf(first);
  return {
    was: action === 'created' ? 'absent' : action === 'restored' ? 'deleted' : 'alive',
    became: actionOf(last) === 'deleted' ? 'deleted' : 'alive',
    fields,
    left: last.data,
    between: betweenOf(events),
  };
}

/** A change of several requests or steps takes time, in which others may write the same record. */
function betweenOf(events: Told[]): Set<string> {
  return new Set(
    events.slice(1).flatMap(({ data, previous }, index) => {
      const found = { ...data, ...previous };
      const left = events[index]!.data;
      return Object.keys(found).filter((name) => name in left && !isDeepStrictEqual(found[name], left[name]));
    }),
  );
}

function actionOf({ event }: Told): string {
  return event.split('.')[1]!;
}

/** What an undo has to do about a record as it is now, and what it leaves as it is. */
export type Aim = {
  action: 'delete' | 'restore' | 'put' | null;
  /** The values to put back. */
  fields: Values;
  kept: Omit<KeptValue, 'resource' | 'uuid'>[];
};

const CHANGED = 'It has changed since.';
const DELETED = 'The record was deleted since.';
const RESTORED = 'The record was restored since.';
const PURGED = 'The record is gone for good.';

/**
 * Decides how to take back what a change did to a record. One that the change made goes only if
 * nobody has changed it since. A value is put back only if it is still the one that the change
 * gave.
 */
export function aimOf(
  definition: RecordDefinition,
  done: Done,
  now: { record: CrmRecord; is_deleted: boolean } | undefined,
): Aim {
  const nothing: Aim = { action: null, fields: {}, kept: [] };
  const keep = (reason: string, field: string | null = null): Aim => ({
    ...nothing,
    kept: [{ field, reason }],
  });
  const isAlive = now !== undefined && !now.is_deleted;
  if (done.became === 'deleted') {
    if (done.was !== 'alive') return nothing;
    if (!now) return keep(PURGED);
    return isAlive ? keep(RESTORED) : { ...nothing, action: 'restore' };
  }
  if (!isAlive) return keep(now ? DELETED : PURGED);
  if (done.was === 'alive') return putBack(definition, done, now.record);
  const changed = changedByOthers(definition, done, now.record);
  return changed === undefined ? { ...nothing, action: 'delete' } : keep(CHANGED, changed);
}

/**
 * The values to put back into a record that is not deleted. One that somebody gave its former value
 * again is kept, and named, too: when their change is taken back later, it gets another one. An
 * amount and its currency go back together: 5000 EUR became 7000 EUR, and is now 7000 USD.
 */
export function putBack(
  definition: RecordDefinition,
  { fields, left, between }: Done,
  record: CrmRecord,
): Aim {
  const values = record as unknown as Values;
  const aim: Aim = { action: null, fields: {}, kept: [] };
  const isAsLeft = (name: string | undefined) =>
    name === undefined ||
    (!between.has(name) &&
      isDeepStrictEqual(values[name], fields.has(name) ? fields.get(name)!.after : left[name]));
  for (const [name, { before, after }] of fields) {
    if (!(name in values) || isDeepStrictEqual(before, after)) continue;
    if (isAsLeft(name) && isAsLeft(otherHalf(definition, name))) aim.fields[name] = before;
    else aim.kept.push({ field: name, reason: CHANGED });
  }
  return Object.keys(aim.fields).length > 0 ? { ...aim, action: 'put' } : aim;
}

/**
 * Adds what has changed in a record while it was deleted, when nobody could edit it: what refers to
 * a part of another record gets another part when that is removed. It comes back with the values
 * that the change left.
 */
export function withDrift(definition: RecordDefinition, done: Done, record: CrmRecord): Done {
  const values = record as unknown as Values;
  const fields = new Map(done.fields);
  for (const [name, { by }] of Object.entries(definition.fields as Record<string, RecordField>)) {
    if (by !== 'caller' || !(name in done.left) || isDeepStrictEqual(values[name], done.left[name])) continue;
    const before = fields.has(name) ? fields.get(name)!.before : done.left[name];
    fields.set(name, { before, after: values[name] });
  }
  return { ...done, fields };
}

/**
 * The first field of a caller whose value is not the one that the change left, or not its alone.
 */
function changedByOthers(
  { fields }: RecordDefinition,
  { left, between }: Done,
  record: CrmRecord,
): string | undefined {
  const values = record as unknown as Values;
  return Object.entries(fields as Record<string, RecordField>).find(
    ([name, { by }]) =>
      by === 'caller' &&
      (between.has(name) || (name in left && !isDeepStrictEqual(values[name], left[name]))),
  )?.[0];
}

/** The fields in the pointers of a refusal. */
export function fieldsIn(errors: readonly { pointer: string }[] | undefined): string[] {
  return (errors ?? []).map(({ pointer }) => pointer.split('/')[1] ?? '');
}
