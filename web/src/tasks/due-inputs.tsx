import type { TaskReminder } from '@rapport/contract/records/tasks';
import { DayInput } from '../fields/inputs/day-input.tsx';
import { records } from '../texts/records.ts';
import { TASK_LABELS } from '../texts/tasks.ts';
import { asksForReminder } from './due.ts';
import { ReminderSelect } from './reminder-select.tsx';

type Due = { due: string; reminder: TaskReminder };
type Props = { draft: Due; change: (changes: Partial<Due>) => void; isInLine?: boolean };

/** When the task of a short form is due, and when it reminds of itself. */
export function DueInputs({ draft, change, isInLine = false }: Props) {
  const named = (label: string) => (isInLine ? { 'aria-label': label } : { label });
  return (
    <>
      <DayInput
        {...named(records.due)}
        {...(isInLine && { placeholder: records.due, className: 'quick-day' })}
        withTime
        value={draft.due}
        onChange={(due) => change({ due })}
      />
      {asksForReminder(draft) && (
        <ReminderSelect
          {...named(TASK_LABELS.reminder)}
          {...(isInLine && { w: { base: '100%', sm: '11rem' } })}
          value={draft.reminder}
          onChange={(reminder) => change({ reminder })}
        />
      )}
    </>
  );
}
