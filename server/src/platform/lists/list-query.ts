import { createHash } from 'node:crypto';
import {
  filterName,
  type ListDefinition,
  type ListField,
  type Operator,
  operatorsOf,
} from '@rapport/contract/list-definition';
import type { FieldError } from '@rapport/contract/problems';
import { hasUnstorableCharacters } from '../http/server/json-body.ts';
import { isUuid } from '../ids.ts';
import { Problem } from '../problem.ts';
import { isDateOrTime } from '../time/times.ts';

/** A condition of a filter; `key` is that of a custom field. */
export type Condition = { field: string; key?: string; operator: Operator; values: string[] };
export type SortKey = { field: string; descending: boolean };

/**
 * The additions to a page: `total` counts all records, `count` at most COUNT_MAX + 1, and `amounts`
 * adds them up, too.
 */
export const INCLUDED = ['total', 'count', 'amounts'] as const;
export type Included = (typeof INCLUDED)[number];

/**
 * A list request after all checks: every field exists, and every value has the type of its field.
 */
export type ListRequest = {
  limit: number;
  conditions: Condition[];
  sort: SortKey[];
  /** The end of the previous page: the sort values of its last record, then its uuid. */
  after: string[] | null;
  q: string | null;
  include: Included | null;
  account_uuid: string | null;
  fingerprint: string;
};

/** The query as its schema leaves it: numbers are numbers, everything else is text. */
export type ListQuery = {
  limit?: number;
  cursor?: string;
  sort?: string;
  q?: string;
  updated_since?: string;
  include?: string;
  account_uuid?: string;
  [filter: string]: unknown;
};

export const LIMIT_DEFAULT = 50;
export const LIMIT_MAX = 200;
/**
 * A cursor holds the sort values of a record. Four of the longest fit, escaped as JSON and as
 * base64.
 */
export const CURSOR_MAX_LENGTH = 8000;
const SORT_KEYS_MAX = 4;
const IN_VALUES_MAX = 200;

/** The caller and the time, for `me`, `today` and `today+7d` in a filter. */
export type Moment = { me: string; now: Date };

/** Counting stops here, so that it stays cheap. People read "10,000+". */
export const COUNT_MAX = 10_000;

/**
 * Parses `limit cursor sort q updated_since include account_uuid filter[…]`. 400 for faults; the
 * error names the allowed values.
 */
export function parseListQuery(
  definition: ListDefinition,
  query: ListQuery,
  moment?: Moment,
): ListRequest | Problem {
  const errors: FieldError[] = [];
  const conditions = readConditions(definition, query, errors, moment);
  const sort = parseSort(definition, query.sort ?? definition.default_sort, errors);
  if (query.updated_since !== undefined) {
    checkTime('updated_since', query.updated_since, errors);
    conditions.push({ field: 'updated_at', operator: 'gte', values: [query.updated_since] });
  }
  if (query.q !== undefined && !definition.searchable) {
    errors.push({
      pointer: 'q',
      code: 'not_allowed',
      detail: 'This list cannot be searched with q. Use filter[…].',
    });
  }
  if (query.q?.trim() === '') {
    errors.push({ pointer: 'q', code: 'too_short', detail: 'q must not be empty.' });
  }
  if (errors.length > 0) return queryInvalid(errors);
  const list: Omit<ListRequest, 'after' | 'fingerprint'> = {
    limit: query.limit ?? LIMIT_DEFAULT,
    conditions,
    sort,
    q: query.q ?? null,
    include: INCLUDED.find((one) => one === query.include) ?? null,
    account_uuid: query.account_uuid ?? null,
  };
  const fingerprint = fingerprintOf(definition, list);
  if (query.cursor === undefined) return { ...list, after: null, fingerprint };
  const after = readCursor(definition, query.cursor, fingerprint, sort);
  return after instanceof Problem ? after : { ...list, after, fingerprint };
}

/** The cursor of the page after `record`, which is the last of a full page. */
export function cursorAfter(list: ListRequest, record: Record<string, unknown>): string {
  const values = list.sort.map(({ field }) => String(record[field] ?? ''));
  return Buffer.from(JSON.stringify([list.fingerprint, ...values, record.uuid])).toString('base64url');
}

/**
 * Parses `filter[…]` alone, for routes without a sort and a cursor. 400 for faults; the error names
 * the allowed values.
 */
export function parseFilters(
  definition: Pick<ListDefinition, 'fields'>,
  query: Record<string, unknown>,
  moment?: Moment,
): Condition[] | Problem {
  const errors: FieldError[] = [];
  const conditions = readConditions(definition, query, errors, moment);
  return errors.length > 0 ? queryInvalid(errors) : conditions;
}

