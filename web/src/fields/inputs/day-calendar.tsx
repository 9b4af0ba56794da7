import './day-calendar.css';
import { DatePicker } from '@mantine/dates';
import { useEffect } from 'react';
import { inUtc } from '../../layout/formats.ts';
import { records } from '../../texts/records.ts';
import { calendarDay, withDay } from '../values/day-text.ts';
import { today } from '../values/say.ts';

/** The words of the calendar in the language of the page: the library has English ones. */
const WORDS = {
  weekdayFormat: said({ weekday: 'short' }),
  monthLabelFormat: said({ month: 'long', year: 'numeric' }),
  monthsListFormat: said({ month: 'short' }),
};

/** `day` is of the form `2026-12-01`. */
function said(options: Intl.DateTimeFormatOptions) {
  const format = inUtc(options);
  return (day: string) => format.format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
}

/**
 * The calendar of a day. With `last` it offers days of the past, until that one. `onShown` is
 * called once its days are on the page.
 */
export function DayCalendar(props: {
  value: string;
  isAlone: boolean;
  last: string | undefined;
  onShown: () => void;
  onChoose: (day: string) => void;
  onEscape: () => void;
}) {
  const { value, isAlone, last, onShown, onChoose } = props;
  useEffect(onShown, []);
  return (
    <DatePicker
      key={calendarDay(value)?.slice(0, 7)}
      value={calendarDay(value)}
      defaultDate={calendarDay(value) ?? last ?? today()}
      size="xs"
      hideOutsideDates
      // Beside other cards there is no room for the proposed days and the month in one row.
      styles={{
        datePickerRoot: { flexDirection: 'column' },
        presetsList: { flexDirection: 'row', gap: 12, borderInlineEnd: 0 },
        presetButton: { minHeight: 28 },
      }}
      ariaLabels={records.calendarLabels}
      {...WORDS}
      presets={last === undefined ? nextDays() : pastDays()}
      {...(last !== undefined && { maxDate: last })}
      onChange={(day) => day && onChoose(withDay(day, value))}
      __stopPropagation={!isAlone}
      onKeyDown={(event) => event.key === 'Escape' && props.onEscape()}
    />
  );
}

/** The days that are chosen with one press. */
const nextDays = () => [
  { value: today(), label: records.today },
  { value: today(1), label: records.tomorrow },
  { value: today(7), label: records.inAWeek },
];
const pastDays = () => [
  { value: today(-1), label: records.yesterday },
  { value: today(-7), label: records.aWeekAgo },
  { value: today(-30), label: records.thirtyDaysAgo },
];
