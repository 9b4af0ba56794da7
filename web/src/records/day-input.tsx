import { DateInput, type DateInputProps } from '@mantine/dates';
import { useState } from 'react';
import { records } from '../texts/records.ts';
import { dueOf, sayDate, sayDue, today } from './fields/say.ts';
import { readWhen } from './fields/when.ts';

type Props = Omit<DateInputProps, 'value' | 'onChange'> & {
  /**
   * In the form of the API: `2026-12-01`, or with `withTime` also `2026-12-01T09:00:00Z`. Empty
   * without a day.
   */
  value: string;
  onChange: (day: string) => void;
};

/**
 * The input of a day, by a calendar or by words such as "fri" or "in 2w". With `withTime` also "fri
 * 9:00".
 */
export function DayInput({ value, onChange, withTime = false, error, onBlur, ...input }: Props) {
  const [isUnread, setIsUnread] = useState(false);
  const take = (when: string | null) => {
    setIsUnread(false);
    onChange(when === null ? '' : dueOf(when));
  };
  const read = (typed: string) => {
    const when = readWhen(typed, new Date());
    setIsUnread(when === null);
    return when === null || withTime ? when : when.slice(0, 10);
  };
  return (
    <DateInput
      {...input}
      value={value === '' ? null : toLocal(value)}
      withTime={withTime}
      valueFormat={(when) => (withTime ? sayDue(dueOf(when)) : sayDate(when.slice(0, 10)))}
      dateParser={read}
      // A text that is not a day stays in the input, with a message.
      fixOnBlur={!isUnread}
      error={error ?? (isUnread ? records.noDay(withTime) : null)}
      clearable
      clearButtonProps={{ 'aria-label': records.clearDay }}
      presets={[
        { value: today(), label: records.today },
        { value: today(1), label: records.tomorrow },
        { value: today(7), label: records.inAWeek },
      ]}
      onBlur={onBlur}
      onChange={take}
    />
  );
}

/** Returns the day and time in the User's zone, in the form of the calendar. */
function toLocal(value: string): string {
  if (!value.includes('T')) return value;
  const at = new Date(value);
  return `${today(0, at)} ${at.toTimeString().slice(0, 8)}`;
}
