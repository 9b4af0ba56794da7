import { TASK } from '@rapport/contract/records/tasks';
import type { RecordView } from '../fields/view.ts';
import { viewOf } from '../fields/view-of.ts';
import {
  CALL_OUTCOME_LABELS,
  TASK_DIRECTION_LABELS,
  TASK_LABELS,
  TASK_PRIORITY_LABELS,
  TASK_REMINDER_LABELS,
  TASK_STATUS_LABELS,
  TASK_TYPE_LABELS,
  tasks,
} from '../texts/tasks.ts';
import { TASKS_START } from './start.ts';
import { StatusAction } from './status-action.tsx';

/** The view of Tasks: the parts in which they differ from other kinds. */
export const view: RecordView = viewOf(
  TASK,
  TASK_LABELS,
  {
    title: { width: 280 },
    status: { choices: TASK_STATUS_LABELS, colours: { open: 'blue', completed: 'green' }, width: 110 },
    type: { choices: TASK_TYPE_LABELS, width: 100 },
    reminder: {
      choices: TASK_REMINDER_LABELS,
      width: 140,
      isShown: ({ due_on, status }) => due_on !== null && status === 'open',
    },
    priority: {
      choices: TASK_PRIORITY_LABELS,
      colours: { low: 'gray', normal: 'gray', high: 'orange' },
      width: 100,
    },
    records: { width: 200 },
    completed_at: { isFixed: true, isShown: ({ status }) => status === 'completed' },
    direction: {
      choices: TASK_DIRECTION_LABELS,
      blank: 'none',
      isShown: ({ type }) => type === 'call' || type === 'email',
    },
    call_outcome: {
      choices: CALL_OUTCOME_LABELS,
      blank: 'none',
      isShown: ({ type, status }) => type === 'call' && status === 'completed',
    },
    outcome: { type: 'long_text', namesPeople: true },
    body: { namesPeople: true },
  },
  {
    texts: tasks,
    sortOf: ({ type }) => type,
    person: { field: 'assignee_uuid', say: tasks.assignedTo },
    columns: [
      'title',
      'status',
      'due_on',
      'type',
      'priority',
      'records',
      'assignee_uuid',
      'completed_at',
      'tags',
      'owner_uuid',
      'account_uuid',
      'external_id',
    ],
    default_columns: ['title', 'status', 'due_on', 'type', 'priority', 'records'],
    phone_columns: ['title', 'due_on', 'records'],
    bulk_fields: ['assignee_uuid', 'status', 'due_on', 'priority', 'tags'],
    new_fields: ['title', 'type', 'due_on', 'reminder', 'records', 'assignee_uuid', 'body'],
    head: { state: 'status', facts: ['due_on', 'assignee_uuid'] },
    glance: ['status', 'due_on', 'priority', 'assignee_uuid', 'records'],
    start: TASKS_START,
    Actions: StatusAction,
  },
);
