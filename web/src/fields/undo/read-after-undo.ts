import type { Event } from '@rapport/contract/events';
import type { InfiniteData } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.ts';
import { request } from '../../api/request.ts';
import { isShort, type ListState, type RecordsPage, withManyChanged } from '../cached-lists.ts';
import type { RecordData } from '../data.ts';

/**
 * Updates all lists and records after undos, which may have changed any kind. A long list keeps its
 * rows and takes in the changed ones, unless records are there again whose place nobody knows.
 * `undos` is null when it is not known what was changed.
 */
export async function readAfterUndo(undos: string[] | null): Promise<void> {
  const isLong = (query: { state: { data?: unknown }; queryKey: readonly unknown[] }) =>
    query.queryKey[1] === 'list' && !isShort({ state: query.state as ListState });
  const long = queryClient.getQueryCache().findAll({ predicate: isLong });
  const changed = long.length > 0 && undos !== null ? await changedBy(undos) : null;
  for (const { queryKey } of long) {
    queryClient.setQueryData<InfiniteData<RecordsPage>>(queryKey, (list) => {
      if (!list) return list;
      return changed === null
        ? { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) }
        : { ...list, pages: list.pages.map((page) => withManyChanged(page, changed)) };
    });
  }
  // What was only tried is done by now, and would be refused.
  await queryClient.invalidateQueries({
    predicate: (query) => !query.meta?.isTrial && (changed === null || !isLong(query)),
  });
}

/**
 * The records as changes left them; null for a deleted one. Null when they are many, or restored.
 */
export async function changedBy(changes: string[]): Promise<Map<string, RecordData | null> | null> {
  const changed = new Map<string, RecordData | null>();
  for (const uuid of changes) {
    const path = `/api/v2/changes/${uuid}/events?limit=200`;
    const page = await request<{ data: Event[]; next_cursor: string | null }>('GET', path).catch(() => null);
    if (page === null || page.next_cursor !== null) return null;
    for (const { event, data } of page.data) {
      if (event.endsWith('.restored')) return null;
      changed.set(String(data.uuid), event.endsWith('.deleted') ? null : (data as RecordData));
    }
  }
  return changed;
}
