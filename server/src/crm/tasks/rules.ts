import { dayAt } from '@rapport/contract/days';
import type { FieldError } from '@rapport/contract/problems';
import type { Task } from '@rapport/contract/records/tasks';
import { fault } from '../../records/fault.ts';
import type { Step, Writing } from '../../records/kind.ts';

/**
 * Completes a Task with the fields that follow from others: the day of its due time, and the time
 * of completion. A new due day removes the due time. A new due time sets the day, which is that of
 * the caller: somebody elsewhere who changes another field leaves it.
 */
export function completeTask(
  { before, record }: Step<Task>,
  given: Partial<Task>,
  { now, time_zone }: Writing,
): Task {
  const due_at = given.due_on !== undefined && given.due_at === undefined ? null : record.due_at;
  const due_on =
    due_at === null ? dayWithoutTime({ before, record }, given) : dayOfTime(before, due_at, time_zone);
  const isCompleted = record.status === 'completed';
  // A time given for an open Task stays, so that it is refused and not dropped.
  const completed_at = isCompleted ? (record.completed_at ?? now) : (given.completed_at ?? null);
  return { ...record, due_on, due_at, completed_at };
}

function dayOfTime(before: Task | null, due_at: string, time_zone: string): string | null {
  return before?.due_at === due_at ? before.due_on : dayAt(new Date(due_at), time_zone);
}

/** The due day. Removing the due time removes its day too, unless the caller gives another. */
function dayWithoutTime({ before, record }: Step<Task>, given: Partial<Task>): string | null {
  const isRemoved = given.due_at === null && given.due_on === undefined;
  return isRemoved && before?.due_at ? null : record.due_on;
}

/** Faults of a Task beyond those that all kinds share. */
export function taskFaults({ record, before }: Step<Task>): FieldError[] {
  const errors: FieldError[] = [];
  const isOpen = record.status === 'open';
  if (isOpen && record.completed_at !== null) {
    errors.push(
      fault('/completed_at', 'not_allowed', 'is for completed tasks. Set the status to completed, too.'),
    );
  }
  if (isOpen && record.outcome !== null && record.outcome !== before?.outcome) {
    errors.push(
      fault('/outcome', 'not_allowed', 'is for completed tasks. Set the status to completed, too.'),
    );
  }
  return errors;
}

/**
 * Returns the event of a change. A change of the status has its own event, which replaces
 * `updated`.
 */
export function taskEvent(before: Task, after: Task): string {
  if (before.status === after.status) return 'updated';
  return after.status === 'completed' ? 'completed' : 'reopened';
}
