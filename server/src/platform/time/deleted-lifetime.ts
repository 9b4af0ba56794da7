import { type Clock, toApiTime } from './clock.ts';

/** The time for which deleted records and Accounts can be restored, before they are purged. */
export const DELETED_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * The deletion time from which on records are kept. Records deleted earlier can be neither listed
 * nor restored, even before a job purges them.
 */
export function keptSince(clock: Clock): Date {
  return new Date(clock.now().getTime() - DELETED_LIFETIME_MS);
}

/** The time until which a record deleted at `deleted_at` can be restored. */
export function restorableUntil(deleted_at: Date): string {
  return toApiTime(new Date(deleted_at.getTime() + DELETED_LIFETIME_MS));
}
