import { ActionIcon, Button, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef } from 'react';
import { fieldOf, useView } from '../../fields/view.ts';
import { FilterIcon } from '../../layout/icons.tsx';
import { later } from '../../layout/later.tsx';
import { records } from '../../texts/records.ts';
import { FilterButton } from '../filters/filter-button.tsx';
import { focusFilterButton } from '../filters/plain-filter-button.tsx';
import { useListSearch } from '../list.ts';
import { useTable } from '../list-table.ts';
import { ViewMenu } from '../saved/view-menu.tsx';
import { SearchField } from '../search-field.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { GroupBy } from './group-by.tsx';
import { MoreMenu } from './more-menu.ts';

const ListSheet = later(async () => (await import('./list-sheet.tsx')).ListSheet);

type Props = {
  /**
   * True on phones and tablets, where the toolbar has two lines: one for the name of the list, one
   * for tools.
   */
  isNarrow: boolean;
  isPreviewed: boolean;
  onPreview: () => void;
  /** Null for Users who may only read. */
  onCreate: (() => void) | null;
};

/** The bar with the name of the list, and the toolbar above its rows. */
export function Toolbar(props: Props) {
  const { texts, Above } = useView();
  const { isNarrow, onCreate } = props;
  const { read, columns } = useTable();
  const { total, rows } = read;
  return (
    <div className="list-top">
      <div className="page-bar">
        <Title order={1}>{texts.title}</Title>
        <ViewMenu columns={columns} layout="table" />
        <Text size="sm" c="dimmed" aria-live="polite" className={isNarrow ? 'only-heard' : 'list-count'}>
          {total === undefined ? '' : texts.total(total)}
        </Text>
      </div>
      <div className="list-tools" data-narrow={isNarrow || undefined}>
        <SearchField label={texts.search} />
        {!isNarrow && <FilterButton />}
        {!isNarrow && rows.length > 0 && <HiddenSort columns={columns.layout.names} />}
        {Above && <Above />}
        <div className="tools-end">
          <Tools {...props} />
          {onCreate && (
            <Button aria-label={texts.create} onClick={onCreate}>
              {isNarrow ? records.new : texts.create}
            </Button>
          )}
        </div>
      </div>
    </div>
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

function Tools({ isNarrow, isPreviewed, onPreview, onCreate }: Props) {
  const { read, columns } = useTable();
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
      <GroupBy />
      <ColumnMenu columns={columns} />
      <Button
        variant={isPreviewed ? 'light' : 'subtle'}
        color="gray"
        size="xs"
        aria-pressed={isPreviewed}
        onClick={onPreview}
      >
        {records.preview}
      </Button>
      <MoreMenu isEmpty={read.total === 0} mayWrite={onCreate !== null} />
    </>
  );
}
