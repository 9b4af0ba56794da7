import type { DeletedOf } from '@rapport/contract/records/define-record';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { pagesOf } from '../../api/queries.ts';
import type { RecordData } from '../data.ts';
import type { ListSearch } from '../list.ts';
import { apiPath, useView } from '../view.ts';

/** A record that can still be restored. */
export type DeletedRecord = RecordData &
  Pick<DeletedOf<Record<never, never>>, 'deleted_at' | 'deleted_by' | 'restorable_until'>;

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
