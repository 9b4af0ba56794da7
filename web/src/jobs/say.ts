import type { Job } from '@rapport/contract/jobs';
import { jobs as texts } from '../texts/jobs.ts';

/** What a job does, in words. */
export function sayType({ type }: Pick<Job, 'type'>): string {
  return texts.types[type] ?? texts.other(type);
}

/** How far a job is. Empty before its first step, where nothing is known of its size. */
export function sayProgress({ done_count, total_count, finished_at }: Job): string {
  if (finished_at === null && total_count)
    return texts.doneOf(Math.min(done_count, total_count), total_count);
  return done_count > 0 ? texts.done(done_count) : '';
}

/** How far a job is, from 0 to 100. Null where its size is not known. */
export function percentOf({ done_count, total_count }: Job): number | null {
  return total_count ? Math.min(100, (100 * done_count) / total_count) : null;
}

/** The page of what the job works on. */
export function addressOf({ type, account_uuid, subject_uuid }: Job): string | null {
  switch (type) {
    case 'import':
      return subject_uuid && `/settings/imports/${subject_uuid}`;
    case 'undo':
    case 'bulk':
      return subject_uuid && `/settings/changes/${subject_uuid}`;
    case 'webhook_recovery':
      return subject_uuid && `/settings/webhooks/${subject_uuid}`;
    case 'export':
      return account_uuid && `/accounts/${account_uuid}`;
    case 'custom_field':
      return '/settings/fields';
    case 'tag':
      return '/settings/tags';
    default:
      return null;
  }
}
