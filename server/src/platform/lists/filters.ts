import {
  filterName,
  isByKey,
  type ListDefinition,
  type ListField,
  type Operator,
  operatorsOf,
} from '@rapport/contract/list-definition';
import type { FieldError } from '@rapport/contract/problems';
import { hasUnstorableCharacters } from '../http/server/json-body.ts';
import { Problem } from '../problem.ts';
import type { Condition } from './condition.ts';
import { isAmount, withCurrencies } from './filter-amounts.ts';
import { atMoment, onInstants } from './filter-days.ts';
import { booleanFault, LIST_TYPES, timeFault } from './list-types.ts';
import type { Moment } from './moment.ts';

type Fault = Pick<FieldError, 'code' | 'detail'>;

const IN_VALUES_MAX = 200;

/**
 * Parses `filter[…]` alone, for routes without a sort and a cursor. 400 for faults; the error names
 * the allowed values.
 */
export function parseFilters(
  definition: Pick<ListDefinition, 'fields'>,
  query: Record<string, unknown>,
  moment: Moment,
): Condition[] | Problem {
  const errors: FieldError[] = [];
  const conditions = readConditions(definition, query, errors, moment);
  return errors.length > 0 ? queryInvalid(errors) : conditions;
}

/** 400 with the faults of a query. */
export function queryInvalid(errors: FieldError[]): Problem {
  return new Problem('query_invalid', errors.map((error) => error.detail).join(' '), { errors });
}

/** Reads the filters of a query. Adds faults to `errors`. */
export function readConditions(
  definition: Pick<ListDefinition, 'fields'>,
  query: Record<string, unknown>,
  errors: FieldError[],
  moment: Moment,
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
        `${parameter} is sent more than once; send it once. Several values go into [in], comma separated, and one with a comma in double quotes.`,
      );
    } else {
      const given = operator === 'in' ? splitValues(value) : [value];
      const values = operator === 'is_null' ? given : given.map((text) => atMoment(field, text, moment));
      const named = { field: name, ...(key !== undefined && { key: key.normalize() }) };
      const asked = { ...named, operator, values: values.map((text) => text.normalize()) };
      const condition = isAmount(field) ? withCurrencies(asked, moment.currencies) : asked;
      checkValues(parameter, field, operator, condition.values, errors);
      conditions.push(...onInstants(field, condition, moment));
    }
  }
  return conditions;
}

/** The longest search of a list, in characters. */
const Q_MAX_LENGTH = 200;

/** Reads a search of a list that can be searched. Adds its fault to `errors`. */
export function readSearch(q: string, errors: FieldError[]): string {
  const fault = lengthFault(q) ?? unstorableFault('q', q);
  if (fault) errors.push({ pointer: 'q', ...fault });
  return q;
}

function lengthFault(q: string): Fault | null {
  if (q.trim() === '') return { code: 'too_short', detail: 'q must not be empty.' };
  if ([...q].length <= Q_MAX_LENGTH) return null;
  return { code: 'too_long', detail: `q must have at most ${Q_MAX_LENGTH} characters.` };
}

/**
 * The fault of a text that no record can have, and that PostgreSQL refuses. An address has none
 * (`odd-requests.ts`), but a query that was kept is decoded only when it is read.
 */
function unstorableFault(what: string, text: string): Fault | null {
  if (!hasUnstorableCharacters(text)) return null;
  const detail = `${what} has a NUL or over 30 accents on one letter, which no record has. Remove it.`;
  return { code: 'invalid_characters', detail };
}

/** The conditions that `updated_since` means. Adds its fault to `errors`. */
export function readSince(text: string, moment: Moment, errors: FieldError[]): Condition[] {
  const fault = timeFault('updated_since', text);
  if (fault) errors.push({ pointer: 'updated_since', ...fault });
  return onInstants({ type: 'time' }, { field: 'updated_at', operator: 'gte', values: [text] }, moment);
}

/**
 * Parses `filter[name][operator]`, or `filter[custom.KEY][operator]` for a custom field. The field
 * is undefined when none has that name.
 */
function readParameter({ fields }: Pick<ListDefinition, 'fields'>, parameter: string) {
  const match = /^filter\[([a-z_]+)(?:\.([^[\]]+))?\](?:\[([a-z_]+)\])?$/.exec(parameter);
  const [, name = '', key, operator = 'eq'] = match ?? [];
  const declared = key === undefined ? undefined : `${name}.${key}`;
  if (declared !== undefined && Object.hasOwn(fields, declared)) {
    const field = fields[declared]!;
    return { name: declared, ...(isByKey(field) && { key }), operator: operator as Operator, field };
  }
  const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const isNamed = known && isByKey(known) === (key !== undefined) && !hasUnstorableCharacters(key ?? '');
  return { name, key, operator: operator as Operator, field: isNamed ? known : undefined };
}

/**
 * Splits `a,"b, c"` into `a` and `b, c`. A value in quotes may hold commas and doubled quotes, as
 * in CSV.
 */
export function splitValues(text: string): string[] {
  // A comma added at the end, so that every value is followed by one.
  const values = `${text},`.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*)),/gy);
  return [...values].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!);
}

/** The values of an `in` as one text, of which `splitValues` makes them again. */
export function joinValues(values: string[]): string {
  return values.map((value) => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',');
}

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
  const faultOf = operator === 'is_null' ? booleanFault : LIST_TYPES[field.type].fault;
  for (const value of values) {
    const fault = unstorableFault(parameter, value) ?? faultOf?.(parameter, value, field);
    if (fault) errors.push({ pointer: parameter, ...fault });
  }
}
