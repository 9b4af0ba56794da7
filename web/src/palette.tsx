import { Text, useMantineColorScheme } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import type { Client } from '@rapport/contract/records/clients';
import type { SearchHit } from '@rapport/contract/records/search';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useAccounts, useChooseAccount } from './accounts/current-account.ts';
import { ApiProblem } from './api/request.ts';
import { isFoundByName, useFoundClients, useFoundOthers } from './find.ts';
import { useSignOut } from './identity/session.ts';
import { SearchIcon } from './layout/icons.tsx';
import { sayProblem } from './layout/say-problem.ts';
import { kindNamed } from './records/kinds.ts';
import { WORDS_MAX_LENGTH } from './records/list.ts';
import { useMayWriteHere } from './records/may-write.ts';
import { nav } from './texts/common.ts';
import { palette as texts } from './texts/palette.ts';

type Action = { id: string; label: string; description?: string; onClick: () => void };
type Group = { title: string; actions: Action[] };

/** Ctrl+K: jump to a page, an Account or a Client, or do what needs no page. */
export default function Palette() {
  const [words, setWords] = useState('');
  const { clients, isSearching, error } = useFoundClients(words);
  const groups = useGroups(words, clients, useFoundOthers(words));
  const hasMoved = useSelection(clients, words);
  const nothing = groups.length === 0 ? nav.nothingFound : null;
  const said = isSearching ? texts.searching : error ? sayUnanswered(error) : nothing;
  return (
    <Spotlight.Root
      // The shell listens for the keys, also while this is still being loaded.
      shortcut={null}
      query={words}
      onQueryChange={setWords}
      title={nav.search}
      classNames={{ header: 'only-heard' }}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        maxLength={WORDS_MAX_LENGTH}
        placeholder={nav.search}
        aria-label={nav.search}
        leftSection={<SearchIcon />}
        onKeyDown={({ key }) => {
          if (key === 'ArrowDown' || key === 'ArrowUp') hasMoved.current = true;
        }}
      />
      <Text role="status" size="sm" c="dimmed" px="md" py={said ? 'xs' : 0}>
        {said}
      </Text>
      {groups.length > 0 && (
        <Spotlight.ActionsList>
          {groups.map(({ title, actions }) => (
            <Spotlight.ActionsGroup key={title} label={title}>
              {actions.map(({ id, ...action }) => (
                <Spotlight.Action key={id} {...action} />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      )}
    </Spotlight.Root>
  );
}

/** What can be chosen; of the pages and the Accounts those that have the words in their label. */
function useGroups(words: string, found: Client[], others: SearchHit[]): Group[] {
  const navigate = useNavigate();
  const choose = useChooseAccount();
  const deeds = useDeeds();
  const { data: accounts = [] } = useAccounts();
  const clients = found.map(({ uuid, name, domain, industry }) => ({
    id: uuid,
    label: name,
    description: [domain, industry].filter(Boolean).join(' · '),
    onClick: () => void navigate({ to: '/clients/$uuid', params: { uuid } }),
  }));
  const pages = texts.pages.map(([label, to]) => ({
    id: label,
    label,
    onClick: () => void navigate({ to }),
  }));
  const switches = accounts.map(({ uuid, name }) => ({
    id: uuid,
    label: texts.switchTo(name),
    onClick: () => choose(uuid),
  }));
  const typed = words.trim().toLowerCase().split(/\s+/);
  const isMeant = ({ label }: Action) => typed.every((word) => label.toLowerCase().includes(word));
  const commands = [
    { title: texts.goTo, actions: pages.filter(isMeant) },
    { title: texts.do, actions: deeds.filter(isMeant) },
    { title: nav.accounts, actions: accounts.length > 1 ? switches.filter(isMeant) : [] },
  ];
  const hits = { title: texts.clients, actions: clients };
  const rest = {
    title: texts.others,
    actions: others.flatMap(({ resource, uuid, title }) => {
      const kind = kindNamed(resource);
      if (!kind) return [];
      const onClick = () => void navigate({ to: `${kind.path}/${uuid}` });
      return [{ id: uuid, label: title, description: kind.one, onClick }];
    }),
  };
  // A Client of that name is what is looked for; one that has the word in its industry is less so than the page of that name.
  const isNamed = found.some((client) => isFoundByName(client, words));
  const groups = isNamed ? [hits, rest, ...commands] : [...commands, hits, rest];
  return groups.filter(({ actions }) => actions.length > 0);
}

/** What can be done from any page. */
function useDeeds(): Action[] {
  const navigate = useNavigate();
  const mayWrite = useMayWriteHere();
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const create = {
    id: texts.create,
    label: texts.create,
    // A list that is looked at stays as it is behind the dialog.
    onClick: () =>
      void navigate({
        to: '/clients',
        search: (before: object) => ({ ...(location.pathname === '/clients' && before), create: '1' }),
      }),
  };
  const colours = (['light', 'dark', 'auto'] as const).map((scheme) => ({
    id: scheme,
    label: texts.theme(nav[scheme]),
    onClick: () => setColorScheme(scheme),
  }));
  const leave = { id: 'sign-out', label: nav.signOut, onClick: () => signOut.mutate() };
  return [...(mayWrite ? [create] : []), ...colours, leave];
}

/**
 * Spotlight chooses the first when one types, and nothing of what comes later: Enter is to open the first then, too. Unless somebody has
 * gone on by arrow keys meanwhile, which the returned ref is to be told.
 */
function useSelection(clients: Client[], words: string) {
  const hasMoved = useRef(false);
  // Other words begin at the first again.
  useEffect(() => {
    hasMoved.current = false;
  }, [words]);
  useEffect(() => {
    const list = document.querySelector('.mantine-Spotlight-actionsList');
    const selected = list?.querySelector('[data-selected]');
    if (clients.length === 0 || (selected && hasMoved.current)) return;
    selected?.removeAttribute('data-selected');
    const first = list?.querySelector('[data-action]');
    first?.setAttribute('data-selected', 'true');
    // What was there before the Clients may have been scrolled to.
    first?.scrollIntoView({ block: 'nearest' });
  }, [clients]);
  return hasMoved;
}

function sayUnanswered(error: unknown): string {
  const isUnreachable = error instanceof ApiProblem && error.status === 0;
  return isUnreachable ? texts.unreachable : sayProblem(error).message;
}
