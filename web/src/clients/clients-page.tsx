import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks';
import type { Client } from '@rapport/contract/clients';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useAccounts } from '../accounts/current-account.ts';
import { useLogins } from '../accounts/logins.ts';
import { NoAccount } from '../accounts/no-account.tsx';
import { Empty } from '../layout/empty.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { clients, FIELD_LABELS } from '../texts/clients.ts';
import { common } from '../texts/common.ts';
import { useKeptSearch } from './back-to-clients.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ClientsTable, leaveRowLink } from './clients-table.tsx';
import { ColumnMenu, useChosenColumns } from './column-menu.tsx';
import { customColumnNames } from './columns.tsx';
import { DeletedLink } from './deleted-link.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterButton, FilterPills } from './filters.tsx';
import { cleared, DEFAULT_SORT, isNarrowed, listParameters, useClientList, useListSearch } from './list.ts';
import { useMayWriteHere } from './may-write.ts';
import { useNames } from './names.ts';
import { NewClient } from './new-client.tsx';
import { useCursor } from './place.ts';
import { SearchField } from './search-field.tsx';
import { useRowSelection, useSelectAll } from './selection.ts';

/** Where a letter is written, or is for a dialog. */
const WRITING = '[role=dialog], input:not([type=checkbox])';

/** Less room than for a name and the next column or two: elsewhere all that are chosen are shown, and scrolled sideways. */
const NARROW = '(max-width: 29.99em)';

/** What the bar of the selection covers at the end of the list. */
const BAR_PX = 76;
const BAR_ON_PHONE_PX = 112;

/** The table of Clients: what it shows stands in the address, so that it can be sent to a colleague. */
export function ClientsPage() {
  const [search] = useListSearch();
  useKeptSearch(search);
  const list = useClientList(search);
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  const { selected, setSelected, toggle } = useRowSelection(rows);
  const listKey = JSON.stringify(listParameters(search));
  const [cursor, setCursor] = useCursor(listKey);
  const [newIsOpen, newClient] = useDisclosure();
  const isPhone = useMediaQuery('(max-width: 47.99em)') ?? false;
  const [chosen, choose] = useChosenColumns(useMediaQuery(NARROW) ?? false);
  const names = useNames();
  const total = list.data?.pages[0]?.total;
  const navigate = useNavigate();
  const open = (uuid: string, edit?: boolean) =>
    void navigate({ to: '/clients/$uuid', params: { uuid }, search: edit ? { edit: 'name' } : {} });
  const chosenRows = useMemo(() => rows.filter(({ uuid }) => selected.has(uuid)), [rows, selected]);
  const mayWrite = useMayWriteHere();
  const selectAll = useSelectAll(list, listKey, selected, setSelected);

  useEffect(() => {
    document.title = `${clients.title} · ${common.product}`;
  }, []);
  // It is said once: a reload is not to open the dialog again.
  useEffect(() => {
    if (search.create === undefined) return;
    if (mayWrite) newClient.open();
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, create: undefined }),
      replace: true,
    });
  }, [search.create, mayWrite, newClient.open, navigate]);
  const here = rows[cursor];
  const goTo = (index: number) => {
    leaveRowLink();
    setCursor(index);
  };
  const keys: [string, string, () => void][] = [
    ['j', WRITING, () => goTo(Math.min(cursor + 1, rows.length - 1))],
    ['k', WRITING, () => goTo(Math.max(cursor - 1, 0))],
    // On a button or a link, Enter means that one.
    ['Enter', `${WRITING}, a, button`, () => here && open(here.uuid)],
    ['e', WRITING, () => here && open(here.uuid, true)],
    ['x', WRITING, () => here && mayWrite && toggle(here.uuid)],
    ['n', WRITING, () => mayWrite && newClient.open()],
  ];
  useHotkeys(
    keys.map(([key, places, work]) => [key, outside(places, work), { preventDefault: false }]),
    // The check box of a row takes no letters.
    ['TEXTAREA', 'SELECT'],
  );

  const isEmpty = list.isSuccess && rows.length === 0;
  const isUnread = list.isError && rows.length === 0;
  return (
    <Stack gap="sm" className="table-page">
      <Group justify="space-between" gap="xs">
        <Group gap="xs" align="baseline">
          <Title order={1}>{clients.title}</Title>
          <Text size="sm" c="dimmed" aria-live="polite" miw={90}>
            {total === undefined ? '' : clients.total(total)}
          </Text>
          {rows.length > 0 && <HiddenSort sort={search.sort ?? DEFAULT_SORT} columns={chosen} />}
          <DeletedLink hiddenFrom="sm" />
        </Group>
        <Group gap="xs">
          <ExportButton search={search} />
          {mayWrite && (
            <>
              <Button component={Link} to="/clients/import" variant="default">
                {clients.import}
              </Button>
              <Button onClick={newClient.open}>{clients.create}</Button>
            </>
          )}
        </Group>
      </Group>
      <Toolbar rows={rows} chosen={chosen} choose={choose} />
      <FilterPills />
      <ProblemAlert
        error={list.error}
        onRetry={list.isFetchNextPageError ? list.fetchNextPage : list.refetch}
      />
      {isEmpty && <Nothing onCreate={mayWrite ? newClient.open : null} />}
      {!isEmpty && !isUnread && (
        <ClientsTable
          list={list}
          rows={rows}
          columns={chosen}
          names={names}
          cursor={cursor}
          selected={selected}
          isSelectable={mayWrite}
          covered_px={chosenRows.length === 0 ? 0 : isPhone ? BAR_ON_PHONE_PX : BAR_PX}
          onToggle={toggle}
          onReach={setCursor}
          onSelectAll={(all) => setSelected(all ? new Set(rows.map((row) => row.uuid)) : new Set())}
        />
      )}
      <BulkBar
        chosen={chosenRows}
        total={total}
        isOutdated={list.isPlaceholderData}
        select={setSelected}
        isReadingAll={selectAll.isReading}
        onSelectAll={chosenRows.length === rows.length || selectAll.isReading ? selectAll.start : null}
      />
      <NewClient opened={newIsOpen} onClose={newClient.close} />
    </Stack>
  );
}

