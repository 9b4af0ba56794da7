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
    const [then, now] = [flat(previous ?? {}), flat(data)];
    for (const name of new Set([...Object.keys(then), ...(previous?.custom ? ownIn(now) : [])])) {
      if (isOwn(name) && isDeepStrictEqual(then[name], now[name])) continue;
      const { before } = fields.get(name) ?? { before: then[name] };
      fields.set(name, { before, after: now[name] });
    }
  }
  const action = actionOf(first);
  return {
    was: action === 'created' ? 'absent' : action === 'restored' ? 'deleted' : 'alive',
    became: actionOf(last) === 'deleted' ? 'deleted' : 'alive',
    fields,
    left: flat(last.data),
    between: betweenOf(events),
  };
}

/** A change of several requests or steps takes time, in which others may write the same record. */
function betweenOf(events: Told[]): Set<string> {
  return new Set(
    events.slice(1).flatMap(({ data, previous }, index) => {
      const found = flat({ ...data, ...previous });
      const left = flat(events[index]!.data);
      return differing(Object.keys(found), found, left);
    }),
  );
}

/** Those of the names, and of all custom fields, that both have with different values. */
function differing(names: string[], one: Values, other: Values): string[] {
  const all = new Set([...names, ...ownIn(one), ...ownIn(other)]);
  return [...all].filter(
    (name) => (isOwn(name) || name in other) && !isDeepStrictEqual(one[name], other[name]),
  );
}

/**
 * The values with each custom field beside the others, as `custom.KEY`: people write them one by
 * one, so they are taken back one by one.
 */
function flat({ custom, ...values }: Values): Values {
  if (custom === undefined) return values;
  const own = Object.entries(custom as Values).map(([key, value]) => [`${OWN}${key}`, value]);
  return { ...values, ...Object.fromEntries(own) };
}

const OWN = 'custom.';

function isOwn(name: string): boolean {
  return name.startsWith(OWN);
}

function ownIn(values: Values): string[] {
  return Object.keys(values).filter(isOwn);
}

/** The fields as a record has them: custom ones in `custom`, beside the others that it has now. */
export function together(fields: Values, now: CrmRecord): Values {
  const own = Object.entries(fields).filter(([name]) => isOwn(name));
  if (own.length === 0) return fields;
  const custom = new Map(Object.entries((now as unknown as { custom: Values }).custom));
  for (const [name, value] of own) {
    if (value === undefined) custom.delete(name.slice(OWN.length));
    else custom.set(name.slice(OWN.length), value);
  }
  const others = Object.entries(fields).filter(([name]) => !isOwn(name));
  return { ...Object.fromEntries(others), custom: Object.fromEntries(custom) };
}

function actionOf({ event }: Told): string {
  return event.split('.')[1]!;
}

/** What an undo has to do about a record as it is now, and what it leaves as it is. */
export type Aim = {
  action: 'delete' | 'restore' | 'put' | null;
  /** The values to put back, those of custom fields as `custom.KEY`; undefined: it had none. */
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
  const values = flat(record as unknown as Values);
  const aim: Aim = { action: null, fields: {}, kept: [] };
  const isAsLeft = (name: string | undefined) =>
    name === undefined ||
    (!between.has(name) &&
      isDeepStrictEqual(values[name], fields.has(name) ? fields.get(name)!.after : left[name]));
  for (const [name, { before, after }] of fields) {
    if (!(isOwn(name) || name in values) || isDeepStrictEqual(before, after)) continue;
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
  const values = flat(record as unknown as Values);
  const fields = new Map(done.fields);
  for (const name of differing(namesOf(definition), values, done.left)) {
    const before = fields.has(name) ? fields.get(name)!.before : done.left[name];
    fields.set(name, { before, after: values[name] });
  }
  return { ...done, fields };
}

/**
 * The first field of a caller whose value is not the one that the change left, or not its alone.
 */
function changedByOthers(
  definition: RecordDefinition,
  { left, between }: Done,
  record: CrmRecord,
): string | undefined {
  const names = namesOf(definition);
  const changed = new Set(differing(names, flat(record as unknown as Values), left));
  return names.find((name) => between.has(name) || changed.has(name)) ?? [...between, ...changed].find(isOwn);
}

/** The fields that callers write, but for the custom ones. */
function namesOf({ fields }: RecordDefinition): string[] {
  const entries = Object.entries(fields as Record<string, RecordField>);
  return entries.filter(([, { by }]) => by === 'caller').map(([name]) => name);
}

/** The fields in the pointers of a refusal, custom ones as `custom.KEY`. */
export function fieldsIn(errors: readonly { pointer: string }[] | undefined): string[] {
  return (errors ?? []).map(({ pointer }) => {
    const [, name = '', key] = pointer.split('/');
    if (name !== 'custom' || key === undefined) return name;
    return `${OWN}${key.replaceAll('~1', '/').replaceAll('~0', '~')}`;
  });
}
