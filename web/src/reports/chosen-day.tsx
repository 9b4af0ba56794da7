import { Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { DayInput } from '../fields/inputs/day-input.tsx';
import { isDay } from '../fields/values/day-form.ts';
import { sayDate } from '../fields/values/say.ts';
import { reports as texts } from '../texts/reports.ts';

/**
 * A day of a report, typed or chosen in the calendar. What is typed counts when the input is left
 * or Enter is pressed, so that no day on the way to it is asked for. Empty means none.
 */
export function ChosenDay(props: {
  label: string;
  value: string;
  /** The last day that can be meant, for a report about the past. */
  last?: string | undefined;
  onChange: (day: string | undefined) => void;
}) {
  const { label, value, last, onChange } = props;
  const [text, setText] = useState(value);
  const own = useRef<HTMLInputElement>(null);
  useEffect(() => setText(value), [value]);
  const isLater = last !== undefined && isDay(text) && text > last;
  const take = (day: string) => {
    const isTaken = day === '' || (isDay(day) && (last === undefined || day <= last));
    if (isTaken && day !== value) onChange(day || undefined);
  };
  return (
    <DayInput
      ref={own}
      aria-label={label}
      leftSection={<Text size="sm">{label}</Text>}
      leftSectionWidth={60}
      placeholder={texts.now}
      className="report-filter report-day"
      last={last}
      value={text}
      error={isLater && texts.notAfter(sayDate(last))}
      onChange={(day) => {
        setText(day);
        if (document.activeElement !== own.current) take(day);
      }}
      onBlur={() => take(text)}
      onKeyDown={(event) => event.key === 'Enter' && take(text)}
    />
  );
}
