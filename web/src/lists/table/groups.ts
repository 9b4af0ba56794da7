import { isGroupable } from '@rapport/contract/list-definition';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLogins } from '../../accounts/logins.ts';
import type { Field } from '../../fields/values/field.ts';
import { FIELD_TYPES } from '../../fields/values/field-types.ts';
import { fieldOf, type RecordView, useView } from '../../fields/view.ts';
import type { Choices } from '../../layout/standards.ts';
import { COUNT_MAX, records } from '../../texts/records.ts';
import { listParameters, useListSearch } from '../list.ts';
import { totalsOf } from '../totals.ts';
import {
  countOf,
  filterOf,
  type Group,
  type Grouping,
  groupsOf,
  NONE,
  OTHERS,
  type TableRow,
  valuesOf,
} from './grouping.ts';

/** Returns the fields by which a table can be grouped. These have a few known values. */
export function groupable(view: RecordView): string[] {
  return view.columns.filter((name) => {
    const field = view.list.fields[name];
    return field !== undefined && isGroupable(field);
  });
}

/**
 * Returns the grouping in the address, such as `?group=status&closed=won,lost`. Null without one.
 */
export function useGrouping(): Grouping | null {
  const view = useView();
  const [search] = useListSearch();
  const { group, closed = '' } = search;
  const by = groupable(view).find((name) => name === group);
  const choices = useChoices(by);
  const field = by === undefined ? undefined : fieldOf(view, by);
  const ofMembers = field !== undefined && isMember(field);
  const parameters = listParameters(search);
  const isNullable = by !== undefined && view.list.fields[by]?.nullable === true;
  const isOfSeveral = field !== undefined && FIELD_TYPES[field.type].isOfSeveral === true;
  const values = by === undefined ? [] : valuesOf({ by, choices, isOfSeveral }, isNullable, parameters);
  const isFiltered = parameters[`filter[${by}]`] !== undefined;
  // A filter for one value excludes other values.
  const mayHaveOthers = ofMembers && !isFiltered && values[0] !== NONE;
  const asked = values.map((value) => filterOf(by!, value, choices, parameters));
  const counts = useQueries({
    queries: (mayHaveOthers ? [...asked, {}] : asked).map((own) => totalsOf(view, { ...parameters, ...own })),
    combine: (results) => results.map(({ data }) => data),
  });
  const key = JSON.stringify([by, values, parameters]);
  return useMemo(() => {
    if (by === undefined) return null;
    const totals = Object.fromEntries(values.map((value, at) => [value, counts[at]]));
    const read = {
      by,
      custom_key: field?.custom_key,
      choices,
      values,
      closed: closed.split(',').filter(Boolean),
      totals,
      isOfSeveral,
      isSparse: ofMembers || (isOfSeveral && isFiltered),
      archived: field?.archived ?? [],
    };
    const others = mayHaveOthers ? countOfOthers(counts.at(-1)?.count, countOf(read, values)) : 0;
    if (others === 0) return read;
    const counted = others === 'unknown' ? undefined : { count: others };
    return { ...read, values: [...values, OTHERS], totals: { ...totals, [OTHERS]: counted } };
  }, [key, choices, closed, counts]);
}

/**
 * Returns the number of records outside the known groups. It is 'unknown' if the list is longer
 * than the API counts. It is 0 until the counts are read.
 */
function countOfOthers(all: number | undefined, known: number | undefined): number | 'unknown' {
  if (all === undefined || known === undefined) return 0;
  return all > COUNT_MAX ? 'unknown' : Math.max(0, all - known);
}

/** Returns the values of the field, with their labels. */
function useChoices(by: string | undefined): Choices {
  const view = useView();
  const [{ account_uuid }] = useListSearch();
  const own = view.groups?.useChoices(account_uuid);
  const logins = useLogins();
  return useMemo(() => {
    if (by === undefined) return {};
    if (by === view.groups?.field) return own ?? {};
    const field = fieldOf(view, by)!;
    if (!isMember(field)) return FIELD_TYPES[field.type].groups?.(field) ?? field.choices ?? {};
    const members = logins.filter((one) => account_uuid === undefined || one.account_uuid === account_uuid);
    const names = members.map(({ user }) => [user.uuid, user.name] as const);
    return Object.fromEntries(names.sort(([, a], [, b]) => a.localeCompare(b)));
  }, [view, by, own, logins, account_uuid]);
}

function isMember({ type }: Field): boolean {
  return FIELD_TYPES[type].isMember ?? false;
}

/** Returns the groups of these rows. Null if the table is not grouped. */
export function useGroups(grouping: Grouping | null, rows: TableRow[]): Group[] | null {
  const view = useView();
  return useMemo(() => {
    if (grouping === null) return null;
    const label = fieldOf(view, grouping.by)!.label;
    return groupsOf(grouping, rows, { [NONE]: records.noValue(label), [OTHERS]: records.noMember });
  }, [view, grouping, rows]);
}
