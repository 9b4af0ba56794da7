import { ActionIcon, Button, Checkbox, Group, Stack } from '@mantine/core';
import { CUSTOM_PREFIX } from '@rapport/contract/records/declared-fields';
import { type MouseEvent, useState } from 'react';
import { useKnownKeys } from '../../fields/known-keys.ts';
import { isCustom } from '../../fields/values/custom-name.ts';
import { fieldOf, useView } from '../../fields/view.ts';
import { records } from '../../texts/records.ts';
import { type ColumnLayout, moved } from './column-layout.ts';
import { columnsOf } from './columns.tsx';

/** The list in which Users choose columns and change their order. */
export function ColumnChoices({ columns }: { columns: ColumnLayout }) {
  const { layout, choose, move, reset } = columns;
  const chosen = layout.names;
  const view = useView();
  const keys = useKnownKeys().map((key) => CUSTOM_PREFIX + key);
  // Includes chosen columns that no record has any more, so that they can be removed.
  const names = [...columnsOf(view).map(({ name }) => name), ...keys, ...chosen.filter(isCustom)];
  const all = new Map(names.map((name) => [name, fieldOf(view, name)?.label ?? name]));
  // The order at the opening of the menu. A column that is chosen or removed stays in its place.
  const [first, setOrder] = useState(() => [...new Set([...chosen, ...all.keys()])]);
  // Keys that are read after the opening come last.
  const order = [...new Set([...first, ...all.keys()])];
  const moveTo = (name: string, to: string) => {
    setOrder(moved(order, name, to));
    move(name, to);
  };
  return (
    <Checkbox.Group
      value={chosen}
      onChange={(names) => choose(order.filter((name) => names.includes(name)))}
      aria-label={records.columns}
    >
      <Stack gap={10} className="column-lines">
        {order.map((name) => (
          <Group key={name} justify="space-between" wrap="nowrap" gap="xs">
            <Checkbox value={name} label={all.get(name)} size="xs" disabled={name === view.title} />
            {name !== view.title && chosen.includes(name) && (
              <Moves label={all.get(name) ?? name} name={name} chosen={chosen} onMove={moveTo} />
            )}
          </Group>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            setOrder([...new Set([...view.default_columns, ...order])]);
            reset();
          }}
        >
          {records.columnsReset}
        </Button>
      </Stack>
    </Checkbox.Group>
  );
}

function Moves(props: {
  name: string;
  label: string;
  chosen: string[];
  onMove: (name: string, to: string) => void;
}) {
  const { name, label, chosen, onMove } = props;
  const place = chosen.indexOf(name);
  const step = (to: string | undefined) => ({
    variant: 'subtle',
    color: 'gray',
    size: 'sm',
    disabled: to === undefined,
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
      onMove(name, to!);
      // A moved line loses the focus.
      setTimeout(() => currentTarget.focus());
    },
  });
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon {...step(place > 1 ? chosen[place - 1] : undefined)} aria-label={records.columnUp(label)}>
        ↑
      </ActionIcon>
      <ActionIcon {...step(chosen[place + 1])} aria-label={records.columnDown(label)}>
        ↓
      </ActionIcon>
    </Group>
  );
}
