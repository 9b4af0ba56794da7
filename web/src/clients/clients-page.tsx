import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback, useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLogins } from '../accounts/logins.ts';
import { Empty } from '../layout/empty.tsx';
import { SearchIcon } from '../layout/icons.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { clients } from '../texts/clients.ts';
import { common } from '../texts/common.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ClientsTable } from './clients-table.tsx';
import { ColumnMenu, useChosenColumns } from './column-menu.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterButton, FilterPills } from './filters.tsx';
import { cleared, isNarrowed, useClientList, useListSearch } from './list.ts';
import { useNames } from './names.ts';
import { NewClient } from './new-client.tsx';

/** The table of Clients: what it shows stands in the address, so that it can be sent to a colleague. */
export function ClientsPage() {
  const [search] = useListSearch();
  const list = useClientList(search);
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [cursor, setCursor] = useState(-1);
  const [newIsOpen, newClient] = useDisclosure();
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;
  const [chosen, choose] = useChosenColumns(isPhone);
  const names = useNames();
  const total = list.data?.pages[0]?.total;
  const navigate = useNavigate();
  const open = (uuid: string, edit?: boolean) =>
    void navigate({ to: '/clients/$uuid', params: { uuid }, search: edit ? { edit: 'name' } : {} });
  const toggle = useCallback((uuid: string) => setSelected((before) => toggled(before, uuid)), []);

  useEffect(() => {
    document.title = `${clients.title} · ${common.product}`;
  }, []);
  const here = rows[cursor];
  useHotkeys([
    ['j', outside('[role=dialog]', () => setCursor(Math.min(cursor + 1, rows.length - 1)))],
    ['k', outside('[role=dialog]', () => setCursor(Math.max(cursor - 1, 0)))],
    // On a button or a link, Enter means that one.
    ['Enter', outside('[role=dialog], a, button', () => here && open(here.uuid)), { preventDefault: false }],
    ['e', outside('[role=dialog]', () => here && open(here.uuid, true))],
    ['x', outside('[role=dialog]', () => here && toggle(here.uuid))],
    ['n', outside('[role=dialog]', newClient.open)],
  ]);

  const isEmpty = list.isSuccess && rows.length === 0;
  return (
    <Stack gap="sm" className="table-page">
      <Group justify="space-between" gap="xs">
        <Group gap="xs" align="baseline">
          <Title order={1}>{clients.title}</Title>
          <Text size="sm" c="dimmed" aria-live="polite" miw={90}>
            {total === undefined ? '' : clients.total(total)}
          </Text>
        </Group>
        <Group gap="xs">
          <ExportButton search={search} names={names} />
          <Button component={Link} to="/clients/import" variant="default">
            {clients.import}
          </Button>
          <Button onClick={newClient.open}>{clients.create}</Button>
        </Group>
      </Group>
      <Toolbar chosen={chosen} choose={choose} />
      <FilterPills />
      {list.error && <ProblemAlert error={list.error} onRetry={list.refetch} />}
      {isEmpty ? (
        <Nothing onCreate={newClient.open} />
      ) : (
        <ClientsTable
          list={list}
          rows={rows}
          columns={chosen}
          names={names}
          cursor={cursor}
          selected={selected}
          onToggle={toggle}
          onSelectAll={(all) => setSelected(all ? new Set(rows.map((row) => row.uuid)) : new Set())}
        />
      )}
      <BulkBar rows={rows} selected={selected} onClear={() => setSelected(new Set())} />
      <NewClient opened={newIsOpen} onClose={newClient.close} />
    </Stack>
  );
}

function Toolbar(props: { chosen: string[]; choose: (names: string[]) => void }) {
  const [search, change] = useListSearch();
  const input = useRef<HTMLInputElement>(null);
  const logins = useLogins();
  const owners = Object.fromEntries(logins.map(({ user }) => [user.uuid, user.name]));
  const [words, setWords] = useState(search.q ?? '');
  const find = useDebouncedCallback((q: string) => change({ q: q.trim() || undefined }), 150);
  useHotkeys([['/', () => input.current?.focus()]]);
  // "Back" changes the address without the input: they must say the same.
  useEffect(() => {
    if (document.activeElement !== input.current) setWords(search.q ?? '');
  }, [search.q]);
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        ref={input}
        type="search"
        className="grow"
        maw={420}
        aria-label={clients.search}
        placeholder={clients.search}
        leftSection={<SearchIcon />}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          find(event.currentTarget.value);
        }}
      />
      <FilterButton owners={owners} />
      <ColumnMenu chosen={props.chosen} choose={props.choose} />
    </Group>
  );
}

function Nothing({ onCreate }: { onCreate: () => void }) {
  const [search, change] = useListSearch();
  if (isNarrowed(search)) {
    return (
      <Empty title={clients.noneTitle} what={clients.none}>
        <Button variant="default" onClick={() => change({ ...cleared(search), q: undefined })}>
          {clients.showAll}
        </Button>
      </Empty>
    );
  }
  return (
    <Empty title={clients.emptyTitle} what={clients.empty}>
      <Group>
        <Button component={Link} to="/clients/import">
          {clients.import}
        </Button>
        <Button variant="default" onClick={onCreate}>
          {clients.create}
        </Button>
      </Group>
    </Empty>
  );
}

/** A key is not for the table when it is pressed in one of these places. */
function outside(places: string, work: () => void) {
  return (event: KeyboardEvent) => {
    if (!(event.target as Element).closest(places)) work();
  };
}

function toggled(set: ReadonlySet<string>, uuid: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(uuid)) next.add(uuid);
  return next;
}
