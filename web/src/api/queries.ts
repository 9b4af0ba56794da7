import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { get, getAll, request, withQuery } from './request.ts';

type QueryParameters = Record<string, string | number | null | undefined>;

/** Returns the query that reads `data` of a GET. */
export function reads<T>(queryKey: QueryKey, path: string, parameters: QueryParameters = {}) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => get<T>(withQuery(path, parameters), signal) });
}

/** Returns the query that reads all pages of a list at once (`getAll`). */
export function readsAll<T>(queryKey: QueryKey, path: string, parameters: QueryParameters = {}) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => getAll<T>(withQuery(path, parameters), signal) });
}

/** A page of a list of the API. */
export type ListPage<T> = { data: T[]; next_cursor: string | null };

/** Returns how a query reads a list page by page. `More` is what a page has besides its rows. */
export function pagesOf<T, More = unknown>(path: string, parameters: QueryParameters) {
  return {
    queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
      request<ListPage<T> & More>('GET', withQuery(path, { ...parameters, cursor: pageParam }), { signal }),
    initialPageParam: '',
    getNextPageParam: (page: ListPage<T>) => page.next_cursor,
  };
}
