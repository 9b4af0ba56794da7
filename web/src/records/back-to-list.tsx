import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { BackLink } from '../layout/back-link.tsx';
import { useDraft } from '../layout/draft.ts';
import { useLastSearch } from './last-list.ts';
import { type ListSearch, useListAddress } from './list.ts';
import { useKeptPlace } from './table/place.ts';
import { type RecordView, useView } from './view.ts';

const draftOf = ({ path }: RecordView) => `${path}-search`;

/**
 * Keeps the search and the grouping of the list, so that the way back leads to the same list. The
 * menu does so too, another day and in another tab.
 */
export function useKeptSearch(): void {
  const view = useView();
  const [, keep] = useDraft<ListSearch>(draftOf(view), {});
  const [, remember] = useLastSearch(view.path);
  const kept = JSON.stringify(useListAddress());
  useEffect(() => {
    keep(JSON.parse(kept));
    remember(JSON.parse(kept));
  }, [kept]);
}

/** The link to the list, as the User left it. The router adds the Account. */
function useLeftList() {
  const view = useView();
  const [search] = useDraft<ListSearch>(draftOf(view), {});
  const state = useKeptPlace();
  const last = view.useLastPage?.();
  return last && last.to !== view.path ? last : { to: view.path, search, state };
}

export function BackToList() {
  const { texts } = useView();
  return <BackLink {...useLeftList()} label={texts.title} />;
}

/** Returns a function that leads back to the list, for the end of an action. */
export function useGoBackToList(): () => Promise<void> {
  const navigate = useNavigate();
  const list = useLeftList();
  return () => navigate(list as never);
}
