import { Select, type SelectProps } from '@mantine/core';
import type { TaskReminder } from '@rapport/contract/records/tasks';
import { optionsOf } from '../layout/standards.ts';
import { TASK_REMINDER_LABELS } from '../texts/tasks.ts';

type Props = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  value: TaskReminder;
  onChange: (reminder: TaskReminder) => void;
};

/** When a task reminds of itself. */
export function ReminderSelect({ onChange, ...props }: Props) {
  return (
    <Select
      {...props}
      data={optionsOf(TASK_REMINDER_LABELS)}
      allowDeselect={false}
      onChange={(reminder) => onChange(reminder as TaskReminder)}
    />
  );
}
