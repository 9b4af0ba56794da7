import { Box, Button, Checkbox, Popover, Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { ColumnsIcon } from '../layout/icons.tsx';
import { clients } from '../texts/clients.ts';
import { COLUMNS, DEFAULT_COLUMNS, PHONE_COLUMNS } from './columns.tsx';

/** The columns that this browser shows; a window as narrow as a phone has its own. */
export function useChosenColumns(isPhone: boolean): [string[], (names: string[]) => void] {
  const [wide, chooseWide] = useLocalStorage({
    key: 'rapport-client-columns',
    defaultValue: DEFAULT_COLUMNS,
    getInitialValueInEffect: false,
  });
  const [narrow, chooseNarrow] = useLocalStorage({
    key: 'rapport-client-columns-phone',
    defaultValue: PHONE_COLUMNS,
    getInitialValueInEffect: false,
  });
  return isPhone ? [narrow, chooseNarrow] : [wide, chooseWide];
}

export function ColumnMenu({ chosen, choose }: { chosen: string[]; choose: (names: string[]) => void }) {
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<ColumnsIcon />}
          className="icon-on-phone"
          aria-label={clients.columns}
        >
          <Box component="span" visibleFrom="sm">
            {clients.columns}
          </Box>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="column-menu">
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
