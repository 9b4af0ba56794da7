import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RecordData } from '../data.ts';
import type { Choices } from '../fields/standard-choices.ts';
import { type ListSearch, listParameters, useListSearch } from '../list.ts';
import { type Totals, totalsOf } from '../totals.ts';
import { fieldOf, type RecordView, useView } from '../view.ts';

/** How a table is grouped: the field, its values in order, and those whose records are folded. */
export type Grouping = { by: string; choices: Choices; values: string[]; closed: string[] };

/** The records of one value, of which `rows` are loaded and shown: their places among all rows. */
export type Group = {
  value: string;
  label: string;
  isClosed: boolean;
  /** Undefined until they are read. */
  totals: Totals | undefined;
  rows: number[];
};

/** The fields that a table can be grouped by: those with a few values to choose from. */
export function groupable(view: RecordView): string[] {
  return view.columns.filter(
    (name) => name === view.groups?.field || (fieldOf(view, name)!.choices && name in view.list.fields),
  );
}

/** The grouping that the address asks for, `?group=status&closed=won,lost`; null: none. */
export function useGrouping(): Grouping | null {
  const view = useView();
  const [search] = useListSearch();
  const { group, closed = '', account_uuid } = search;
  const own = view.groups?.useChoices(account_uuid);
  const by = groupable(view).find((name) => name === group);
  const choices = by === view.groups?.field ? own : by && fieldOf(view, by)?.choices;
  // The list takes one value of a filter, so that this one leaves no other group.
  const only = search[`filter[${by}]`];
  return useMemo(() => {
    if (by === undefined || !choices) return null;
    const values = Object.keys(choices).filter((value) => only === undefined || value === only);
    return { by, choices, values, closed: closed.split(',').filter(Boolean) };
  }, [by, choices, only, closed]);
}

/** What is asked of the list, one group after the other. */
export function partsOf({ by, values, closed }: Grouping): ListSearch[] {
  const open = values.filter((value) => !closed.includes(value));
  return (open.length > 0 ? open : values.slice(0, 1)).map((value) => ({ [`filter[${by}]`]: value }));
}

/** The rows in the order of their groups. A record that is changed goes to its new group. */
export function groupRows(rows: RecordData[], { by, values, closed }: Grouping): RecordData[] {
  const place = new Map(values.filter((value) => !closed.includes(value)).map((value, at) => [value, at]));
  const placeOf = (record: RecordData) => place.get(String(record[by])) ?? -1;
  return rows.filter((record) => placeOf(record) >= 0).sort((a, b) => placeOf(a) - placeOf(b));
}

/** The groups with their totals, which are read for each. */
export function useGroups(grouping: Grouping | null, rows: RecordData[]): Group[] | null {
  const view = useView();
  const [search] = useListSearch();
  const parameters = listParameters(search);
  const values = grouping?.values ?? [];
  const totals = useQueries({
    queries: values.map((value) => totalsOf(view, { ...parameters, [`filter[${grouping!.by}]`]: value })),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => {
    if (grouping === null) return null;
    const { by, choices, values, closed } = grouping;
    const places = Map.groupBy(rows.keys(), (place) => String(rows[place]![by]));
    return values.map((value, at) => ({
      value,
      label: choices[value]!,
      isClosed: closed.includes(value),
      totals: totals[at],
      rows: places.get(value) ?? [],
    }));
  }, [grouping, rows, totals]);
}
