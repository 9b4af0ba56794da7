import { LOG_LIFETIME_DAYS } from '@rapport/contract/webhook-deliveries';
import { webhooks as texts } from '../texts/webhooks.ts';
import { fromInput } from './local-time.ts';

/** The API refuses an earlier time. The page explains that in its own words. */
const LOG_MS = LOG_LIFETIME_DAYS * 24 * 60 * 60 * 1000;

/** Returns the fault of a typed range, or null. An empty `until` means now. */
export function rangeFault(
  { since, until }: { since: string; until: string },
  now_ms = Date.now(),
): { field: 'since' | 'until'; text: string } | null {
  if (Number.isNaN(Date.parse(since))) return { field: 'since', text: texts.recoverNoSince };
  const from_ms = fromInput(since).getTime();
  const to_ms = until === '' ? now_ms : fromInput(until).getTime();
  if (from_ms > now_ms) return { field: 'since', text: texts.recoverFuture };
  if (from_ms < now_ms - LOG_MS) return { field: 'since', text: texts.recoverTooFar };
  return to_ms > from_ms ? null : { field: 'until', text: texts.recoverOrder };
}
