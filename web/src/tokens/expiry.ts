import { instantOf } from '@rapport/contract/days';

const DAY_MS = 86_400_000;

/** When a token ends: after this many days, at a chosen day, or never. */
type Expiry = { expiry: string; day: string };

/**
 * Returns the end of the chosen day in this zone, or the time after a number of days; null for
 * never.
 */
export function expiresAt({ expiry, day }: Expiry, zone: string, now: Date): string | null {
  if (expiry === 'never') return null;
  if (expiry === 'custom') return instantOf(day, '23:59:59', zone).toISOString();
  return new Date(now.getTime() + Number(expiry) * DAY_MS).toISOString();
}
