import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { ColumnsIcon } from '../layout/icons.tsx';
import { clients } from '../texts/clients.ts';
import { COLUMNS, DEFAULT_COLUMNS } from './columns.tsx';

/** The columns that this browser shows. */
export function useChosenColumns(): [string[], (names: string[]) => void] {
  const [chosen, choose] = useLocalStorage({
    key: 'rapport-client-columns',
    defaultValue: DEFAULT_COLUMNS,
    getInitialValueInEffect: false,
  });
  return [chosen, choose];
}

export function ColumnMenu({ chosen, choose }: { chosen: string[]; choose: (names: string[]) => void }) {
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<ColumnsIcon />} visibleFrom="sm">
          {clients.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group value={chosen} onChange={choose} aria-label={clients.columns}>
          <Stack gap={10}>
            {COLUMNS.map(({ name, label }) => (
              <Checkbox key={name} value={name} label={label} size="xs" disabled={name === 'name'} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
