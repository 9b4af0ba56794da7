import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { request, withQuery } from '../api/request.ts';
import type { RecordData } from './data.ts';
import { apiPath, queryKey, type RecordView, useView } from './view.ts';

/** The state of the list in the address: the parameters of the API themselves. */
export type ListSearch = Record<string, string | undefined>;

export type RecordsPage = { data: RecordData[]; next_cursor: string | null; count?: number };

/** Large enough for few requests, small enough for a first page in a moment. */
const PAGE_LENGTH = 200;

/** So many pages are read again without anybody noticing. */
const SHORT_PAGES = 5;

/** So long the pages of a list stay in memory while a record is looked at, for the way back. */
const KEPT_MS = 30 * 60 * 1000;

/** As many as the API looks for. */
export const WORDS_MAX_LENGTH = 200;

export function useListSearch(): [ListSearch, (changes: ListSearch) => void] {
  const search = useSearch({ strict: false }) as ListSearch;
  const navigate = useNavigate();
  // A filter is a step that "back" undoes; each letter of a search is not.
  const change = (changes: ListSearch) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...changes }),
      replace: Object.keys(changes).every((name) => name === 'q' || name === 'closed'),
    });
  return [search, change];
}

const FIRST = { part: 0, cursor: '' };

/**
 * The records that the search asks for, a page after the other. With `parts` it is several lists
 * one after the other, each with parameters of its own; the first page counts them all.
 */
export function useRecordList(search: ListSearch, parts: ListSearch[] | null = null) {
  const view = useView();
  const parameters = listParameters(search);
  const lists = parts ?? [{}];
  return useInfiniteQuery({
    queryKey: queryKey(view, 'list', parameters, ...(parts ?? [])),
    queryFn: async ({ pageParam: { part, cursor }, signal }) => {
      const isFirst = part === 0 && cursor === '';
      const read = (address: string) => request<RecordsPage>('GET', address, { signal });
      const own = { ...parameters, ...lists[part] };
      const address = pageAddress(view, own, cursor, isFirst && parts === null);
      if (!isFirst || parts === null) return read(address);
      const counted = withQuery(apiPath(view), { ...parameters, limit: 1, include: 'count' });
      const [page, { count }] = await Promise.all([read(address), read(counted)]);
      return { ...page, ...(count !== undefined && { count }) };
    },
    initialPageParam: FIRST,
    getNextPageParam: ({ next_cursor }, _, { part }) => {
      if (next_cursor !== null) return { part, cursor: next_cursor };
      return part + 1 < lists.length ? { part: part + 1, cursor: '' } : null;
    },
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
  });
}

/**
 * Reading a list anew reads all its loaded pages, one after the other. A User far down would wait
 * for hundreds just for looking at another window. Changes made here are put into the list without
 * reading.
 */
type ListState = { data: InfiniteData<RecordsPage> | undefined };

function isShort(query: { state: ListState }): boolean {
  return (query.state.data?.pages?.length ?? 0) <= SHORT_PAGES;
}

/** Puts a changed record into all lists that show it. */
export function updateInLists(queryClient: QueryClient, view: RecordView, changed: RecordData): void {
  queryClient.setQueriesData<InfiniteData<RecordsPage>>(
    { queryKey: queryKey(view, 'list') },
    (list) => list && { ...list, pages: list.pages.map((page) => withChanged(page, changed)) },
  );
  void queryClient.invalidateQueries({ queryKey: queryKey(view, 'totals') });
}

/** After new records: a list begins at its first page again when it is next looked at. */
export async function beginListsAnew(queryClient: QueryClient, view: RecordView): Promise<void> {
  queryClient.removeQueries({ queryKey: queryKey(view, 'list'), type: 'inactive' });
  await queryClient.invalidateQueries({ queryKey: queryKey(view) });
}

/**
 * After a change of many records, a long list begins at its first page again. But when some records
 * stay selected (`isWhole` is false), it takes in what the API answered. Null: deleted.
 */
export async function readAfterMany(
  queryClient: QueryClient,
  view: RecordView,
  changed: Map<string, RecordData | null>,
  isWhole: boolean,
): Promise<void> {
  queryClient.setQueriesData<InfiniteData<RecordsPage>>({ queryKey: queryKey(view, 'list') }, (list) => {
    if (!list || list.pages.length <= SHORT_PAGES) return list;
    return isWhole
      ? { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) }
      : { ...list, pages: list.pages.map((page) => withManyChanged(page, changed)) };
  });
  await queryClient.invalidateQueries({
    queryKey: queryKey(view),
    predicate: ({ state }) => isWhole || isShort({ state: state as ListState }),
  });
  await queryClient.invalidateQueries({ queryKey: ['related'] });
}

function withManyChanged(page: RecordsPage, changed: Map<string, RecordData | null>): RecordsPage {
  const data = page.data.flatMap((record) => {
    const now = changed.get(record.uuid);
    return now === undefined ? [record] : now === null ? [] : [now];
  });
  return { ...page, data };
}

function withChanged(page: RecordsPage, changed: RecordData): RecordsPage {
  if (!page.data.some(({ uuid }) => uuid === changed.uuid)) return page;
  return { ...page, data: page.data.map((record) => (record.uuid === changed.uuid ? changed : record)) };
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

/** Only what the list of the API knows, in a fixed order. */
export function listParameters(search: ListSearch): ListSearch {
  const known = Object.entries(search).filter(
    ([name, value]) =>
      value && (name === 'q' || name === 'sort' || name === 'account_uuid' || name.startsWith('filter[')),
  );
  return Object.fromEntries(known.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether the search narrows the list at all. */
export function isNarrowed(search: ListSearch): boolean {
  return Object.keys(listParameters(search)).some((name) => name === 'q' || name.startsWith('filter['));
}

/** Takes all filters out of the address. */
export function cleared(search: ListSearch): ListSearch {
  const filters = Object.keys(search).filter((name) => name.startsWith('filter['));
  return Object.fromEntries(filters.map((name) => [name, undefined]));
}
