import { CUSTOM_MAX_BYTES, NAME_PATTERN } from '@rapport/contract/fields';
import type { FieldError } from '@rapport/contract/problems';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import { inJsonbOrder } from '../platform/database/jsonb-order.ts';
import { isEmail } from '../platform/email.ts';
import { toApiTime } from '../platform/time/clock.ts';
import { fault } from './fault.ts';
import type { CrmRecord, Step } from './kind.ts';

type Fields = Record<string, unknown>;
type Point = { value: string; primary?: boolean };
type Link = { role?: string | null; primary?: boolean; ended_on?: string | null } & Record<string, unknown>;

/** The empty record of a kind, with defaults where a field has one. */
export function emptyRecord(definition: RecordDefinition): Fields {
  return { ...planOf(definition).empty };
}

/** The record with the given fields, in the form in which they are kept. */
export function withFields<R extends CrmRecord>({ fields }: RecordDefinition, record: R, given: Fields): R {
  const kept: Fields = { ...record };
  for (const [name, value] of Object.entries(given)) kept[name] = asKept(fields[name]!, value);
  return kept as R;
}

/**
 * A value as it is kept. One-line texts lose the space around them: nobody sees it, and no filter
 * would find it.
 */
function asKept(field: RecordField, value: unknown): unknown {
  if (value === null) return null;
  switch (field.type) {
    case 'tags':
      return [...new Set((value as string[]).map((tag) => tag.trim()))];
    case 'uuid':
      return (value as string).toLowerCase();
    case 'time':
      return toApiTime(new Date(value as string));
    case 'number':
      return field.decimals === undefined ? value : asDecimal(value as string | number, field.decimals);
    case 'links':
      return (value as Link[]).map((link) => asLink(field, link));
    default:
      return inJsonbOrder(field.keep_space ? value : withTrimmedTexts(value));
  }
}

/**
 * A number as text with all its decimals. Other text is returned as it is, and `recordFaults`
 * reports it.
 */
function asDecimal(value: string | number, decimals: number): string {
  const text = String(value).trim();
  const match = /^([+-]?)0*(\d{1,13})(?:\.(\d*?)0*)?$/.exec(text);
  if (!match || (match[3] ?? '').length > decimals) return text;
  const [, sign, whole, fraction = ''] = match;
  const digits = `${whole}.${fraction.padEnd(decimals, '0')}`;
  return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits;
}

const DECIMAL = /^-?\d{1,13}\.\d{2}$/;

/** A link with all its properties. A property that the caller left out gets its default. */
function asLink({ key, extras = [] }: RecordField, link: Link): Link {
  const uuid = String(link[key!]).toLowerCase();
  if (key === 'uuid') return { resource: link.resource, uuid };
  const said = {
    role: link.role?.trim() || null,
    primary: link.primary ?? false,
    ended_on: link.ended_on ?? null,
  };
  return { [key!]: uuid, ...Object.fromEntries(extras.map((extra) => [extra, said[extra]])) };
}

function withTrimmedTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withTrimmedTexts);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTrimmedTexts(inner)]));
}

/**
 * The faults of a record beyond its schema. Names, tags and phone numbers are checked only if the
 * caller changed them.
 */
export function recordFaults(
  definition: RecordDefinition,
  { record, before }: Step<CrmRecord>,
): FieldError[] {
  const { empty, texts, tags, points, entries, links, numbers } = planOf(definition);
  const now = record as unknown as Fields;
  const then = (before ?? empty) as Fields;
  return [
    ...texts.flatMap(([name, field]) => textFaults(name, field, now[name], then[name])),
    ...tags.flatMap(([name]) => tagFaults(name, now[name] as string[], then[name] as string[])),
    ...points.flatMap(([name, field]) =>
      pointFaults(name, field, now[name] as Point[], then[name] as Point[]),
    ),
    ...entries.flatMap(([name]) => primaryFaults(name, now[name] as Point[])),
    ...links.flatMap(([name, field]) => twiceFaults(name, field, now[name] as Link[])),
    ...numbers.flatMap(([name, field]) => decimalFaults(name, field, now[name])),
  ];
}

