import type { FieldError } from '@rapport/contract/problems';
import type { Task } from '@rapport/contract/records/tasks';
import { fault } from '../../records/fault.ts';
import type { Step } from '../../records/kind.ts';

/**
 * The Task with what follows from its fields: the day of a due time, and when it was completed. A
 * new day replaces the time, and a new time the day.
 */
export function completeTask({ before, record }: Step<Task>, given: Partial<Task>, now: string): Task {
  const due_at = given.due_on !== undefined && given.due_at === undefined ? null : record.due_at;
  const due_on =
    due_at !== null ? due_at.slice(0, 10) : given.due_at === null ? dayOf(given, before) : record.due_on;
  const isCompleted = record.status === 'completed';
  const completed_at = isCompleted ? (record.completed_at ?? now) : null;
  return { ...record, due_on, due_at, completed_at };
}

/** A time that is taken away takes its day with it, unless another is given. */
function dayOf(given: Partial<Task>, before: Task | null): string | null {
  if (given.due_on !== undefined) return given.due_on;
  return before?.due_at ? null : (before?.due_on ?? null);
}

/** Faults of a Task beyond those of every record. */
export function taskFaults({ record, before }: Step<Task>): FieldError[] {
  const errors: FieldError[] = [];
  const isOpen = record.status === 'open';
  if (isOpen && record.outcome !== null && record.outcome !== before?.outcome) {
    errors.push(
      fault('/outcome', 'not_allowed', 'is for completed tasks. Set the status to completed, too.'),
    );
  }
  return errors;
}

/** A change of the status is an event of its own, and no `updated` beside it. */
export function taskEvent(before: Task, after: Task): string {
  if (before.status === after.status) return 'updated';
  return after.status === 'completed' ? 'completed' : 'reopened';
}