function queryInvalid(errors: FieldError[]): Problem {
  return new Problem('query_invalid', errors.map((error) => error.detail).join(' '), { errors });
}

function readConditions(
  definition: Pick<ListDefinition, 'fields'>,
  query: Record<string, unknown>,
  errors: FieldError[],
  moment?: Moment,
): Condition[] {
  const conditions: Condition[] = [];
  for (const [parameter, value] of Object.entries(query)) {
    if (!parameter.startsWith('filter')) continue;
    const fault = (code: FieldError['code'], detail: string) =>
      errors.push({ pointer: parameter, code, detail });
    const { name, key, operator, field } = readParameter(definition, parameter);
    if (!field) {
      const names = Object.entries(definition.fields).map(([known, one]) => filterName(known, one));
      fault('not_allowed', `${parameter} is not a filter of this list. Filters: ${names.join(', ')}.`);
    } else if (!operatorsOf(field).includes(operator)) {
      fault('not_allowed', `${parameter}: the operators of ${name} are ${operatorsOf(field).join(', ')}.`);
    } else if (typeof value !== 'string') {
      fault(
        'not_allowed',
        `${parameter} stands more than once; say it once. Several values go into [in], comma separated, and one with a comma in double quotes.`,
      );
    } else {
      const given = operator === 'in' ? splitValues(value) : [value];
      const values = operator === 'is_null' ? given : given.map((text) => atMoment(field, text, moment));
      checkValues(parameter, field, operator, values, errors);
      conditions.push({ field: name, ...(key !== undefined && { key }), operator, values });
    }
  }
  return conditions;
}

/**
 * Parses `filter[name][operator]`, or `filter[custom.KEY][operator]` for a custom field. The field
 * is undefined when none has that name.
 */
function readParameter({ fields }: Pick<ListDefinition, 'fields'>, parameter: string) {
  const match = /^filter\[([a-z_]+)(?:\.([^[\]]+))?\](?:\[([a-z_]+)\])?$/.exec(parameter);
  const [, name = '', key, operator = 'eq'] = match ?? [];
  const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const isNamed = (known?.type === 'custom') === (key !== undefined) && !hasUnstorableCharacters(key ?? '');
  return { name, key, operator: operator as Operator, field: isNamed ? known : undefined };
}

/**
 * Splits `a,"b, c"` into `a` and `b, c`. A value in quotes may hold commas and doubled quotes, as
 * in CSV.
 */
function splitValues(text: string): string[] {
  // A comma added at the end, so that every value is followed by one.
  const values = `${text},`.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*)),/gy);
  return [...values].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!);
}

/**
 * Resolves relative values, which keep a saved filter true tomorrow: `me` is the caller, `today+7d`
 * the day in a week, in UTC.
 */
