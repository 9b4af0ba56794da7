import { isRelativeDay } from '@rapport/contract/days';
import type { ListField } from '@rapport/contract/list-definition';
import { CUSTOM_PREFIX } from '@rapport/contract/records/declared-fields';
import type { Names } from '../../fields/names.ts';
import { isCustom } from '../../fields/values/custom-name.ts';
import { choicesOf, FIELD_TYPES } from '../../fields/values/field-types.ts';
import { fieldOf, type RecordView } from '../../fields/view.ts';
import type { Choices } from '../../layout/standards.ts';
import { COMMON_LABELS, records, sayCondition } from '../../texts/records.ts';
import type { ListSearch } from '../list.ts';
import { FILTER_TYPES, type FilterType, YES_NO } from './filter-types.ts';
import { type Period, periodOf, sayPeriod } from './periods.ts';
import { amountFrom, sayFilterAmount } from './typed-amounts.ts';

/** A field for filters: a field of the kind, a part of one such as the city, or a custom field. */
export type FilterField = {
  /** The name in `filter[…]`. */
  name: string;
  label: string;
  type: FilterType;
  isNullable: boolean;
  /** The possible values, if they are the same for all records. */
  choices?: Choices | undefined;
  /** True for an amount, which has decimals. */
  isAmount?: boolean;
  /** True for a number with any decimals. */
  isMeasure?: boolean;
  /** The kinds of record that the value can name. Empty if it names no record. */
  to: readonly string[];
};

/**
 * Returns all fields for filters, in the order of the columns. `keys` are those that no field
 * declares.
 */
export function filterable(view: RecordView, keys: string[] = []): FilterField[] {
  const place = (name: string) => {
    const column = view.columns.indexOf(name);
    return column === -1 ? view.columns.length : column;
  };
  const fields = Object.keys(view.list.fields)
    .filter((name) => name !== 'uuid' && name !== 'custom')
    // An archived field is no longer offered.
    .filter((name) => !isCustom(name) || view.columns.includes(name))
    .map((name) => filterField(view, name)!)
    .sort((a, b) => place(a.name) - place(b.name));
  return [...fields, ...keys.map((key) => filterField(view, CUSTOM_PREFIX + key)!)];
}

/** Returns the field of this name. Undefined if the list has no such filter. */
function filterField(view: RecordView, name: string): FilterField | undefined {
  const isKnown = Object.hasOwn(view.list.fields, name);
  const listed = isKnown ? view.list.fields[name] : isCustom(name) ? KEY : undefined;
  if (!listed) return undefined;
  const field = fieldOf(view, name);
  const isOfRecords = field !== undefined && FIELD_TYPES[field.type].isOfRecords;
  const choices = field && choicesOf(field);
  return {
    name,
    label: field?.label ?? PART_LABELS[name] ?? name,
    type: listed.user ? 'user' : listed.type,
    isNullable: listed.nullable ?? false,
    choices: FILTER_TYPES[listed.type].choices ?? choices,
    isAmount: field !== undefined && (FIELD_TYPES[field.type].isAmount ?? false),
    isMeasure: field !== undefined && (FIELD_TYPES[field.type].isMeasure ?? false),
    to: isOfRecords ? (field.kinds ?? []) : [],
  };
}

/** How a list is filtered by a key that no field declares. */
const KEY: ListField = { type: 'custom', nullable: true };

const PART_LABELS: Record<string, string> = { ...COMMON_LABELS, ...records.addressParts };

export function operatorsOf({ type, isNullable }: FilterField): string[] {
  const { operators, ifNullable = [] } = FILTER_TYPES[type];
  return isNullable ? [...operators, ...ifNullable, 'is_null'] : operators;
}

/**
 * Returns the values to choose from. Undefined for a value that is typed. `own` are those that come
 * from the page.
 */
export function valuesOf(
  field: FilterField,
  operator: string,
  own: Choices | undefined,
): Choices | undefined {
  return operator === 'is_null' ? YES_NO : (own ?? field.choices);
}

/** Returns the API's parameter for a condition. */
function parameterOf({ name }: FilterField, operator: string): string {
  return operator === 'eq' ? `filter[${name}]` : `filter[${name}][${operator}]`;
}

/** The conditions that a period replaces. */
const RANGE = ['eq', 'gte', 'gt', 'lte', 'lt'];

/**
 * Returns the change of the address that adds a filter. A period has two conditions, and replaces
 * all others of the field.
 */
export function changesFor(field: FilterField, operator: string, value: string): ListSearch {
  if (operator !== 'within') return { [parameterOf(field, operator)]: value };
  const period = periodOf(value);
  const entries = RANGE.map((one) => [parameterOf(field, one), period?.[one as keyof Period]]);
  return Object.fromEntries(entries);
}

