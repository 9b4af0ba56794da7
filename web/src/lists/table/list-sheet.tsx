import { Button, NativeSelect, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useView } from '../../fields/view.ts';
import { Dialog } from '../../layout/dialog.tsx';
import { ColumnsIcon, FilterIcon } from '../../layout/icons.tsx';
import { records } from '../../texts/records.ts';
import { ExportButton } from '../export/export-button.tsx';
import { FilterForm } from '../filters/filter-form.tsx';
import { ImportLink } from '../import-link.tsx';
import { useListSearch } from '../list.ts';
import { ColumnChoices } from './column-choices.tsx';
import type { ColumnLayout } from './column-layout.ts';
import { columnsOf } from './columns.tsx';
import { GroupBy } from './group-by.tsx';

type Props = {
  opened: boolean;
  onClose: () => void;
  columns: ColumnLayout;
  mayWrite: boolean;
};

type Part = 'filter' | 'columns';

/**
 * The sheet with the tools that a phone or tablet has no room for above the list. It is at the
 * bottom, within reach of the thumb.
 */
export function ListSheet(props: Props) {
  const { opened, columns } = props;
  const { texts } = useView();
  const [, change] = useListSearch();
  const [part, setPart] = useState<Part | null>(null);
  const close = () => {
    setPart(null);
    props.onClose();
  };
  return (
    // The closed sheet stays mounted, so that an export continues and can be stopped after
    // reopening.
    <Dialog
      opened={opened}
      onClose={close}
      keepMounted
      className="sheet"
      title={part ? records[part] : texts.title}
    >
      {part === 'filter' && (
        <FilterForm
          onAdd={(changes) => {
            change(changes);
            close();
          }}
        />
      )}
      {part === 'columns' && (
        <Stack>
          <ColumnChoices columns={columns} />
          <Button data-autofocus onClick={close}>
            {records.done}
          </Button>
        </Stack>
      )}
      <Stack gap={2} className="sheet-choices" hidden={part !== null}>
        <Choices {...props} open={setPart} />
      </Stack>
    </Dialog>
  );
}

function Choices({ mayWrite, open }: Props & { open: (part: Part) => void }) {
  const { path, texts, isMatched } = useView();
  const [search] = useListSearch();
  return (
    <>
      <Button variant="default" leftSection={<FilterIcon />} onClick={() => open('filter')}>
        {records.filter}
      </Button>
      <Button variant="default" leftSection={<ColumnsIcon />} onClick={() => open('columns')}>
        {records.columns}
      </Button>
      <SortBy />
      <GroupBy />
      <ExportButton search={search} />
      {mayWrite && <ImportLink />}
      {isMatched && (
        <Button component={Link} to={`${path}/duplicates`} variant="default">
          {records.duplicates}
        </Button>
      )}
      <Button component={Link} to={`${path}/deleted`} variant="default">
        {texts.trash.title}
      </Button>
    </>
  );
}

/** The choice of the sort order, because few columns have their heads in sight. */
function SortBy() {
  const view = useView();
  const [{ sort = view.list.default_sort }, change] = useListSearch();
  const data = columnsOf(view)
    .filter(({ isSortable }) => isSortable)
    .flatMap(({ name, label }) =>
      [name, `-${name}`].map((value) => ({ value, label: records.sortedBy(label, value !== name) })),
    );
  return (
    <NativeSelect
      aria-label={records.sort}
      data={data}
      value={sort}
      onChange={({ currentTarget: { value } }) =>
        change({ sort: value === view.list.default_sort ? undefined : value })
      }
    />
  );
}
