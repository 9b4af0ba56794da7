import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { BackLink } from '../layout/back-link.tsx';
import { useDraft } from '../layout/draft.ts';
import { clients } from '../texts/clients.ts';
import { type ListSearch, listParameters } from './list.ts';
import { useKeptPlace } from './place.ts';

const DRAFT = 'clients-search';

/** Keeps what the list shows for the way back to it. */
export function useKeptSearch(search: ListSearch): void {
  const [, keep] = useDraft<ListSearch>(DRAFT, {});
  const kept = JSON.stringify({ ...listParameters(search), account_uuid: undefined });
  useEffect(() => keep(JSON.parse(kept)), [kept]);
}

/** The list as it was left; the Account goes along by itself. */
function useLeftList() {
  const [search] = useDraft<ListSearch>(DRAFT, {});
  return { to: '/clients', search, state: useKeptPlace() };
}

export function BackToClients() {
  return <BackLink {...useLeftList()} label={clients.title} />;
}

/** Goes there when something is done. */
export function useGoBackToClients(): () => Promise<void> {
  const navigate = useNavigate();
  const list = useLeftList();
  return () => navigate(list as never);
}
