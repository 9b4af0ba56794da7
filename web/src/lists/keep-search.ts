import { useEffect } from 'react';
import { useView } from '../fields/view.ts';
import { useDraft } from '../layout/draft.ts';
import { searchDraftOf } from '../record/back-to-list.tsx';
import { useLastSearch } from './last-list.ts';
import { type ListSearch, useListAddress } from './list.ts';

/**
 * Keeps the search and the grouping of the list, so that the way back leads to the same list. The
 * menu does so too, another day and in another tab.
 */
export function useKeptSearch(): void {
  const view = useView();
  const [, keep] = useDraft<ListSearch>(searchDraftOf(view), {});
  const [, remember] = useLastSearch(view.path);
  const kept = JSON.stringify(useListAddress());
  useEffect(() => {
    keep(JSON.parse(kept));
    remember(JSON.parse(kept));
  }, [kept]);
}
