import { useQueries } from '@tanstack/react-query';
import { kindNamed } from '../../fields/kinds.ts';
import { type Names, useNames } from '../../fields/names.ts';
import { referredQuery } from '../../fields/titles.ts';
import { useView } from '../../fields/view.ts';
import { type ListSearch, useListSearch } from '../list.ts';
import { conditionOf, sayShown } from './filterable.ts';

/** Returns a function that says a shown filter in words, with the names of records. */
export function useFilterTexts(): (shown: ListSearch) => string {
  const view = useView();
  const [search] = useListSearch();
  const names = useNames();
  const own = view.useNames?.();
  const asked = Object.entries(search).flatMap(([parameter, value]) => {
    const { field, operator } = conditionOf(view, parameter);
    if (!value || operator === 'is_null') return [];
    return (field?.to ?? []).map((resource) => ({ resource, uuid: value }));
  });
  const found = useQueries({ queries: asked.map(({ resource, uuid }) => referredQuery(resource, uuid)) });
  const titles: Names = {};
  for (const [index, { resource, uuid }] of asked.entries()) {
    const record = found[index]?.data;
    if (record) titles[uuid] = String(record[kindNamed(resource)?.title ?? ''] ?? '');
  }
  return (shown) => sayShown(view, shown, { ...names, ...own, ...titles });
}
