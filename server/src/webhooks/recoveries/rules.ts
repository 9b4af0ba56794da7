import type { FieldError } from '@rapport/contract/problems';
import { LOG_LIFETIME_DAYS, type WebhookRecoveryCreate } from '@rapport/contract/webhook-deliveries';
import { fieldsInvalid, type Problem } from '../../platform/problem.ts';
import { LOG_LIFETIME_MS } from '../queue/partitions.ts';

/** Returns the range of time to recover, or what is wrong with it. Without an end it ends now. */
export function readRange(
  { since, until }: WebhookRecoveryCreate,
  now: Date,
): { since: Date; until: Date } | Problem {
  const from = new Date(since);
  const to = until === undefined ? now : new Date(until);
  const refuse = (pointer: string, code: FieldError['code'], detail: string) =>
    fieldsInvalid({ pointer, code, detail });
  if (from.getTime() < now.getTime() - LOG_LIFETIME_MS) {
    const detail = `since lies further back than the log, which is kept for ${LOG_LIFETIME_DAYS} days. Begin later; older events are in the feed (GET /api/v2/events).`;
    return refuse('/since', 'too_small', detail);
  }
  if (from > now) return refuse('/since', 'too_large', IN_FUTURE);
  if (to < from) return refuse('/until', 'wrong_value', 'until lies before since. Swap them.');
  if (to.getTime() === from.getTime()) return refuse('/until', 'wrong_value', EMPTY);
  return { since: from, until: to };
}

const IN_FUTURE = 'since lies in the future, where nothing was missed yet. Begin earlier.';
const EMPTY = 'The range is empty: until is the same as since. Leave until out for now.';
