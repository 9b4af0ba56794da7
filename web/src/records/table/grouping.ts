import type { RecordData } from '../data.ts';
import type { Choices } from '../fields/standard-choices.ts';
import type { ListSearch } from '../list.ts';
import type { Totals } from '../totals.ts';

/** The group of the records that have no value. */
export const NONE = '-';

/** The group of the records with a value that is no choice, such as a User who has left. */
export const OTHERS = '?';

/** How a table is grouped: the field, its values in order, and those whose records are folded. */
export type Grouping = {
  by: string;
  choices: Choices;
  values: string[];
  closed: string[];
  /** By value; what is missing is not read yet. */
  totals: Record<string, Totals | undefined>;
  /** Whether a group without records is left out. */
  isSparse: boolean;
};

/** The records of one value, of which `rows` are loaded and shown: their places among all rows. */
export type Group = {
  value: string;
  label: string;
  isClosed: boolean;
  /** Undefined until they are read. */
  totals: Totals | undefined;
  rows: number[];
};

/** The filter of the API for the records of a value. `search` is what the list is asked anyway. */
export function filterOf(by: string, value: string, choices: Choices, search: ListSearch): ListSearch {
  if (value === NONE) return { [`filter[${by}][is_null]`]: 'true' };
  if (value !== OTHERS) return { [`filter[${by}]`]: value };
  // The API has no filter for them. One value less to read through is all that can be asked.
  const ne = `filter[${by}][ne]`;
  return { [`filter[${by}][is_null]`]: 'false', [ne]: search[ne] ?? Object.keys(choices)[0] };
}

/** The values that a list can have, by its filters. */
export function valuesOf(by: string, choices: Choices, isNullable: boolean, search: ListSearch): string[] {
  const only = search[`filter[${by}]`];
  const isNull = search[`filter[${by}][is_null]`];
  const none = isNullable && only === undefined && isNull !== 'false' ? [NONE] : [];
  if (isNull === 'true') return none;
  return [...Object.keys(choices).filter((value) => only === undefined || value === only), ...none];
}

/** What is asked of the list, one group after the other. */
export function partsOf(grouping: Grouping, search: ListSearch): ListSearch[] {
  const { by, choices, values } = grouping;
  const open = openOf(grouping);
  return (open.length > 0 ? open : values.slice(0, 1)).map((value) => filterOf(by, value, choices, search));
}

/** The values whose records are shown. */
export function openOf({ values, closed }: Grouping): string[] {
  return values.filter((value) => !closed.includes(value));
}

/** How many records have the shown values; undefined until all of them are counted. */
export function countOf({ totals }: Grouping, values: string[]): number | undefined {
  return values.reduce<number | undefined>((sum, value) => {
    const count = totals[value]?.count;
    return sum === undefined || count === undefined ? undefined : sum + count;
  }, 0);
}

/** The rows in the order of their groups. A record that is changed goes to its new group. */
export function groupRows(rows: RecordData[], grouping: Grouping): RecordData[] {
  const place = new Map(openOf(grouping).map((value, at) => [value, at]));
  const placeOf = (record: RecordData) => place.get(groupOf(record, grouping)) ?? -1;
  return rows.filter((record) => placeOf(record) >= 0).sort((a, b) => placeOf(a) - placeOf(b));
}

/** The groups that have records, or may have some. `labels` are those of the last two. */
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

function groupOf(record: RecordData, { by, choices }: Grouping): string {
  const value = record[by];
  if (value === null || value === undefined) return NONE;
  return Object.hasOwn(choices, String(value)) ? String(value) : OTHERS;
}
