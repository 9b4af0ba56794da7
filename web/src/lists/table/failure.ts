import { useRef } from 'react';
import type { useRecordList } from '../list.ts';

type List = ReturnType<typeof useRecordList>;

/** A further page that could not be read: of which list, and behind how many pages. */
type Missing = { listKey: string; loaded: number; error: unknown };

/**
 * Returns what of the list could not be read, and how to read it again. The error of a further page
 * stays until its rows are there: when others change something, the list is read again, which
 * brings only the pages before.
 */
export function useFailure(list: List, listKey: string): { error: unknown; onRetry: () => void } {
  const missing = useRef<Missing | null>(null);
  const loaded = list.data?.pages.length ?? 0;
  missing.current = list.isFetchNextPageError
    ? { listKey, loaded, error: list.error }
    : stillMissing(missing.current, { listKey, loaded, isAll: !list.hasNextPage });
  const isFurther = list.error === null || list.isFetchNextPageError;
  return missing.current !== null && isFurther
    ? { error: missing.current.error, onRetry: list.fetchNextPage }
    : { error: list.error, onRetry: list.refetch };
}

function stillMissing(
  missing: Missing | null,
  now: { listKey: string; loaded: number; isAll: boolean },
): Missing | null {
  if (missing === null || now.isAll || missing.listKey !== now.listKey || now.loaded > missing.loaded)
    return null;
  // A change of all records leaves the first page alone, and the next one is the second.
  return { ...missing, loaded: now.loaded };
}