/** By what the rows are sorted, when its column, with the arrow, is not shown. */
function HiddenSort({ sort, columns }: { sort: string; columns: string[] }) {
  const name = sort.replace(/^-/, '');
  const label = FIELD_LABELS[name];
  if (columns.includes(name) || label === undefined) return null;
  return (
    <Text size="sm" c="dimmed" visibleFrom="sm">
      {clients.sortedBy(label, sort.startsWith('-'))}
    </Text>
  );
}

function Toolbar(props: { rows: Client[]; chosen: string[]; choose: (names: string[]) => void }) {
  const logins = useLogins();
  const owners = Object.fromEntries(logins.map(({ user }) => [user.uuid, user.name]));
  const custom = useMemo(() => customColumnNames(props.rows), [props.rows]);
  return (
    <Group gap="xs">
      <SearchField label={clients.search} />
      <FilterButton owners={owners} />
      <ColumnMenu chosen={props.chosen} choose={props.choose} custom={custom} />
      <DeletedLink visibleFrom="sm" ml="auto" />
    </Group>
  );
}

/** `onCreate` is null for those who may only read. */
function Nothing({ onCreate }: { onCreate: (() => void) | null }) {
  const [search, change] = useListSearch();
  const { data: accounts } = useAccounts();
  if (accounts?.length === 0) return <NoAccount />;
  if (isNarrowed(search)) {
    return (
      <Empty title={clients.noneTitle} what={clients.none}>
        <Button variant="default" onClick={() => change({ ...cleared(search), q: undefined })}>
          {clients.showAll}
        </Button>
      </Empty>
    );
  }
  if (onCreate === null) return <Empty title={clients.emptyTitle} what={clients.emptyToRead} />;
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
    if ((event.target as Element).closest(places)) return;
    // The letter is not to be written where the work moves the focus to.
    event.preventDefault();
    work();
  };
}