/** Returns the filters of the address that a new one replaces. */
export function replacedBy(field: FilterField, operator: string, search: ListSearch): ListSearch {
  const names = (operator === 'within' ? RANGE : [operator]).map((one) => parameterOf(field, one));
  return Object.fromEntries(Object.entries(search).filter(([name, value]) => value && names.includes(name)));
}

/** Returns the fault of a typed value, or null. */
export function faultOf(field: FilterField, operator: string, typed: string): string | null {
  if (typed.trim() === '') return records.valueRequired;
  if (operator === 'is_null') return null;
  return FILTER_TYPES[field.type].fault?.(typed, field) ?? null;
}

/**
 * Returns the typed value, which has no fault, in the form of the API. `currency` is that of the
 * Account, for an amount that names none.
 */
export function valueFor(
  { type, isAmount }: FilterField,
  operator: string,
  typed: string,
  currency: string | null,
): string {
  const value = typed.trim();
  const { fromText } = FILTER_TYPES[type];
  if (isAmount && operator !== 'is_null') return amountFrom(value, currency);
  return operator === 'is_null' || !fromText ? value : fromText(value);
}

/** Returns the field and the condition of a parameter. */
export function conditionOf(view: RecordView, parameter: string) {
  const [, name = '', operator = 'eq'] = /^filter\[([^[\]]+)\](?:\[(\w+)\])?$/.exec(parameter) ?? [];
  return { name, operator, field: filterField(view, name) };
}

/**
 * Returns a filter in words: `Name contains oil` for `filter[name][contains]` and `oil`. `names`
 * has those of Users and of records.
 */
export function sayFilter(view: RecordView, parameter: string, value: string, names: Names): string {
  const { name, operator, field } = conditionOf(view, parameter);
  const values = operator === 'in' ? value.split(',') : [value];
  const say = (one: string) => {
    if (operator === 'is_null' || !field) return one;
    if (isRelativeDay(one)) return sayRelative(one);
    if (field.isAmount) return sayFilterAmount(one);
    const { say: words } = FILTER_TYPES[field.type];
    return words ? words(one, names) : (field.choices?.[one] ?? names[one] ?? one);
  };
  const isWhen = field !== undefined && FILTER_TYPES[field.type].isWhen;
  return `${field?.label ?? name} ${sayCondition(operator, values.map(say).join(', '), isWhen)}`;
}

/** A plus sign that was not escaped in an address is a space here. */
function withPlus(day: string): string {
  return isRelativeDay(day) ? day.replace(' ', '+') : day;
}

function sayRelative(text: string): string {
  const day = withPlus(text);
  const [, unit = '', count = '0'] = /^([a-z]+)([+-]\d+)?/.exec(day) ?? [];
  if (unit === 'today') return records.relativeDays[day] ?? records.inDays(Number(count));
  return records.startOf(records.periods[day] ?? day);
}

/**
 * Returns the filters of the address as people read them: two conditions that are a period are one
 * filter.
 */
export function shownFilters(search: ListSearch): ListSearch[] {
  const filters = Object.entries(search).filter(([name, value]) => name.startsWith('filter[') && value);
  const shown: ListSearch[] = [];
  for (const [parameter, value] of filters) {
    if (shown.some((one) => parameter in one)) continue;
    const pair = periodIn(search, parameter);
    shown.push(pair ?? { [parameter]: value });
  }
  return shown;
}

/** The two conditions of a known period, of which this parameter is one. */
function periodIn(search: ListSearch, parameter: string): ListSearch | null {
  const name = /^filter\[([^[\]]+)\]\[(gte|lte|lt)\]$/.exec(parameter)?.[1];
  if (name === undefined) return null;
  const [gte, lte, lt] = ['gte', 'lte', 'lt'].map((operator) => `filter[${name}][${operator}]`);
  const until = search[lt!] ? lt! : lte!;
  if (!search[gte!] || !search[until] || (search[lt!] && search[lte!])) return null;
  const pair = { [gte!]: search[gte!], [until]: search[until] };
  return sayPeriod(periodFrom(pair)) === undefined ? null : pair;
}

function periodFrom(pair: ListSearch): Period {
  const parts = Object.entries(pair).map(([name, value]) => [/\[(\w+)\]$/.exec(name)?.[1], withPlus(value!)]);
  return Object.fromEntries(parts) as Period;
}

/** Returns a shown filter in words: a period as one, any other by its condition. */
export function sayShown(view: RecordView, shown: ListSearch, names: Names): string {
  const [[parameter, value] = ['', ''], ...more] = Object.entries(shown);
  if (more.length === 0) return sayFilter(view, parameter, value ?? '', names);
  const { name, field } = conditionOf(view, parameter);
  return `${field?.label ?? name}: ${sayPeriod(periodFrom(shown))}`;
}