function atMoment({ type, user }: ListField, text: string, moment: Moment | undefined): string {
  if (!moment) return text;
  if (user && text === 'me') return moment.me;
  if (type !== 'date' && type !== 'time') return text;
  // A plus sign that was not escaped arrives as a space.
  const match = /^today(?:([+ -])(\d{1,4})d)?$/.exec(text);
  if (!match) return text;
  const days = Number(match[2] ?? 0) * (match[1] === '-' ? -1 : 1);
  return new Date(moment.now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

const DAY_MS = 24 * 60 * 60 * 1000;

function checkValues(
  parameter: string,
  field: ListField,
  operator: Operator,
  values: string[],
  errors: FieldError[],
) {
  if (values.length > IN_VALUES_MAX) {
    errors.push({
      pointer: parameter,
      code: 'too_many_items',
      detail: `${parameter} has more than ${IN_VALUES_MAX} values.`,
    });
    return;
  }
  for (const value of values) {
    if (operator === 'is_null') {
      if (value !== 'true' && value !== 'false') {
        errors.push({
          pointer: parameter,
          code: 'not_in_list',
          detail: `${parameter} must be true or false.`,
        });
      }
    } else if (field.type === 'time') {
      checkTime(parameter, value, errors);
    } else if ((field.type === 'uuid' || field.type === 'links') && !isUuid(value)) {
      const or = field.user ? ', or me' : '';
      errors.push({ pointer: parameter, code: 'wrong_format', detail: `${parameter} must be a UUID${or}.` });
    } else if (field.type === 'date' && !isDate(value)) {
      const detail = `${parameter} must be a date such as 2026-11-20, or today, today+7d, today-7d.`;
      errors.push({ pointer: parameter, code: 'wrong_format', detail });
    } else if (field.type === 'number' && !NUMBER.test(value)) {
      const detail = `${parameter} must be a number such as 12500 or 12500.50.`;
      errors.push({ pointer: parameter, code: 'wrong_format', detail });
    } else if (field.type === 'boolean' && value !== 'true' && value !== 'false') {
      const detail = `${parameter} must be true or false.`;
      errors.push({ pointer: parameter, code: 'not_in_list', detail });
    } else if (field.type === 'choice' && !field.choices?.includes(value)) {
      const detail = `${parameter} must be one of ${field.choices?.join(', ')}.`;
      errors.push({ pointer: parameter, code: 'not_in_list', detail });
    }
  }
}

function checkTime(parameter: string, value: string, errors: FieldError[]): void {
  // A plus sign that was not escaped arrives as a space. This is the commonest mistake, so the
  // error names it.
  const hint = value.includes(' ') ? ' Write the plus sign of the offset as %2B.' : '';
  if (!isDateOrTime(value)) {
    const detail = `${parameter} must be a date or a time with offset, such as 2026-11-20T09:20:00Z.${hint}`;
    errors.push({ pointer: parameter, code: 'wrong_format', detail });
  }
}

function parseSort(definition: ListDefinition, text: string, errors: FieldError[]): SortKey[] {
  const keys = text
    .split(',')
    .map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }));
  const sortable = Object.keys(definition.fields).filter((name) => definition.fields[name]?.sortable);
  const unknown = keys.filter((key) => !sortable.includes(key.field));
  const twice = new Set(keys.map((key) => key.field)).size < keys.length;
  if (unknown.length > 0 || twice || keys.length > SORT_KEYS_MAX) {
    errors.push({ pointer: 'sort', code: 'not_allowed', detail: `sort takes ${describeSort(sortable)}.` });
  }
  return errors.length > 0 ? keys : withTieBreak(definition, keys);
}

/**
 * Completes a sort. Many records share a choice or a text; the time of creation, the next column of
 * the field's index, decides between them.
 */
function withTieBreak({ fields }: ListDefinition, keys: SortKey[]): SortKey[] {
  const { field, descending } = keys.at(-1)!;
  const { type, folded } = fields[field]!;
  const isShared = (type === 'text' && !folded) || type === 'choice' || type === 'uuid';
  if (!isShared || !fields.created_at || keys.some((key) => key.field === 'created_at')) return keys;
  return [...keys, { field: 'created_at', descending }];
}

/** Describes the values of `sort` for these fields. */
export function describeSort(sortable: string[]): string {
  const descending = 'with - before it for descending';
  if (sortable.length === 1) return `${sortable[0]}, ${descending}`;
  return `up to ${SORT_KEYS_MAX} of ${sortable.join(', ')}, each once, comma separated, ${descending}`;
}

/**
 * The fingerprint of a list's filters and order. A cursor is valid only for these: with others it
 * would silently skip records.
 */
function fingerprintOf(
  { name }: ListDefinition,
  { conditions, sort, q, account_uuid }: Pick<ListRequest, 'conditions' | 'sort' | 'q' | 'account_uuid'>,
): string {
  const text = JSON.stringify([name, conditions, sort, q, account_uuid]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

/** Reads the values in a cursor. They come from outside, so each must fit its column. */
function readCursor(
  definition: ListDefinition,
  cursor: string,
  fingerprint: string,
  sort: SortKey[],
): string[] | Problem {
  const refusal = new Problem(
    'cursor_invalid',
    'The cursor belongs to another list, or to other filters or another order. Start again without cursor.',
  );
  try {
    const [from, ...after] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const sound =
      after.length === sort.length + 1 &&
      after.every((value) => typeof value === 'string' && !hasUnstorableCharacters(value)) &&
      sort.every(({ field }, i) => fitsField(definition.fields[field]!, String(after[i]))) &&
      isUuid(String(after.at(-1)));
    return sound && from === fingerprint ? (after as string[]) : refusal;
  } catch {
    return refusal;
  }
}

/** True when a value of a cursor has the type of its field. Null is the empty text there. */
function fitsField({ type, nullable }: ListField, value: string): boolean {
  if (nullable && value === '') return true;
  if (type === 'time') return isDateOrTime(value);
  if (type === 'date') return isDate(value);
  return type !== 'number' || NUMBER.test(value);
}

const NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/;

/** True for a day that the calendar has: 2026-02-30 is refused. */
function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isDateOrTime(text);
}
