import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { RecordData } from './data.ts';
import { queryKey, type RecordView } from './view.ts';

/** A page of a list. `group` is that of the part that it belongs to. */
export type RecordsPage = {
  data: RecordData[];
  next_cursor: string | null;
  count?: number;
  group?: string;
};

/** A list of at most this many pages is read again quickly. */
const SHORT_PAGES = 5;

/**
 * A long list is not read again, because all its loaded pages would be requested one after the
 * other, for example at every return to the window. Changes made here are put into the loaded pages
 * instead.
 */
export type ListState = { data: InfiniteData<RecordsPage> | undefined };

/** True for a list that may be read again. */
export function isShort(query: { state: ListState }): boolean {
  return (query.state.data?.pages?.length ?? 0) <= SHORT_PAGES;
}

/** Puts a changed record into all lists that contain it. */
export function updateInLists(queryClient: QueryClient, view: RecordView, changed: RecordData): void {
  queryClient.setQueriesData<InfiniteData<RecordsPage>>(
    { queryKey: queryKey(view, 'list') },
    (list) => list && { ...list, pages: list.pages.map((page) => withChanged(page, changed)) },
  );
  void queryClient.invalidateQueries({ queryKey: queryKey(view, 'totals') });
}

/** Makes lists begin at their first page again, because new records may belong there. */
export async function beginListsAnew(queryClient: QueryClient, view: RecordView): Promise<void> {
  queryClient.removeQueries({ queryKey: queryKey(view, 'list'), type: 'inactive' });
  void queryClient.invalidateQueries({ queryKey: ['referred', view.resource] });
  await queryClient.invalidateQueries({ queryKey: queryKey(view) });
}

/**
 * Updates lists after a change of many records. A long list begins at its first page again if all
 * records were changed (`isWhole`). Otherwise it keeps its rows, because some are still selected,
 * and takes in `changed`: the records as the API answered them, or null for a deleted one.
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
  void queryClient.invalidateQueries({ queryKey: ['referred', view.resource] });
  await queryClient.invalidateQueries({ queryKey: ['related'] });
}

/** The page with changed records, and without those that are null: deleted. */
export function withManyChanged(page: RecordsPage, changed: Map<string, RecordData | null>): RecordsPage {
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
