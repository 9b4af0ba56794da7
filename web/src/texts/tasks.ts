import type { TASK } from '@rapport/contract/records/tasks';
import { type Labels, recordTexts } from './record-kinds.ts';
import { COMMON_LABELS } from './records.ts';

/** Labels of the fields of a Task, in the order of its page. */
export const TASK_LABELS: Labels<typeof TASK> = {
  title: 'Title',
  status: 'Status',
  type: 'Type',
  due_on: 'Due',
  due_at: 'Due at',
  reminder: 'Reminder',
  priority: 'Priority',
  assignee_uuid: 'Assigned to',
  records: 'About',
  completed_at: 'Completed',
  outcome: 'Outcome',
  direction: 'Direction',
  call_outcome: 'How the call ended',
  duration_min: 'Duration in minutes',
  body: 'Text',
  ...COMMON_LABELS,
};

export const TASK_STATUS_LABELS: Record<string, string> = { open: 'Open', completed: 'Completed' };
export const TASK_TYPE_LABELS: Record<string, string> = {
  todo: 'To do',
  call: 'Call',
  meeting: 'Meeting',
  email: 'E-mail',
};
export const TASK_REMINDER_LABELS: Record<string, string> = {
  at_time: 'When it is due',
  '10_minutes_before': '10 minutes before',
  '1_hour_before': '1 hour before',
  '1_day_before': '1 day before',
  none: 'None',
};
export const TASK_DIRECTION_LABELS: Record<string, string> = {
  none: 'Not given',
  outgoing: 'Outgoing',
  incoming: 'Incoming',
};
export const CALL_OUTCOME_LABELS: Record<string, string> = {
  none: 'Not given',
  reached: 'Reached',
  left_message: 'Left a message',
  no_answer: 'No answer',
  busy: 'Busy',
  wrong_number: 'Wrong number',
};
export const TASK_PRIORITY_LABELS: Record<string, string> = { low: 'Low', normal: 'Normal', high: 'High' };

export const tasks = {
  ...recordTexts({
    one: 'Task',
    many: 'Tasks',
    search: 'title, tags',
    what: 'A Task is something to do, or a call, a meeting or an e-mail that took place.',
  }),
  assignedTo: (name: string) => `Assigned to ${name}`,
  complete: (title: string) => `Complete ${title}`,
  completeIt: 'Complete',
  reopen: 'Reopen',
  isOpen: (title: string) => `${title} is open again.`,
  completed: (title: string) => `${title} is done.`,
  nextTitle: 'Done. What is the next step?',
  nextHint: 'So that nothing is forgotten. Close this if there is none.',
  next: 'Next step',
  addNext: 'Add the next step',
  nextAdded: 'The next step is planned.',
  noNext: 'No next step',
  high: 'High',
  mine: 'Mine',
  everybodys: 'Everybody’s',
};
