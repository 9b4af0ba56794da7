import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import type { Client } from '@rapport/contract/clients';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAccounts, useChooseAccount } from './accounts/current-account.ts';
import { get, withQuery } from './api/request.ts';
import { WORDS_MAX_LENGTH } from './clients/list.ts';
import { SearchIcon } from './layout/icons.tsx';
import { nav } from './texts/common.ts';
import { palette } from './texts/palette.ts';

/** Ctrl+K: jump to a page, an Account or a Client. */
export default function Palette() {
  const navigate = useNavigate();
  const choose = useChooseAccount();
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), 120);
  const { data: accounts = [] } = useAccounts();
  const { data: clients = [] } = useQuery({
    queryKey: ['palette', q],
    queryFn: ({ signal }) => get<Client[]>(withQuery('/api/v2/clients', { q, limit: 8 }), signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const pages: SpotlightActionData[] = palette.pages.map(([label, to]) => ({
    id: label,
    label,
    onClick: () => void navigate({ to }),
  }));
  const switches: SpotlightActionData[] = accounts.map(({ uuid, name }) => ({
    id: uuid,
    label: palette.switchTo(name),
    onClick: () => choose(uuid),
  }));
  const found: SpotlightActionData[] = (q === '' ? [] : clients).map(({ uuid, name, domain, industry }) => ({
    id: uuid,
    label: name,
    description: [domain, industry].filter(Boolean).join(' · '),
    // The API has found it; the palette must not ask again whether its words stand in the label.
    keywords: words,
    onClick: () => void navigate({ to: '/clients/$uuid', params: { uuid } }),
  }));
  // Spotlight chooses the first when one types, and nothing when that is still to come: Enter is to open it all the same.
  useEffect(() => {
    if (clients.length === 0) return;
    const first = '.mantine-Spotlight-actionsList:not(:has([data-selected])) [data-action]';
    document.querySelector(first)?.setAttribute('data-selected', 'true');
  }, [clients]);
  return (
    <Spotlight
      // The shell listens for the keys, also while this is still being loaded.
      shortcut={null}
      query={words}
      onQueryChange={setWords}
      actions={[
        { group: palette.clients, actions: found },
        { group: palette.goTo, actions: pages },
        ...(accounts.length > 1 ? [{ group: nav.accounts, actions: switches }] : []),
      ]}
      nothingFound={nav.nothingFound}
      searchProps={{
        maxLength: WORDS_MAX_LENGTH,
        placeholder: nav.search,
        'aria-label': nav.search,
        leftSection: <SearchIcon />,
      }}
      scrollable
      maxHeight={420}
    />
  );
}
