import type { WebhookHealth } from '@rapport/contract/webhook-health';
import type { Caller } from '../../access/caller.ts';
import type { Core } from '../../platform/core.ts';
import { Problem } from '../../platform/problem.ts';
import { LOG_LIFETIME_MS } from '../queue/partitions.ts';
import { getSubscription } from '../subscriptions/actions.ts';
import * as queries from './queries.ts';
import { periodOf } from './rules.ts';

/** Returns a receiver's figures for 24 hours and 30 days, from at most 720 rows. */
export async function getHealth(core: Core, caller: Caller, uuid: string): Promise<WebhookHealth | Problem> {
  const subscription = await getSubscription(core, caller, uuid);
  if (subscription instanceof Problem) return subscription;
  const now = core.clock.now();
  const since = new Date(now.getTime() - LOG_LIFETIME_MS);
  const hours = await queries.listHours(core.db, subscription.uuid, since);
  return {
    subscription_uuid: subscription.uuid,
    last_24_hours: periodOf(hours, now, 24, 1),
    last_30_days: periodOf(hours, now, 30, 24),
  };
}
