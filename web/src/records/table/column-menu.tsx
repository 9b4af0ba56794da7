import { Box, Button, Checkbox, Popover, Stack, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { ColumnsIcon } from '../../layout/icons.tsx';
import { COMMON_LABELS, records } from '../../texts/records.ts';
import { isCustom, labelOfCustom } from '../fields/custom-name.ts';
import { useView } from '../view.ts';
import { columnsOf } from './columns.tsx';

/** The columns that this browser shows; a window as narrow as a phone has its own. */
export function useChosenColumns(isNarrow: boolean): [string[], (names: string[]) => void] {
  const { resource, default_columns, phone_columns } = useView();
  const [wide, chooseWide] = useLocalStorage({
    key: `rapport-${resource}-columns`,
    defaultValue: default_columns,
    getInitialValueInEffect: false,
  });
  const [narrow, chooseNarrow] = useLocalStorage({
    key: `rapport-${resource}-columns-phone`,
    defaultValue: phone_columns,
    getInitialValueInEffect: false,
  });
  return isNarrow ? [narrow, chooseNarrow] : [wide, chooseWide];
}

export function ColumnMenu(props: {
  chosen: string[];
  choose: (names: string[]) => void;
  /** The custom fields of the records that are loaded. */
  custom: string[];
}) {
  const { chosen, choose } = props;
  const view = useView();
  // One that is chosen can be left out again where no record that is loaded has it.
  const custom = [...new Set([...props.custom, ...chosen.filter(isCustom)])];
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<ColumnsIcon />}
          className="icon-on-phone"
          aria-label={records.columns}
        >
          <Box component="span" visibleFrom="sm">
            {records.columns}
          </Box>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="column-menu">
        <Checkbox.Group value={chosen} onChange={choose} aria-label={records.columns}>
          <Stack gap={10}>
            {columnsOf(view).map(({ name, label }) => (
              <Checkbox key={name} value={name} label={label} size="xs" disabled={name === view.title} />
            ))}
            {custom.length > 0 && (
              <Text size="xs" c="dimmed">
                {COMMON_LABELS.custom}
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
