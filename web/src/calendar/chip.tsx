import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ActionIcon, Menu, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { plusDays } from '@rapport/contract/days';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sayClock, today } from '../fields/values/say.ts';
import { MoreIcon } from '../layout/icons.tsx';
import { ActivityIcon } from '../layout/kind-icon.tsx';
import { calendar as texts } from '../texts/calendar.ts';
import type { Item } from './items.ts';

/** Moves an item to a day. `isByKey`: the focus goes with it. */
export type OnMove = (item: Item, day: string, isByKey: boolean) => void;

/** An item on its day. It is dragged to another one, or moved by its menu. */
export function Chip({ item, onMove }: { item: Item; onMove: OnMove | null }) {
  const chip = useRef<HTMLLIElement>(null);
  const [isDragged, setIsDragged] = useState(false);
  const [menuIsOpen, menu] = useDisclosure();
  const mayMove = onMove !== null && !item.isDone;
  useEffect(() => {
    if (!mayMove) return;
    return draggable({
      element: chip.current!,
      getInitialData: () => ({ item }),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    });
  }, [item, mayMove]);
  const isLate = !item.isDone && (item.due_at ? new Date(item.due_at) < new Date() : item.day < today());
  return (
    <li
      ref={chip}
      className="cal-item"
      data-item={item.uuid}
      data-kind={item.resource}
      data-done={item.isDone || undefined}
      data-late={isLate || undefined}
      data-dragged={isDragged || undefined}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 'm' || !mayMove || menuIsOpen) return;
        event.preventDefault();
        menu.open();
      }}
    >
      <ActivityIcon resource={item.resource} type={item.type} />
      {item.due_at && (
        <Text span size="xs" className="cal-time">
          {sayClock(item.due_at)}
        </Text>
      )}
      <Link to={`/${item.resource}s/${item.uuid}` as string} draggable={false} title={item.title}>
        {item.resource === 'deal' && <VisuallyHidden>{texts.closes}: </VisuallyHidden>}
        {item.isDone && <VisuallyHidden>{texts.done}: </VisuallyHidden>}
        {item.title}
      </Link>
      {mayMove && (
        <MoveMenu
          item={item}
          opened={menuIsOpen}
          onToggle={menu.toggle}
          onMove={(day, isByKey) => onMove(item, day, isByKey)}
        />
      )}
    </li>
  );
}

/** The menu of days to which an item may go. */
function MoveMenu(props: {
  item: Item;
  opened: boolean;
  onToggle: () => void;
  onMove: (day: string, isByKey: boolean) => void;
}) {
  const { item, opened, onToggle, onMove } = props;
  return (
    <Menu
      opened={opened}
      onChange={(open) => open !== opened && onToggle()}
      position="bottom-end"
      shadow="md"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="1.5rem"
          tabIndex={-1}
          aria-label={texts.moveOf(item.title)}
          onClick={onToggle}
        >
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.moveTo}</Menu.Label>
        {targetsOf(item.day).map(([label, day], index) => (
          <Menu.Item
            key={label}
            data-autofocus={index === 0 || undefined}
            // A press of a key counts no clicks.
            onClick={({ detail }) => onMove(day, detail === 0)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The days that one moves things to most, without the one on which it is. */
function targetsOf(day: string): [label: string, day: string][] {
  const targets: [string, string][] = [
    [texts.today, today()],
    [texts.tomorrow, today(1)],
    [texts.dayBefore, plusDays(day, -1)],
    [texts.dayAfter, plusDays(day, 1)],
    [texts.weekAfter, plusDays(day, 7)],
  ];
  return targets.filter(([, target]) => target !== day);
}
