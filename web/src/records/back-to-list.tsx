import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { BackLink } from '../layout/back-link.tsx';
import { useDraft } from '../layout/draft.ts';
import { type ListSearch, listParameters } from './list.ts';
import { useKeptPlace } from './table/place.ts';
import { type RecordView, useView } from './view.ts';

const draftOf = ({ path }: RecordView) => `${path}-search`;

/** Keeps what the list shows for the way back to it. */
export function useKeptSearch(search: ListSearch): void {
  const [, keep] = useDraft<ListSearch>(draftOf(useView()), {});
  const { group, closed } = search;
  const kept = JSON.stringify({ ...listParameters(search), group, closed, account_uuid: undefined });
  useEffect(() => keep(JSON.parse(kept)), [kept]);
}

/** The list as it was left; the Account goes along by itself. */
function useLeftList() {
  const view = useView();
  const [search] = useDraft<ListSearch>(draftOf(view), {});
  return { to: view.path, search, state: useKeptPlace() };
}

export function BackToList() {
  const { texts } = useView();
  return <BackLink {...useLeftList()} label={texts.title} />;
}

/** Goes there when something is done. */
export function useGoBackToList(): () => Promise<void> {
  const navigate = useNavigate();
  const list = useLeftList();
  return () => navigate(list as never);
}
