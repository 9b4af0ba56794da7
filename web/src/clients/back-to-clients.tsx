import { useEffect } from 'react';
import { BackLink } from '../layout/back-link.tsx';
import { useDraft } from '../layout/draft.ts';
import { clients } from '../texts/clients.ts';
import { type ListSearch, listParameters } from './list.ts';

const DRAFT = 'clients-search';

/** Keeps what the list shows for the way back to it. */
export function useKeptSearch(search: ListSearch): void {
  const [, keep] = useDraft<ListSearch>(DRAFT, {});
  const kept = JSON.stringify({ ...listParameters(search), account_uuid: undefined });
  useEffect(() => keep(JSON.parse(kept)), [kept]);
}

/** To the list as it was left; the Account goes along by itself. */
export function BackToClients() {
  const [search] = useDraft<ListSearch>(DRAFT, {});
  return <BackLink to="/clients" label={clients.title} search={search} />;
}
