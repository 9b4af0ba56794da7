import { TextInput } from '@mantine/core';
import { records } from '../../texts/records.ts';
import { timeOf, withTime } from '../values/day-text.ts';

/** The time of the chosen day, else of today. A day that is chosen later keeps it. */
export function TimeOfDay(props: {
  value: string;
  isAlone: boolean;
  onChange: (day: string) => void;
  onLeave: () => void;
}) {
  const { value, isAlone, onChange } = props;
  return (
    <TextInput
      type="time"
      size="xs"
      mt={6}
      w="8rem"
      label={records.time}
      value={timeOf(value)}
      data-mantine-stop-propagation={!isAlone || undefined}
      onChange={(event) => onChange(withTime(event.currentTarget.value, value))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // Neither sends the form around it: the day may still be another.
        if (!isAlone) event.preventDefault();
        if (!isAlone || event.key === 'Enter') props.onLeave();
      }}
    />
  );
}
