import { TextInput } from '@mantine/core';
import { DayInput } from '../fields/inputs/day-input.tsx';
import { sayDate, today } from '../fields/values/say.ts';
import { Chips } from '../layout/chips.tsx';
import { composer as texts } from '../texts/composer.ts';
import { records } from '../texts/records.ts';
import type { Inputs } from './composer-draft.ts';

/** The next step, which is a task on a day: none, tomorrow, in a week, or another day. */
export function NextInputs({ draft, change }: Inputs) {
  const usual = [
    { value: '', label: texts.noNext },
    { value: today(1), label: records.tomorrow },
    { value: today(7), label: records.inAWeek },
  ];
  const isUsual = usual.some(({ value }) => value === draft.next);
  const other = isUsual ? [] : [{ value: draft.next, label: sayDate(draft.next) }];
  return (
    <div className="next-inputs">
      <div className="next-days">
        <span>{texts.next}</span>
        <Chips
          label={texts.next}
          value={draft.next}
          choices={[...usual, ...other]}
          onChange={(next) => change({ next })}
        />
        <DayInput
          aria-label={texts.nextDay}
          placeholder={texts.nextDay}
          className="next-day"
          value={isUsual ? '' : draft.next}
          onChange={(next) => change({ next })}
        />
      </div>
      {draft.next !== '' && (
        <TextInput
          aria-label={texts.nextTitle}
          placeholder={texts.nextUsual}
          value={draft.next_title}
          onChange={(event) => change({ next_title: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
