import type { DeletedClient } from '@rapport/contract/clients';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { request, withQuery } from '../api/request.ts';
import type { ListSearch } from './list.ts';

type Page = { data: DeletedClient[]; next_cursor: string | null };

const PAGE_LENGTH = 50;

/** The Clients that can be restored and that the search asks for, the last that was deleted first. */
export function useDeletedClients({ q, account_uuid }: ListSearch) {
  return useInfiniteQuery({
    // Not one of the lists that are read anew when a Client is restored: the row is to stay, with the way to the Client.
    queryKey: ['deleted-clients', q, account_uuid],
    queryFn: ({ pageParam, signal }) => {
      const parameters = { q, account_uuid, cursor: pageParam, limit: PAGE_LENGTH };
      return request<Page>('GET', withQuery('/api/v2/clients/deleted', parameters), { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    // Who comes here has often deleted something a moment ago.
    staleTime: 0,
  });
}
