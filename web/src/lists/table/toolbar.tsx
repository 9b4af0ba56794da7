import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef } from 'react';
import { fieldOf, useView } from '../../fields/view.ts';
import { FilterIcon } from '../../layout/icons.tsx';
import { later } from '../../layout/later.tsx';
import { records } from '../../texts/records.ts';
import { DeletedLink } from '../deleted/deleted-link.tsx';
import { DuplicatesLink } from '../duplicates/duplicates-link.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { FilterButton } from '../filters/filter-button.tsx';
import { focusFilterButton } from '../filters/plain-filter-button.tsx';
import { ImportLink } from '../import-link.tsx';
import { useListSearch } from '../list.ts';
import { ViewMenu } from '../saved/view-menu.tsx';
import { SearchField } from '../search-field.tsx';
import type { ColumnLayout } from './column-layout.ts';
import { ColumnMenu } from './column-menu.tsx';
import { GroupBy } from './group-by.tsx';
import type { TableRow } from './grouping.ts';

const ListSheet = later(async () => (await import('./list-sheet.tsx')).ListSheet);

type Props = {
  /**
   * True on phones and tablets, where the toolbar has two lines: one for the name of the list, one
   * for tools.
   */
  isNarrow: boolean;
  total: number | undefined;
  rows: TableRow[];
  columns: ColumnLayout;
  isPreviewed: boolean;
  onPreview: () => void;
  /** Null for Users who may only read. */
  onCreate: (() => void) | null;
};

/** The toolbar above the rows of a list. */
export function Toolbar(props: Props) {
  const { texts, Above } = useView();
  const { isNarrow, total, rows, onCreate } = props;
  return (
    <div className="list-tools" data-narrow={isNarrow || undefined}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs" align="baseline">
          <Title order={1}>{texts.title}</Title>
          {!isNarrow && <ViewMenu columns={props.columns} layout="table" />}
          <Text size="sm" c="dimmed" aria-live="polite" miw={isNarrow ? 65 : 90}>
            {total === undefined ? '' : texts.total(total)}
          </Text>
          {rows.length > 0 && !isNarrow && <HiddenSort columns={props.columns.layout.names} />}
          {Above && <Above />}
        </Group>
        {isNarrow ? (
          onCreate && (
            <Button aria-label={texts.create} onClick={onCreate}>
              {records.new}
            </Button>
          )
        ) : (
          <FileButtons onCreate={onCreate} isEmpty={total === 0} />
        )}
      </Group>
      <Group gap="xs">
        {isNarrow && <ViewMenu columns={props.columns} layout="table" />}
        <SearchField label={texts.search} />
        <Tools {...props} />
      </Group>
    </div>
  );
}

/** What leads into and out of the list. An empty one has nothing to export. */
function FileButtons({ onCreate, isEmpty }: Pick<Props, 'onCreate'> & { isEmpty: boolean }) {
  const { texts } = useView();
  const [search] = useListSearch();
  return (
    <Group gap="xs">
      {!isEmpty && <ExportButton search={search} />}
      {onCreate && <ImportLink />}
      {onCreate && <Button onClick={onCreate}>{texts.create}</Button>}
    </Group>
  );
}

/** The sort order in words, if the column that would show it by an arrow is hidden. */
function HiddenSort({ columns }: { columns: string[] }) {
  const view = useView();
  const [{ sort = view.list.default_sort }] = useListSearch();
  const name = sort.replace(/^-/, '');
  const label = fieldOf(view, name)?.label;
  if (columns.includes(name) || label === undefined) return null;
  return (
    <Text size="sm" c="dimmed">
      {records.sortedBy(label, sort.startsWith('-'))}
    </Text>
  );
}

function Tools({ isNarrow, columns, isPreviewed, onPreview, onCreate }: Props) {
  const view = useView();
  // A dialog that opens as soon as it is there does not know what had the focus.
  const [sheetIsOpen, sheet] = useDisclosure(false, { onClose: focusFilterButton });
  const sheetIsAsked = useRef(false);
  sheetIsAsked.current ||= sheetIsOpen;
  if (isNarrow) {
    return (
      <>
        <ActionIcon
          className="filter-button"
          variant="default"
          aria-label={records.moreTools}
          aria-haspopup="dialog"
          aria-expanded={sheetIsOpen}
          onClick={sheet.open}
        >
          <FilterIcon />
        </ActionIcon>
        {sheetIsAsked.current && (
          <ListSheet
            opened={sheetIsOpen}
            onClose={sheet.close}
            columns={columns}
            mayWrite={onCreate !== null}
          />
        )}
      </>
    );
  }
  return (
    <>
      <FilterButton />
      <GroupBy />
      <ColumnMenu columns={columns} />
      <Button variant={isPreviewed ? 'light' : 'default'} aria-pressed={isPreviewed} onClick={onPreview}>
        {records.preview}
      </Button>
      <DuplicatesLink ml="auto" />
      <DeletedLink ml={view.isMatched ? undefined : 'auto'} />
    </>
  );
}
