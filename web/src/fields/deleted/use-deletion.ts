import { useQuery } from '@tanstack/react-query';
import { get, withQuery } from '../../api/request.ts';
import { apiPath, queryKey, useView } from '../view.ts';
import type { DeletedRecord } from './deleted.ts';

/** The record was deleted just now, so it is among these. */
const LATEST = 200;

/**
 * Returns how a record was deleted that is not found; null if it was not, or its User may not see
 * it any more. Undefined until it is known.
 */
export function useDeletion(uuid: string, isGone: boolean): DeletedRecord | null | undefined {
  const view = useView();
  const { data } = useQuery({
    queryKey: queryKey(view, 'deletion', uuid),
    queryFn: async ({ signal }) => {
      const address = withQuery(`${apiPath(view)}/deleted`, { limit: LATEST });
      const latest = await get<DeletedRecord[]>(address, signal);
      return latest.find((record) => record.uuid === uuid) ?? null;
    },
    enabled: isGone,
    // An earlier answer tells of an earlier deletion.
    staleTime: 0,
    gcTime: 0,
  });
  return isGone ? data : undefined;
}