/**
 * The fields of a definition by the checks they need. They are sorted once, not for each row of an
 * import.
 */
type CheckPlan = { empty: Fields } & Record<
  'texts' | 'tags' | 'points' | 'entries' | 'links' | 'numbers',
  [string, RecordField][]
>;

const PLANS = new WeakMap<RecordDefinition, CheckPlan>();

function planOf(definition: RecordDefinition): CheckPlan {
  const known = PLANS.get(definition);
  if (known) return known;
  const fields = Object.entries(definition.fields as Record<string, RecordField>);
  const ofType = (...types: RecordField['type'][]) =>
    fields.filter(([, field]) => types.includes(field.type));
  const plan = {
    empty: Object.fromEntries(fields.map(([name, field]) => [name, field.empty])),
    texts: ofType('text'),
    tags: ofType('tags'),
    points: ofType('points').toSorted(([, a], [, b]) => (a.of === b.of ? 0 : a.of === 'phone' ? -1 : 1)),
    entries: ofType('points', 'addresses', 'links'),
    links: ofType('links'),
    numbers: ofType('number'),
  };
  PLANS.set(definition, plan);
  return plan;
}

/** Faults of the custom fields. They come last. */
export function customFaults({ custom }: CrmRecord): FieldError[] {
  if (Buffer.byteLength(JSON.stringify(custom)) <= CUSTOM_MAX_BYTES) return [];
  return [fault('/custom', 'too_long', `must be at most ${CUSTOM_MAX_BYTES / 1024} KiB as JSON.`)];
}

function textFaults(name: string, field: RecordField, now: unknown, then: unknown): FieldError[] {
  const pointer = `/${name}`;
  if (!field.nullable && String(now).trim() === '') {
    return [fault(pointer, 'required', ['is missing.', field.missing].filter(Boolean).join(' '))];
  }
  return field.visible && now !== null && now !== then ? unseenFaults(pointer, String(now)) : [];
}

function tagFaults(name: string, now: string[], then: string[]): FieldError[] {
  return now.flatMap((tag, index) =>
    then.some((known) => known.trim() === tag.trim()) ? [] : unseenFaults(`/${name}/${index}`, tag),
  );
}

function pointFaults(name: string, { of }: RecordField, now: Point[], then: Point[]): FieldError[] {
  return now.flatMap(({ value }, index) => {
    const pointer = `/${name}/${index}/value`;
    if (of === 'email') {
      return isEmail(value) ? [] : [fault(pointer, 'wrong_format', `"${value}" is not an e-mail address.`)];
    }
    return then.some((known) => known.value.trim() === value.trim()) ? [] : unseenFaults(pointer, value);
  });
}

function primaryFaults(name: string, entries: { primary?: boolean }[]): FieldError[] {
  if (entries.filter((entry) => entry.primary).length <= 1) return [];
  return [fault(`/${name}`, 'not_unique', 'has more than one primary entry. Mark one.')];
}

function twiceFaults(name: string, { key }: RecordField, links: Link[]): FieldError[] {
  const uuids = links.map((link) => link[key!]);
  return uuids.flatMap((uuid, index) =>
    uuids.indexOf(uuid) === index
      ? []
      : [fault(`/${name}/${index}/${key}`, 'not_unique', 'is there twice. Name each record once.')],
  );
}

function decimalFaults(name: string, { decimals }: RecordField, value: unknown): FieldError[] {
  if (decimals === undefined || value === null || DECIMAL.test(String(value))) return [];
  const detail = `must be a number with at most 13 digits and ${decimals} decimals, such as "12500.00".`;
  return [fault(`/${name}`, 'wrong_format', detail)];
}

const VISIBLE_LINE = new RegExp(NAME_PATTERN, 'u');

function unseenFaults(pointer: string, text: string): FieldError[] {
  if (VISIBLE_LINE.test(text)) return [];
  return [fault(pointer, 'invalid_characters', 'must have a visible character and no control characters.')];
}
