import { Select, type SelectProps } from '@mantine/core';
import type { TaskReminder } from '@rapport/contract/records/tasks';
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
      data={Object.entries(TASK_REMINDER_LABELS).map(([value, label]) => ({ value, label }))}
      allowDeselect={false}
      onChange={(reminder) => onChange(reminder as TaskReminder)}
    />
  );
}
