import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { pagesOf } from '../../api/queries.ts';
import type { DeletedRecord } from '../../fields/deleted/deleted.ts';
import { apiPath, useView } from '../../fields/view.ts';
import type { ListSearch } from '../list.ts';

const PAGE_LENGTH = 50;

/** Reads the records that can be restored and match the search, latest deletions first. */
export function useDeletedRecords({ q, account_uuid }: ListSearch) {
  const view = useView();
  return useInfiniteQuery({
    // A separate key, because a restored record must stay in this list with a link to it.
    queryKey: ['deleted', view.path, q, account_uuid],
    ...pagesOf<DeletedRecord>(`${apiPath(view)}/deleted`, { q, account_uuid, limit: PAGE_LENGTH }),
    placeholderData: keepPreviousData,
    // Always read again, because Users often come here right after a deletion.
    staleTime: 0,
  });
}
