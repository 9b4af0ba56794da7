import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { request, withQuery } from '../api/request.ts';
import { isShort, type RecordsPage } from '../fields/cached-lists.ts';
import { apiPath, queryKey, type RecordView, useView } from '../fields/view.ts';
import { useSavedView } from './saved/use-saved-view.ts';
import { addressAfter, searchAt } from './saved/view-search.ts';

/** The part of the address that describes the list, as parameters of the API. */
export type ListSearch = Record<string, string | undefined>;

/** A part of a list that is read by itself: its group, and the filter for its records. */
export type Part = { group: string; filter: ListSearch };

/**
 * The number of records in one request. More would delay the first rows, fewer would need more
 * requests.
 */
const PAGE_LENGTH = 200;

/** The pages of a list stay in memory for this time, for a quick way back from a record. */
const KEPT_MS = 30 * 60 * 1000;

/** The API's limit for words of a search. */
export const WORDS_MAX_LENGTH = 200;

export function useListSearch(): [ListSearch, (changes: ListSearch) => void] {
  const address = useSearch({ strict: false }) as ListSearch;
  const { view } = useSavedView();
  const navigate = useNavigate();
  // "Back" undoes a filter, but not single letters of a search.
  const change = (changes: ListSearch) =>
    void navigate({
      to: '.',
      search: (before: object) => addressAfter(before as ListSearch, view, changes),
      replace: Object.keys(changes).every((name) => name === 'q' || name === 'closed'),
    });
  return [searchAt(address, view), change];
}

/**
 * Returns the part of the address that leads back to the same list: a view, or its search, and
 * further parameters of the page.
 */
export function useListAddress(...further: string[]): ListSearch {
  const address = useSearch({ strict: false }) as ListSearch;
  const names = ['view', 'draft', 'group', 'closed', ...further];
  const own = Object.fromEntries(names.map((name) => [name, address[name]]));
  return { ...own, ...listParameters(address), account_uuid: undefined };
}

const FIRST = { part: 0, cursor: '' };

/**
 * Reads the list page by page. With `parts` it reads several lists one after the other, each with
 * a further filter. The first page then has the count of the whole search.
 */
export function useRecordList(search: ListSearch, parts: Part[] | null = null) {
  const view = useView();
  const parameters = listParameters(search);
  return useInfiniteQuery({
    queryKey: queryKey(view, 'list', parameters, ...(parts ?? [])),
    queryFn: async ({ pageParam: { part, cursor }, signal }) => {
      const isFirst = part === 0 && cursor === '';
      const read = (address: string) => request<RecordsPage>('GET', address, { signal });
      if (parts === null) return read(pageAddress(view, parameters, cursor, isFirst));
      const { group, filter } = parts[part]!;
      const address = pageAddress(view, { ...parameters, ...filter }, cursor, false);
      if (!isFirst) return { ...(await read(address)), group };
      const counted = withQuery(apiPath(view), { ...parameters, limit: 1, include: 'count' });
      const [page, { count }] = await Promise.all([read(address), read(counted)]);
      return { ...page, group, ...(count !== undefined && { count }) };
    },
    initialPageParam: FIRST,
    getNextPageParam: ({ next_cursor }, _, { part }) => {
      if (next_cursor !== null) return { part, cursor: next_cursor };
      return part + 1 < (parts?.length ?? 1) ? { part: part + 1, cursor: '' } : null;
    },
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
  });
}

export function pageAddress(
  view: RecordView,
  parameters: ListSearch,
  cursor: string,
  withCount: boolean,
): string {
  return withQuery(apiPath(view), {
    ...parameters,
    limit: PAGE_LENGTH,
    cursor,
    include: withCount ? 'count' : undefined,
  });
}

/** Returns the parameters that the API's list knows, in a fixed order. */
export function listParameters(search: ListSearch): ListSearch {
  const known = Object.entries(search).filter(
    ([name, value]) =>
      value && (name === 'q' || name === 'sort' || name === 'account_uuid' || name.startsWith('filter[')),
  );
  return Object.fromEntries(known.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The filters of the search alone, as parameters of the API. */
export function filtersOf(search: ListSearch): ListSearch {
  const filters = Object.entries(listParameters(search)).filter(([name]) => name.startsWith('filter['));
  return Object.fromEntries(filters);
}

/** True when the search has words or filters. */
export function isNarrowed(search: ListSearch): boolean {
  return Object.keys(listParameters(search)).some((name) => name === 'q' || name.startsWith('filter['));
}

/** Returns the change of the address that removes all filters. */
export function cleared(search: ListSearch): ListSearch {
  return Object.fromEntries(Object.keys(filtersOf(search)).map((name) => [name, undefined]));
}
