import { Button, Popover } from '@mantine/core';
import { ColumnsIcon } from '../../layout/icons.tsx';
import { later } from '../../layout/later.tsx';
import { records } from '../../texts/records.ts';
import type { ColumnLayout } from './column-layout.ts';

const ColumnChoices = later(async () => (await import('./column-choices.tsx')).ColumnChoices);

/** The menu that chooses columns. */
export function ColumnMenu(props: { columns: ColumnLayout }) {
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<ColumnsIcon />}>
          {records.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="column-menu">
        <ColumnChoices {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}
