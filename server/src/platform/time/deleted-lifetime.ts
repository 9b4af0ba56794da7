import { type Clock, toApiTime } from './clock.ts';

/** How long deleted records and Accounts are kept and can be restored, before they are purged. */
export const DELETED_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Records deleted before this are due to be purged. They can be neither listed nor restored, even
 * while they still exist.
 */
export function keptSince(clock: Clock): Date {
  return new Date(clock.now().getTime() - DELETED_LIFETIME_MS);
}

/** Until when a record deleted at this time can be restored. */
export function restorableUntil(deleted_at: Date): string {
  return toApiTime(new Date(deleted_at.getTime() + DELETED_LIFETIME_MS));
}
