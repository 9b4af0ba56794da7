import type { Choices } from '../../layout/standards.ts';
import type { RecordData } from '../data.ts';
import { valueIn } from '../fields/field-types.ts';
import type { ListSearch } from '../list.ts';
import type { Totals } from '../totals.ts';

/** The group of records without a value. */
export const NONE = '-';

/** The group of records with a value that is no choice, such as a User who has left. */
export const OTHERS = '?';

/** The grouping of a table: the field, its values in order, and the values of folded groups. */
export type Grouping = {
  by: string;
  /** The key in `custom`, of a field that the Account declared. */
  custom_key?: string | undefined;
  choices: Choices;
  values: string[];
  closed: string[];
  /** The totals by value. A missing one is not read yet. */
  totals: Record<string, Totals | undefined>;
  /** True when groups without records are left out. */
  isSparse: boolean;
};

/**
 * A group: the records of one value. `rows` are the places of its loaded and shown records among
 * all rows.
 */
export type Group = {
  value: string;
  label: string;
  isClosed: boolean;
  /** Undefined until the totals are read. */
  totals: Totals | undefined;
  rows: number[];
};

/**
 * Returns the API's filter for the records of a group. `search` has the list's other parameters.
 */
export function filterOf(by: string, value: string, choices: Choices, search: ListSearch): ListSearch {
  if (value === NONE) return { [`filter[${by}][is_null]`]: 'true' };
  if (value !== OTHERS) return { [`filter[${by}]`]: value };
  // The API cannot filter by several excluded values. Excluding one value saves reading its
  // records.
  const ne = `filter[${by}][ne]`;
  return { [`filter[${by}][is_null]`]: 'false', [ne]: search[ne] ?? Object.keys(choices)[0] };
}

/** Returns the values of the groups that the filters allow. */
export function valuesOf(by: string, choices: Choices, isNullable: boolean, search: ListSearch): string[] {
  const only = search[`filter[${by}]`];
  const isNull = search[`filter[${by}][is_null]`];
  const none = isNullable && only === undefined && isNull !== 'false' ? [NONE] : [];
  if (isNull === 'true') return none;
  return [...Object.keys(choices).filter((value) => only === undefined || value === only), ...none];
}

/**
 * Returns the parameters for the list of each unfolded group. If all are folded, those of the first
 * group.
 */
export function partsOf(grouping: Grouping, search: ListSearch): ListSearch[] {
  const { by, choices, values } = grouping;
  const open = openOf(grouping);
  return (open.length > 0 ? open : values.slice(0, 1)).map((value) => filterOf(by, value, choices, search));
}

/** Returns the values of unfolded groups. */
export function openOf({ values, closed }: Grouping): string[] {
  return values.filter((value) => !closed.includes(value));
}

/** Returns the number of records in these groups. Undefined until all of them are counted. */
export function countOf({ totals }: Grouping, values: string[]): number | undefined {
  return values.reduce<number | undefined>((sum, value) => {
    const count = totals[value]?.count;
    return sum === undefined || count === undefined ? undefined : sum + count;
  }, 0);
}

/**
 * Returns the rows of unfolded groups, in the order of the groups. A changed record moves to its
 * new group.
 */
export function groupRows(rows: RecordData[], grouping: Grouping): RecordData[] {
  const place = new Map(openOf(grouping).map((value, at) => [value, at]));
  const placeOf = (record: RecordData) => place.get(groupOf(record, grouping)) ?? -1;
  return rows.filter((record) => placeOf(record) >= 0).sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Returns the groups that have records or are always shown. `labels` are those of NONE and OTHERS.
 */
export function groupsOf(grouping: Grouping, rows: RecordData[], labels: Choices): Group[] {
  const { choices, values, closed, totals, isSparse } = grouping;
  const places = Map.groupBy(rows.keys(), (place) => groupOf(rows[place]!, grouping));
  return values
    .map((value) => ({
      value,
      label: choices[value] ?? labels[value]!,
      isClosed: closed.includes(value),
      totals: totals[value],
      rows: places.get(value) ?? [],
    }))
    .filter(({ value, totals, rows }) => {
      const isOptional = isSparse || value === NONE || value === OTHERS;
      return !isOptional || rows.length > 0 || (totals?.count ?? 0) > 0;
    });
}

function groupOf(record: RecordData, { by, custom_key, choices, isSparse }: Grouping): string {
  const value = valueIn(record, { name: by, ...(custom_key !== undefined && { custom_key }) });
  if (value === null || value === undefined) return NONE;
  if (Object.hasOwn(choices, String(value))) return String(value);
  // A value that is no option is one from before the field, which no filter finds.
  return custom_key === undefined || isSparse ? OTHERS : NONE;
}
