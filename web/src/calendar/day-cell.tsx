import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { today } from '../fields/values/say.ts';
import { PlusIcon } from '../layout/icons.tsx';
import { calendar as texts } from '../texts/calendar.ts';
import { Chip, type OnMove } from './chip.tsx';
import type { Item } from './items.ts';
import { sayWeekday, sayWholeDay } from './say-days.ts';

/** More would make the row of a week higher than a screen. The week shows all. */
const SHOWN_MAX = 4;

type CellProps = {
  day: string;
  items: Item[];
  /** True for the days of another month. */
  isOutside: boolean;
  isWeek: boolean;
  /** Null for those who may only read. */
  onMove: OnMove | null;
  onAdd: ((day: string) => void) | null;
  /** Shows the week of a day. */
  onOpen: (day: string) => void;
};

/** A day with its items. Items are dropped on it. */
export function DayCell({ day, items, isOutside, isWeek, onMove, onAdd, onOpen }: CellProps) {
  const { place, isOver } = useDrop(day, onMove);
  const shown = isWeek || items.length <= SHOWN_MAX ? items : items.slice(0, SHOWN_MAX - 1);
  return (
    <li
      ref={place}
      className="cal-day"
      data-day={day}
      data-outside={isOutside || undefined}
      data-today={day === today() || undefined}
      data-over={isOver || undefined}
    >
      <div className="cal-day-head">
        {isWeek ? (
          <span className="cal-number">
            {sayWeekday(day)} {Number(day.slice(8))}
          </span>
        ) : (
          <UnstyledButton
            className="cal-number"
            aria-label={texts.open(sayWholeDay(day))}
            onClick={() => onOpen(day)}
          >
            {Number(day.slice(8))}
          </UnstyledButton>
        )}
        {onAdd && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={texts.add(sayWholeDay(day))}
            onClick={() => onAdd(day)}
          >
            <PlusIcon />
          </ActionIcon>
        )}
      </div>
      {shown.length > 0 && (
        <ul>
          {shown.map((item) => (
            <Chip key={item.uuid} item={item} onMove={onMove} />
          ))}
        </ul>
      )}
      {shown.length < items.length && (
        <UnstyledButton className="cal-more" onClick={() => onOpen(day)}>
          {texts.more(items.length - shown.length)}
        </UnstyledButton>
      )}
    </li>
  );
}

function useDrop(day: string, onMove: CellProps['onMove']) {
  const place = useRef<HTMLLIElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = useRef(onMove);
  drop.current = onMove;
  useEffect(
    () =>
      dropTargetForElements({
        element: place.current!,
        canDrop: () => drop.current !== null,
        onDragEnter: () => setIsOver(true),
        onDragLeave: () => setIsOver(false),
        onDrop: ({ source }) => {
          setIsOver(false);
          drop.current?.(source.data.item as Item, day, false);
        },
      }),
    [day],
  );
  return { place, isOver };
}
