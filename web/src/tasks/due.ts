import type { TaskReminder } from '@rapport/contract/records/tasks';

/** When a task reminds of which nobody says it. */
export const USUAL_REMINDER: TaskReminder = 'at_time';

/** Returns the fields of a Task for its due day or time. */
function dueFields(due: string): { due_on?: string; due_at?: string } {
  if (due === '') return {};
  return due.includes('T') ? { due_at: due } : { due_on: due };
}

/** Returns the fields of a Task for its due day or time and for its reminder. */
export function dueAndReminder(due: string, reminder: TaskReminder): Record<string, string> {
  const isChosen = due !== '' && reminder !== USUAL_REMINDER;
  return { ...dueFields(due), ...(isChosen && { reminder }) };
}

/** True when a short form asks for the reminder: of a time, or what was chosen would be unseen. */
export function asksForReminder({ due, reminder }: { due: string; reminder: TaskReminder }): boolean {
  return due !== '' && (due.includes('T') || reminder !== USUAL_REMINDER);
}
