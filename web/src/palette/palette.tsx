import './palette.css';
import { Text, useMantineColorScheme } from '@mantine/core';
import { Spotlight, useSpotlight } from '@mantine/spotlight';
import { fold } from '@rapport/contract/fold';
import type { Client } from '@rapport/contract/records/clients';
import type { SearchHit } from '@rapport/contract/records/search';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useAccounts, useChooseAccount } from '../accounts/current-account.ts';
import { ApiProblem } from '../api/request.ts';
import { firstLineOf, KINDS_WITH_PAGES, kindNamed } from '../fields/kinds.ts';
import { useMayWriteHere } from '../fields/may-write.ts';
import { useSignOut } from '../identity/session.ts';
import { Face } from '../layout/face.tsx';
import {
  CallIcon,
  MailIcon,
  ManyAccountsIcon,
  NotesIcon,
  SearchIcon,
  SunMoonIcon,
  TasksIcon,
  UserIcon,
} from '../layout/icons.tsx';
import { KindIcon } from '../layout/kind-icon.tsx';
import { sayProblem } from '../layout/say-problem.ts';
import { WORDS_MAX_LENGTH } from '../lists/list.ts';
import { nav } from '../texts/common.ts';
import { palette as texts } from '../texts/palette.ts';
import type { Action } from './action.ts';
import { isFoundByName, useFound, useFoundClients } from './find.ts';
import { PALETTE, typeWords } from './store.ts';

type Group = { title: string; actions: Action[] };

/**
 * The palette of Ctrl+K: opens these pages, Accounts and records, and runs actions that need no
 * page.
 */
export function Palette({ pages }: { pages: Action[] }) {
  const { query: words } = useSpotlight(PALETTE);
  const { clients, isSearching, error } = useFoundClients(words);
  const writing = useWriting(words);
  const others = useFound(words, OTHERS.join(','));
  const groups = [...writing.groups, ...useGroups(words, clients, others, pages)];
  const found = [writing.found, clients, others].find(({ length }) => length > 0) ?? NONE;
  const hasMoved = useSelection(found, words);
  const nothing = groups.length === 0 ? nav.nothingFound : null;
  const said = isSearching ? texts.searching : error ? sayUnanswered(error) : nothing;
  return (
    <Spotlight.Root
      store={PALETTE}
      // The shell handles the keys, because it works before this script is loaded.
      shortcut={null}
      attributes={{ content: { 'aria-label': nav.search } }}
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
              {actions.map(({ id, words: _, ...action }) => (
                <Spotlight.Action key={id} {...action} />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      )}
    </Spotlight.Root>
  );
}

const NONE: object[] = [];

/** Clients are left out, because `useFoundClients` also reads what is shown below their names. */
const OTHERS = [
  ...KINDS_WITH_PAGES.map(({ resource }) => resource).filter((one) => one !== 'client'),
  'mail',
];

/** Returns the choices. Pages and Accounts must have the words, or be found by them. */
function useGroups(words: string, found: Client[], others: SearchHit[], pages: Action[]): Group[] {
  const navigate = useNavigate();
  const choose = useChooseAccount();
  const deeds = useDeeds();
  const { data: accounts = [] } = useAccounts();
  const clients = found.map(({ uuid, name, kind, domain, industry }) => ({
    id: uuid,
    leftSection: <Face id={uuid} name={name} sort={kind === 'person' ? 'person' : 'company'} />,
    label: name,
    description: [domain, industry].filter(Boolean).join(' · '),
    onClick: () => void navigate({ to: '/clients/$uuid', params: { uuid } }),
  }));
  const switches = accounts.map(({ uuid, name }) => ({
    id: uuid,
    leftSection: <ManyAccountsIcon />,
    label: texts.switchTo(name),
    onClick: () => choose(uuid),
  }));
  const typed = fold(words.trim()).split(/\s+/);
  const isMeant = ({ label, description = '', words: others = '' }: Action) =>
    typed.every(
      (word) => fold(label).includes(word) || ` ${fold(`${description} ${others}`)}`.includes(` ${word}`),
    );
  // Words that are the whole name of something mean that, and nothing that only contains them.
  const isWhole = ({ actions }: Group) => actions.some(({ label }) => fold(label) === fold(words.trim()));
  const commands = [
    { title: texts.goTo, actions: pages.filter(isMeant) },
    { title: texts.do, actions: deeds.filter(isMeant) },
    { title: nav.accounts, actions: accounts.length > 1 ? switches.filter(isMeant) : [] },
  ].toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a)));
  const hits = { title: texts.clients, actions: clients };
  const rest = {
    title: texts.others,
    actions: others.flatMap(({ resource, uuid, title, hint }) => {
      const kind = kindNamed(resource);
      if (!kind) return [];
      const onClick = () => void navigate({ to: `${kind.path}/${uuid}` });
      const label = resource === 'note' ? firstLineOf(title) : title;
      return [
        {
          ...{ id: uuid, label, leftSection: markOf(resource, uuid, title), onClick },
          description: hint ? `${kind.one} · ${hint}` : kind.one,
        },
      ];
    }),
  };
  const mails = { title: texts.mails, actions: others.flatMap((hit) => mailAction(hit, navigate)) };
  // A Client of that name is most likely meant, so it comes first. Otherwise pages come before
  // Clients with the word in another field.
  const isNamed = found.some((client) => isFoundByName(client, words));
  const groups = isNamed ? [hits, rest, mails, ...commands] : [...commands, hits, rest, mails];
  return groups.filter(({ actions }) => actions.length > 0);
}

