import { Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Job } from '@rapport/contract/jobs';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { type Names, useNames } from '../../fields/names.ts';
import { useView } from '../../fields/view.ts';
import { later } from '../../layout/later.tsx';
import { Loading } from '../../layout/loading.tsx';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { useWindow } from '../../layout/windows.ts';
import { NewRecord } from '../../record/new/new-record.tsx';
import { common } from '../../texts/common.ts';
import { useOpenBulks } from '../bulk/open-bulks.ts';
import { FilterPills } from '../filters/filter-pills.tsx';
import { useKeptSearch } from '../keep-search.ts';
import { listParameters, useListSearch } from '../list.ts';
import { type ListTable, TableProvider, useTable } from '../list-table.ts';
import { useSavedView } from '../saved/use-saved-view.ts';
import { ViewNotices } from '../saved/view-notices.tsx';
import { useColumnLayout } from './column-layout.ts';
import { useEditing } from './editing.ts';
import { useFailure } from './failure.ts';
import { Foot } from './foot.tsx';
import { useTableKeys } from './keys.ts';
import { Nothing } from './nothing.tsx';
import { RecordsTable } from './records-table.tsx';
import { useRows } from './rows.ts';
import { useTableSelection } from './table-selection.ts';
import { Toolbar } from './toolbar.tsx';

const BulkBar = later(
  async () => (await import('../bulk/bulk-bar.tsx')).BulkBar,
  ({ children }) => children,
);
const Preview = later(async () => (await import('../preview/preview.tsx')).Preview);

/**
 * The page with the table of a kind. The address contains the search and grouping, so that it can
 * be sent to a colleague.
 */
export function RecordsPage() {
  // The list is read once it is known what the view of the address asks for.
  return useSavedView().isPending ? <Loading h={360} /> : <Records />;
}

function Records() {
  const view = useView();
  const { table, preview, dialog, isNarrow, onCreate } = useRecordsPage();
  const first = view.useFirst?.(useListSearch()[0]);
  const { list, rows, total, isEmpty } = table.read;
  const { columns, editing, names } = table;
  useEffect(() => {
    document.title = `${view.texts.title} · ${common.product}`;
  }, [view]);
  const hasTable = !isEmpty && !(list.isError && rows.length === 0);
  return (
    <TableProvider value={table}>
      <Stack gap={0} className="table-page">
        <Toolbar
          isNarrow={isNarrow}
          isPreviewed={preview.isOpen}
          onPreview={preview.toggle}
          onCreate={onCreate}
        />
        <ViewNotices columns={columns} />
        <FilterPills
          columns={{
            names: columns.layout.names,
            show: (name) => columns.choose([...columns.layout.names, name]),
          }}
        />
        <ProblemAlert {...useFailure(list, table.listKey)} />
        {isEmpty && <Nothing onCreate={onCreate} />}
        {hasTable && (
          <div className="table-and-preview">
            <RecordsTable />
            {preview.isOpen && (
              <Preview record={rows[editing.cursor]?.record} names={names} onClose={preview.close} />
            )}
          </div>
        )}
        <BarIfAsked mayWrite={table.selection.mayWrite} total={total}>
          {hasTable && <Foot />}
        </BarIfAsked>
        <NewRecord opened={dialog.isOpen} onClose={dialog.close} preset={first} isFollowed />
      </Stack>
    </TableProvider>
  );
}

/** Returns what the page shows, and what its keys, rows and buttons do. */
function useRecordsPage() {
  const [search] = useListSearch();
  useKeptSearch();
  const view = useView();
  const read = useRows(search);
  const listKey = view.path + JSON.stringify([listParameters(search), search.group, search.closed]);
  const selection = useTableSelection(read, listKey);
  const { mayWrite, toggle } = selection;
  const editing = useEditing(listKey, read.rows);
  const [isPreviewed, preview] = useDisclosure();
  const { isNarrow, isTight } = useWindow();
  const columns = useColumnLayout(isTight);
  const [newIsOpen, create] = useNewRecord(mayWrite);
  const table: ListTable = { listKey, read, columns, names: useAllNames(), editing, selection };
  const shownPreview = { isOpen: isPreviewed, toggle: preview.toggle, close: preview.close };
  useTableKeys({
    rows: read.rows,
    columns: columns.layout.names,
    cursor: { index: editing.cursor, cell: editing.cell, go: editing.reach },
    preview: shownPreview,
    toggle,
    edit: editing.edit,
    create: create.open,
    mayWrite,
  });
  const dialog = { isOpen: newIsOpen, close: create.close };
  return { table, preview: shownPreview, dialog, isNarrow, onCreate: mayWrite ? create.open : null };
}

/**
 * The bar in the place of the foot. Its script is loaded with the first selected row, or for a bulk
 * change that is at work.
 */
function BarIfAsked(props: { mayWrite: boolean; total: number | undefined; children: ReactNode }) {
  const open = useOpenBulks(props.mayWrite && props.total !== undefined) ?? NO_JOBS;
  const { count } = useTable().selection;
  const isAsked = useRef(false);
  isAsked.current ||= count > 0 || open.length > 0;
  return isAsked.current ? <BulkBar open={open}>{props.children}</BulkBar> : props.children;
}

const NO_JOBS: Job[] = [];

/** Returns the names for the cells: those of Users, Accounts, and what only this kind needs. */
function useAllNames(): Names {
  const names = useNames();
  const own = useView().useNames?.();
  return useMemo(() => ({ ...names, ...own }), [names, own]);
}

/** Returns the state of the dialog for a new record. The address can open it. */
function useNewRecord(mayWrite: boolean) {
  const [search] = useListSearch();
  const navigate = useNavigate();
  const [isOpen, dialog] = useDisclosure();
  // Removes the request from the address, so that a reload does not open the dialog again.
  useEffect(() => {
    if (search.create === undefined) return;
    if (mayWrite) dialog.open();
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, create: undefined }),
      replace: true,
    });
  }, [search.create, mayWrite, dialog.open, navigate]);
  return [isOpen, dialog] as const;
}
