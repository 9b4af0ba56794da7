import { TASK, type Task } from '@rapport/contract/records/tasks';
import type { RecordKind } from '../../records/kind.ts';
import { noteActivity } from '../activity.ts';
import { completeTask, taskEvent, taskFaults, taskNotices } from './rules.ts';

/**
 * Work to do, and calls and meetings that took place. The histories of its records show its events.
 */
export const tasks: RecordKind<Task> = {
  definition: TASK,
  table: 'tasks',
  complete: completeTask,
  faults: taskFaults,
  eventOf: taskEvent,
  subjects: ({ records }) => records.map(({ uuid }) => uuid),
  notices: taskNotices,
  alongside: noteActivity,
};