/** A mail opens in the history of its record. One without a record that is seen stands nowhere. */
function mailAction(
  { uuid, title, hint, record }: SearchHit,
  navigate: ReturnType<typeof useNavigate>,
): Action[] {
  const kind = record && kindNamed(record.resource);
  if (!kind) return [];
  const onClick = () => void navigate({ to: `${kind.path}/${record.uuid}`, search: { mail: uuid } as never });
  const description = hint ? `${texts.mail} · ${hint}` : texts.mail;
  return [{ id: uuid, label: title, description, leftSection: <MailIcon />, onClick }];
}

/** The initials of a person, or the icon of another kind. */
function markOf(resource: string, uuid: string, title: string): ReactNode {
  return resource === 'contact' ? <Face id={uuid} name={title} /> : <KindIcon resource={resource} />;
}

/**
 * Handles phrases such as "log a call with siem": returns the matching records, each with a link to
 * the form for it.
 */
function useWriting(words: string): { groups: Group[]; found: SearchHit[] } {
  const navigate = useNavigate();
  const mayWrite = useMayWriteHere();
  const asked = texts.writing.find(({ pattern }) => pattern.test(words));
  const name = mayWrite ? (asked?.pattern.exec(words)?.[1] ?? '') : '';
  const found = useFound(name, 'client,contact,deal');
  if (!asked || found.length === 0) return { groups: [], found };
  const actions = found.flatMap(({ resource, uuid, title }) => {
    const kind = kindNamed(resource);
    if (!kind) return [];
    const to = `${kind.path}/${uuid}`;
    const onClick = () => void navigate({ to, search: { write: asked.write } as never });
    const mark = { leftSection: WRITING[asked.write], description: kind.one };
    return [{ id: `${asked.write} ${uuid}`, label: asked.label(title), ...mark, onClick }];
  });
  return { groups: [{ title: texts.do, actions }], found };
}

/** The icons of what can be written about a record. */
const WRITING: Record<string, ReactNode> = {
  log: <CallIcon />,
  note: <NotesIcon />,
  task: <TasksIcon />,
};

/** Returns the actions that are possible on every page. */
function useDeeds(): Action[] {
  const navigate = useNavigate();
  const mayWrite = useMayWriteHere();
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const creating = KINDS_WITH_PAGES.map(({ one, resource, path: to }) => ({
    id: to,
    leftSection: <KindIcon resource={resource} />,
    label: texts.create(one),
    // A list that is already open keeps its state behind the dialog.
    onClick: () =>
      void navigate({
        to,
        search: (before: object) => ({ ...(location.pathname === to && before), create: '1' }),
      }),
  }));
  const writing = texts.writing.map(({ begin, write }) => ({
    id: begin,
    leftSection: WRITING[write],
    label: `${begin} …`,
    closeSpotlightOnTrigger: false,
    onClick: () => typeWords(`${begin} `),
  }));
  const colours = (['light', 'dark', 'auto'] as const).map((scheme) => ({
    id: scheme,
    leftSection: <SunMoonIcon />,
    label: texts.theme(nav[scheme]),
    words: texts.themeWords,
    onClick: () => setColorScheme(scheme),
  }));
  const leave = {
    id: 'sign-out',
    leftSection: <UserIcon />,
    label: nav.signOut,
    words: texts.signOutWords,
    onClick: () => signOut.mutate(),
  };
  return [...(mayWrite ? [...creating, ...writing] : []), ...colours, leave];
}

/**
 * Selects the first hit again when hits arrive late, because Spotlight does so only while somebody
 * types. Set the returned ref to stop this after the User has moved the selection with arrow keys.
 */
function useSelection(found: readonly object[], words: string) {
  const hasMoved = useRef(false);
  // New words start at the first hit again.
  useEffect(() => {
    hasMoved.current = false;
  }, [words]);
  useEffect(() => {
    const list = document.querySelector('.mantine-Spotlight-actionsList');
    const selected = list?.querySelector('[data-selected]');
    if (found.length === 0 || (selected && hasMoved.current)) return;
    selected?.removeAttribute('data-selected');
    const first = list?.querySelector('[data-action]');
    first?.setAttribute('data-selected', 'true');
    // The list may have been scrolled before the Clients arrived.
    first?.scrollIntoView({ block: 'nearest' });
  }, [found]);
  return hasMoved;
}

function sayUnanswered(error: unknown): string {
  const isUnreachable = error instanceof ApiProblem && error.status === 0;
  return isUnreachable ? texts.unreachable : sayProblem(error).message;
}
