/** Texts of the page of one's own jobs. */
import type { Job } from '@rapport/contract/jobs';

export const STATE_LABELS: Record<Job['state'], string> = {
  waiting: 'Waiting',
  running: 'Running',
  completed: 'Done',
  failed: 'Failed',
  cancelled: 'Stopped',
};

export const jobs = {
  title: 'Background work',
  about:
    'What you began and what takes longer than a moment. It goes on by itself: leave the page or close the computer. ' +
    'It is shown for 30 days after its end.',
  emptyTitle: 'Nothing runs in the background',
  empty:
    'Imports, exports, bulk edits, undos of large changes, new field types and tags of many records appear here.',
  now: 'Now',
  ended: 'Ended',
  /** What a job does, by its type. */
  types: {
    import: 'Import',
    export: 'Export of a whole Account',
    undo: 'Undo of a change',
    bulk: 'Bulk edit',
    custom_field: 'Values of a field read anew',
    phone_numbers: 'Phone numbers read anew',
    tag: 'Tag written into its records',
    handover: 'Records handed over',
    webhook_recovery: 'Missed deliveries sent again',
  } as Record<string, string>,
  other: (type: string) => type.replaceAll('_', ' '),
  done: (count: number) => `${count.toLocaleString()} done`,
  doneOf: (count: number, all: number) => `${count.toLocaleString()} of ${all.toLocaleString()}`,
  stop: 'Stop',
  stopOf: (what: string) => `Stop: ${what}`,
  stopTitle: 'Stop this?',
  stopHint: 'It stops after the step that is under way. What it has done stays done.',
};
