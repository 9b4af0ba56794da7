import { DateInput, type DateInputProps } from '@mantine/dates';
import { records } from '../texts/records.ts';
import { today } from './fields/say.ts';

type Props = Omit<DateInputProps, 'value' | 'onChange'> & {
  /** As the API has it, `2026-12-01`; empty: none. */
  value: string;
  onChange: (day: string) => void;
};

/** A day of the calendar, typed or chosen. */
export function DayInput({ value, onChange, ...input }: Props) {
  return (
    <DateInput
      {...input}
      value={value || null}
      valueFormat="D MMM YYYY"
      clearable
      clearButtonProps={{ 'aria-label': records.clearDay }}
      presets={[
        { value: today(), label: records.today },
        { value: today(1), label: records.tomorrow },
        { value: today(7), label: records.inAWeek },
      ]}
      onChange={(day) => onChange(day ?? '')}
    />
  );
}
