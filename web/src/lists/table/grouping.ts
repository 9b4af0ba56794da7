import type { RecordsPage } from '../../fields/cached-lists.ts';
import type { RecordData } from '../../fields/data.ts';
import { valueIn } from '../../fields/values/field-types.ts';
import type { Choices } from '../../layout/standards.ts';
import type { ListSearch, Part } from '../list.ts';
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
  /** True when a record has several values, and stands in the group of each. */
  isOfSeveral?: boolean;
  choices: Choices;
  values: string[];
  closed: string[];
  /** The totals by value. A missing one is not read yet. */
  totals: Record<string, Totals | undefined>;
  /** True when groups without records are left out. */
  isSparse: boolean;
  /** The values whose groups are left out without records, such as archived options. */
  archived?: readonly string[];
};

/**
 * A row of the table. Its id differs from the uuid of the record where a record has several rows.
 * `group` is the value of the group that it stands in, or empty.
 */
export type TableRow = { id: string; record: RecordData; group: string };

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
  const is = `filter[${by}]`;
  if (value === NONE) return { [`${is}[is_null]`]: 'true' };
  // The list itself may be filtered by another of several choices.
  const isOther = search[is] !== undefined && search[is] !== value;
  if (value !== OTHERS) return { [isOther ? `${is}[in]` : is]: value };
  // The API cannot filter by several excluded values. Excluding one value saves reading its
  // records.
  const ne = `${is}[ne]`;
  return { [`${is}[is_null]`]: 'false', [ne]: search[ne] ?? Object.keys(choices)[0] };
}

/** Returns the values of the groups that the filters allow. */
export function valuesOf(
  { by, choices, isOfSeveral }: Pick<Grouping, 'by' | 'choices' | 'isOfSeveral'>,
  isNullable: boolean,
  search: ListSearch,
): string[] {
  const only = search[`filter[${by}]`];
  const isNull = search[`filter[${by}][is_null]`];
  const none = isNullable && only === undefined && isNull !== 'false' ? [NONE] : [];
  if (isNull === 'true') return none;
  const isAllowed = (value: string) => only === undefined || value === only || isOfSeveral;
  return [...Object.keys(choices).filter(isAllowed), ...none];
}

/**
 * Returns the parts of the list: one for each unfolded group. If all are folded, that of the first
 * group.
 */
export function partsOf(grouping: Grouping, search: ListSearch): Part[] {
  const { by, choices, values } = grouping;
  const open = openOf(grouping);
  return (open.length > 0 ? open : values.slice(0, 1)).map((group) => ({
    group,
    filter: filterOf(by, group, choices, search),
  }));
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

/** Returns the rows of a table without groups. */
export function plainRows(pages: RecordsPage[]): TableRow[] {
  return pages.flatMap(({ data }) => data.map((record) => ({ id: record.uuid, record, group: '' })));
}

/**
 * Returns the rows of unfolded groups, in the order of the groups. A changed record moves to its
 * new group.
 */
export function groupRows(pages: RecordsPage[], grouping: Grouping): TableRow[] {
  const rows = grouping.isOfSeveral ? rowsOfSeveral(pages, grouping) : rowsOfOne(pages, grouping);
  const place = new Map(openOf(grouping).map((value, at) => [value, at]));
  const placeOf = ({ group }: TableRow) => place.get(group) ?? -1;
  return rows.filter((row) => placeOf(row) >= 0).sort((a, b) => placeOf(a) - placeOf(b));
}

function rowsOfOne(pages: RecordsPage[], grouping: Grouping): TableRow[] {
  return plainRows(pages).map((row) => ({ ...row, group: groupsWith(row.record, grouping)[0]! }));
}

/**
 * Returns the rows of records that stand in several groups. A record stands where its page was read
 * for the group, so that the order of each group is that of the list. One that has just got the
 * value comes to the end of the group, once the group is read.
 */
function rowsOfSeveral(pages: RecordsPage[], grouping: Grouping): TableRow[] {
  const read = new Map<string, TableRow>();
  const ended = new Set<string>();
  for (const { data, group, next_cursor } of pages) {
    if (group === undefined) continue;
    if (next_cursor === null) ended.add(group);
    for (const record of data) {
      if (groupsWith(record, grouping).includes(group)) put(read, record, group);
    }
  }
  // The rows of another list are shown until those of this one are read.
  const isOther = read.size === 0;
  for (const record of pages.flatMap(({ data }) => data)) {
    for (const group of groupsWith(record, grouping)) {
      if (isOther || ended.has(group)) put(read, record, group);
    }
  }
  return [...read.values()];
}

function put(rows: Map<string, TableRow>, record: RecordData, group: string): void {
  const id = `${record.uuid} ${group}`;
  if (!rows.has(id)) rows.set(id, { id, record, group });
}

/**
 * Returns the groups that have records or are always shown. `labels` are those of NONE and OTHERS.
 */
export function groupsOf(grouping: Grouping, rows: TableRow[], labels: Choices): Group[] {
  const { choices, values, closed, totals, isSparse, archived = [] } = grouping;
  const places = Map.groupBy(rows.keys(), (place) => rows[place]!.group);
  return values
    .map((value) => ({
      value,
      label: choices[value] ?? labels[value]!,
      isClosed: closed.includes(value),
      totals: totals[value],
      rows: places.get(value) ?? [],
    }))
    .filter(({ value, totals, rows }) => {
      const isOptional = isSparse || value === NONE || value === OTHERS || archived.includes(value);
      return !isOptional || rows.length > 0 || (totals?.count ?? 0) > 0;
    });
}

/** Returns the values of the groups that a record stands in. */
function groupsWith(
  record: RecordData,
  { by, custom_key, choices, isSparse, isOfSeveral }: Grouping,
): string[] {
  const value = valueIn(record, { name: by, ...(custom_key !== undefined && { custom_key }) });
  const isKnown = (one: unknown) => Object.hasOwn(choices, String(one));
  if (isOfSeveral) {
    const several = Array.isArray(value) && value.every(isKnown) ? value.map(String) : [];
    return several.length > 0 ? several : [NONE];
  }
  if (value === null || value === undefined) return [NONE];
  if (isKnown(value)) return [String(value)];
  // A value that is no option is one from before the field, which no filter finds.
  return [custom_key === undefined || isSparse ? OTHERS : NONE];
}
