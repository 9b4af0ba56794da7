import { customFields, shared, sourceTime } from './common-fields.ts';
import { defineRecord, type RecordOf } from './define-record.ts';
import { choice, date, integer, reference, text, time } from './fields.ts';
import { recordLinks } from './link-fields.ts';

export const TASK_TYPES = ['todo', 'call', 'meeting', 'email'] as const;
const TASK_PRIORITIES = ['low', 'normal', 'high'] as const;
const TASK_REMINDERS = ['at_time', '10_minutes_before', '1_hour_before', '1_day_before', 'none'] as const;
export type TaskReminder = (typeof TASK_REMINDERS)[number];
/** Which way a call or an e-mail went. */
const TASK_DIRECTIONS = ['none', 'outgoing', 'incoming'] as const;
/** Whether a call came to talk. */
const CALL_OUTCOMES = ['none', 'reached', 'left_message', 'no_answer', 'busy', 'wrong_number'] as const;
const TASK_STATUSES = ['open', 'completed'] as const;

const DUE_ON =
  'The day by which it is due. With due_at, the day of that time for who set it; filters then go by the time.';

export const TASK = defineRecord({
  name: 'task',
  plural: 'tasks',
  title: 'Task',
  about: 'Something to do, or a call, meeting or e-mail that took place.',
  named_by: 'title',
  seen_by: 'records',
  needs: [['title']],
  fields: {
    title: text('What is to be done.', {
      max: 200,
      min: 1,
      required: true,
      example: 'Call back about the offer',
      sort: 'distinct',
      csv: ['task', 'subject', 'name'],
    }),
    body: text('Free text in Markdown.', {
      max: 20_000,
      lines: true,
      example: 'Ask for the **number of seats**.',
      csv: ['description', 'notes', 'note'],
    }),
    type: choice('What kind of task it is.', TASK_TYPES, { filter: true, csv: true }),
    due_on: date(DUE_ON, {
      sort: true,
      instant: 'due_at',
      due_until: ['completed_at'],
      csv: ['due', 'due date', 'deadline'],
    }),
    due_at: time('The time at which it is due. Either the day is given, or the time.', { csv: true }),
    reminder: choice(
      'When the User who is to do it is reminded, else its owner. Without a due time: at eight in the morning.',
      TASK_REMINDERS,
      { csv: true },
    ),
    priority: choice('How urgent it is.', TASK_PRIORITIES, {
      empty: 'normal',
      filter: true,
      csv: true,
    }),
    assignee_uuid: reference('user', 'The User of the Account who is to do it.', {
      example: 'user',
      filter: true,
      csv: true,
    }),
    status: choice('Whether it is still to be done.', TASK_STATUSES, { filter: true, csv: true }),
    completed_at: time('When it was completed. The moment of the change when left out.', {
      sort: true,
      csv: true,
    }),
    outcome: text('What came of it.', {
      max: 2000,
      lines: true,
      example: 'They take ten seats.',
      csv: ['result'],
    }),
    direction: choice('Which way a call or an e-mail went.', TASK_DIRECTIONS, { csv: true }),
    call_outcome: choice('How a call ended.', CALL_OUTCOMES, { csv: true }),
    duration_min: integer('How long it took, in minutes.', {
      minimum: 0,
      maximum: 100_000,
      example: 15,
      csv: ['duration', 'minutes'],
    }),
    records: recordLinks('What it is about: at most 20 records.', ['client', 'contact', 'deal']),
    ...shared('offer', 'T-1', { external_id: ['id', 'task id'] }),
    custom: customFields(),
    ...sourceTime(),
  },
  events: {
    merged: { description: 'Another Task was merged into this one.', previous: { body: null } },
    completed: {
      description: 'A Task was completed.',
      previous: { status: 'open', completed_at: null, outcome: null },
      data: {
        status: 'completed',
        completed_at: '2026-11-20T09:20:00.000+00:00',
        outcome: 'They take ten seats.',
      },
    },
    reopened: {
      description: 'A completed Task is open again.',
      previous: { status: 'completed', completed_at: '2026-11-20T09:15:00.000+00:00' },
      data: { status: 'open', completed_at: null },
    },
  },
  default_sort: '-created_at',
  sample: {
    direction: 'none',
    call_outcome: 'none',
    priority: 'normal',
    completed_at: null,
    outcome: null,
    duration_min: null,
  },
  sample_previous: { priority: 'low' },
});

export type Task = RecordOf<typeof TASK>;
