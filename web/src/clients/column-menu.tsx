import { Box, Button, Checkbox, Popover, Stack, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { ColumnsIcon } from '../layout/icons.tsx';
import { clients, FIELD_LABELS } from '../texts/clients.ts';
import { COLUMNS, DEFAULT_COLUMNS, isCustom, labelOfCustom, PHONE_COLUMNS } from './columns.tsx';

/** The columns that this browser shows; a window as narrow as a phone has its own. */
export function useChosenColumns(isNarrow: boolean): [string[], (names: string[]) => void] {
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
  return isNarrow ? [narrow, chooseNarrow] : [wide, chooseWide];
}

export function ColumnMenu(props: {
  chosen: string[];
  choose: (names: string[]) => void;
  /** The custom fields of the Clients that are loaded. */
  custom: string[];
}) {
  const { chosen, choose } = props;
  // One that is chosen can be left out again where no Client that is loaded has it.
  const custom = [...new Set([...props.custom, ...chosen.filter(isCustom)])];
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
            {custom.length > 0 && (
              <Text size="xs" c="dimmed">
                {FIELD_LABELS.custom}
              </Text>
            )}
            {custom.map((name) => (
              <Checkbox key={name} value={name} label={labelOfCustom(name)} size="xs" />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
