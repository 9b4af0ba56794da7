import type { DeletedOf } from '@rapport/contract/records/define-record';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { request, withQuery } from '../../api/request.ts';
import type { RecordData } from '../data.ts';
import type { ListSearch } from '../list.ts';
import { apiPath, useView } from '../view.ts';

/** A record that can still be restored. */
export type DeletedRecord = RecordData &
  Pick<DeletedOf<Record<never, never>>, 'deleted_at' | 'deleted_by' | 'restorable_until'>;

type Page = { data: DeletedRecord[]; next_cursor: string | null };

const PAGE_LENGTH = 50;

/** Reads the records that can be restored and match the search, latest deletions first. */
export function useDeletedRecords({ q, account_uuid }: ListSearch) {
  const view = useView();
  return useInfiniteQuery({
    // A separate key, because a restored record must stay in this list with a link to it.
    queryKey: ['deleted', view.path, q, account_uuid],
    queryFn: ({ pageParam, signal }) => {
      const parameters = { q, account_uuid, cursor: pageParam, limit: PAGE_LENGTH };
      return request<Page>('GET', withQuery(`${apiPath(view)}/deleted`, parameters), { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    // Always read again, because Users often come here right after a deletion.
    staleTime: 0,
  });
}
