import { Button, Text, Title, UnstyledButton } from '@mantine/core';
import { today } from '../fields/values/say.ts';
import { calendar as texts } from '../texts/calendar.ts';
import { Chip, type OnMove } from './chip.tsx';
import type { Item } from './items.ts';
import { sayWholeDay } from './say-days.ts';

/** Dots tell a phone that there is something. The list below has the items of the chosen day. */
const DOTS_MAX = 3;

/** The month on a phone: a dot for each item, and the items of one day below. */
export function PhoneMonth(props: {
  days: string[];
  month: string;
  chosen: string;
  items: Map<string, Item[]>;
  onChoose: (day: string) => void;
  onMove: OnMove | null;
  onAdd: ((day: string) => void) | null;
}) {
  const { days, month, chosen, items, onAdd } = props;
  const own = items.get(chosen) ?? [];
  return (
    <>
      <ul className="cal-dots">
        {days.map((day) => {
          const count = items.get(day)?.length ?? 0;
          return (
            <li key={day}>
              <UnstyledButton
                aria-label={texts.choose(sayWholeDay(day), count)}
                aria-pressed={day === chosen}
                data-day={day}
                data-outside={!day.startsWith(month) || undefined}
                data-today={day === today() || undefined}
                onClick={() => props.onChoose(day)}
              >
                {Number(day.slice(8))}
                <span aria-hidden>{'•'.repeat(Math.min(count, DOTS_MAX))}</span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      <section aria-label={sayWholeDay(chosen)} className="cal-chosen">
        <Title order={2}>{sayWholeDay(chosen)}</Title>
        {own.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.empty}
          </Text>
        )}
        <ul>
          {own.map((item) => (
            <Chip key={item.uuid} item={item} onMove={props.onMove} />
          ))}
        </ul>
        {onAdd && (
          <Button variant="default" onClick={() => onAdd(chosen)}>
            {texts.newTitle}
          </Button>
        )}
      </section>
    </>
  );
}
