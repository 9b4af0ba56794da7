import { dayAt } from '@rapport/contract/days';
import type { FieldError } from '@rapport/contract/problems';
import type { Task } from '@rapport/contract/records/tasks';
import type { Due, Notices } from '../../notifications/notice.ts';
import { fault } from '../../records/fault.ts';
import type { Revision, Writing } from '../../records/kind.ts';

/**
 * Completes a Task with the fields that follow from others: the day of its due time, and the time
 * of completion. A new due day removes the due time. A new due time sets the day, which is that of
 * the caller, unless they name it: somebody elsewhere who changes another field leaves it.
 */
export function completeTask(
  { before, record }: Revision<Task>,
  given: Partial<Task>,
  { now, time_zone }: Writing,
): Task {
  const isOtherDay = given.due_on !== undefined && given.due_on !== before?.due_on;
  const due_at = isOtherDay && given.due_at === undefined ? null : record.due_at;
  const due_on =
    due_at === null
      ? dayWithoutTime({ before, record }, given)
      : (given.due_on ?? dayOfTime(before, due_at, time_zone));
  return { ...record, due_on, due_at, completed_at: completedAt({ before, record }, given, now) };
}

/** What a caller gives stays where it does not belong, so that it is refused and not dropped. */
function completedAt({ before, record }: Revision<Task>, given: Partial<Task>, now: string): string | null {
  if (record.status === 'open') return given.completed_at ?? null;
  const isTaken = before?.status === 'completed' && given.completed_at === null;
  return isTaken ? null : (record.completed_at ?? now);
}

function dayOfTime(before: Task | null, due_at: string, time_zone: string): string | null {
  return before?.due_at === due_at ? before.due_on : dayAt(new Date(due_at), time_zone);
}

/** The due day. Removing the due time removes its day too, unless the caller gives another. */
function dayWithoutTime({ before, record }: Revision<Task>, given: Partial<Task>): string | null {
  const isRemoved = given.due_at === null && given.due_on === undefined;
  return isRemoved && before?.due_at ? null : record.due_on;
}

/** Faults of a Task beyond those that all kinds share. */
export function taskFaults({ record, before }: Revision<Task>): FieldError[] {
  const errors: FieldError[] = [];
  const isOpen = record.status === 'open';
  const isDue = record.due_on !== before?.due_on || record.due_at !== before?.due_at;
  if (isDue && record.due_on && record.due_at && !isDayOf(record.due_on, new Date(record.due_at))) {
    errors.push(
      fault('/due_on', 'not_allowed', 'is another day than that of due_at. Leave one of the two out.'),
    );
  }
  if (!isOpen && record.completed_at === null) {
    errors.push(
      fault('/completed_at', 'required', 'is missing. Leave it as it is, or set the status to open.'),
    );
  }
  if (isOpen && record.completed_at !== null) {
    errors.push(
      fault('/completed_at', 'not_allowed', 'is for completed tasks. Set the status to completed, too.'),
    );
  }
  if (isOpen && record.call_outcome !== 'none' && record.call_outcome !== before?.call_outcome) {
    errors.push(
      fault('/call_outcome', 'not_allowed', 'is for completed tasks. Set the status to completed, too.'),
    );
  }
  if (isOpen && record.outcome !== null && record.outcome !== before?.outcome) {
    errors.push(
      fault('/outcome', 'not_allowed', 'is for completed tasks. Set the status to completed, too.'),
    );
  }
  return errors;
}

/** True when it is that day somewhere on Earth at the time. */
function isDayOf(day: string, at: Date): boolean {
  const latest = dayAt(at, 'Etc/GMT-14');
  // The year after the last day that can be kept is longer: exporters write that day for never.
  return dayAt(at, 'Etc/GMT+12') <= day && (day <= latest || latest.length > day.length);
}

/**
 * Returns the event of a change. A change of the status has its own event, which replaces
 * `updated`.
 */
export function taskEvent(before: Task, after: Task): string {
  if (before.status === after.status) return 'updated';
  return after.status === 'completed' ? 'completed' : 'reopened';
}

/**
 * A Task tells who is to do it, unless it is done, and whom its texts name. It reminds when it is
 * due.
 */
export function taskNotices({ before, record }: Revision<Task>, action: string): Notices | null {
  if (action === 'deleted') return { reminder: null };
  const due = dueOf(record);
  if (action === 'restored') return { reminder: due };
  const isGiven = record.status === 'open' && record.assignee_uuid !== (before?.assignee_uuid ?? null);
  return {
    given_to: isGiven ? record.assignee_uuid : null,
    text: { before: textOf(before), after: textOf(record) },
    ...reminderAfter({ before, record }),
  };
}

/** The reminder after a change. One that was given does not come again by another change. */
function reminderAfter({ before, record }: Revision<Task>): Pick<Notices, 'reminder'> {
  const [was, is] = [before && dueOf(before), dueOf(record)];
  if (JSON.stringify(was) !== JSON.stringify(is)) return { reminder: is };
  return is && before!.title !== record.title ? { reminder: 'renamed' } : {};
}

function dueOf({ status, due_on, due_at, reminder, assignee_uuid, owner_uuid }: Task): Due | null {
  const user_uuid = assignee_uuid ?? owner_uuid;
  if (status !== 'open' || reminder === 'none' || user_uuid === null || due_on === null) return null;
  return { user_uuid, due_on, due_at, lead: reminder };
}

function textOf(task: Task | null): string {
  return task ? [task.title, task.body, task.outcome].join('\n') : '';
}
