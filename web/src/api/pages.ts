import { request, withQuery } from './request.ts';

/** A page of a list of the API. */
export type ListPage<T> = { data: T[]; next_cursor: string | null };

/** Returns how a query reads a list page by page. `More` is what a page has besides its rows. */
export function pagesOf<T, More = unknown>(path: string, parameters: Parameters<typeof withQuery>[1]) {
  return {
    queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
      request<ListPage<T> & More>('GET', withQuery(path, { ...parameters, cursor: pageParam }), { signal }),
    initialPageParam: '',
    getNextPageParam: (page: ListPage<T>) => page.next_cursor,
  };
}
