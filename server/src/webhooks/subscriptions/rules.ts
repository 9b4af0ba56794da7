import { EVENT_PATTERNS } from '@rapport/contract/events';
import type { FieldError } from '@rapport/contract/problems';
import type { WebhookSubscription, WebhookSubscriptionUpdate } from '@rapport/contract/webhook-subscriptions';
import type { Caller } from '../../access/caller.ts';
import { refuseWhileClosed } from '../../access/closed.ts';
import { may, reachOf, resourcesIn } from '../../access/reach.ts';
import { changedFields } from '../../platform/changed-fields.ts';
import { fieldsInvalid, type Problem } from '../../platform/problem.ts';
import { checkUrl, parseUrl, type TargetPolicy } from '../guard/target.ts';

/** Refuses fields that are wrong beyond their schema, or null. Without a policy any URL does. */
export function refuseSubscription(
  fields: { url?: string; events?: string[]; account_uuids?: string[] | null; enabled?: boolean },
  caller: Caller,
  policy: TargetPolicy | null,
): Problem | null {
  const errors = [
    ...urlErrors(fields.url, policy),
    ...eventErrors(fields.events),
    ...scopeErrors(fields.events, caller),
    ...accountErrors(fields.account_uuids, caller),
  ];
  if (errors.length > 0) return fieldsInvalid(...errors);
  const onlyTurnsOff = fields.enabled === false && Object.keys(fields).length === 1;
  return onlyTurnsOff ? null : refuseWhileClosed(caller);
}

/** True when nothing would change. To enable a failing subscription gives it a new start. */
export function changesNothing(
  before: Pick<WebhookSubscription, 'failing_since'>,
  fields: WebhookSubscriptionUpdate,
): boolean {
  const restarts = fields.enabled === true && before.failing_since !== null;
  return !restarts && changedFields(before, fields) === null;
}

function urlErrors(url: string | undefined, policy: TargetPolicy | null): FieldError[] {
  if (url === undefined) return [];
  const target = policy === null ? parseUrl(url) : checkUrl(url, policy);
  return 'code' in target ? [{ pointer: '/url', code: 'not_allowed', detail: target.detail }] : [];
}

function eventErrors(events: string[] = []): FieldError[] {
  return events.flatMap((name, index) => {
    if (EVENT_PATTERNS.includes(name)) return [];
    const detail = `There is no event ${name}. The events are ${EVENT_PATTERNS.join(', ')}.`;
    return [{ pointer: `/events/${index}`, code: 'not_in_list' as const, detail }];
  });
}

/** A subscription outlives the moment, so it may have no more than who makes it. */
function scopeErrors(events: string[] = [], { scope }: Caller): FieldError[] {
  const allowed = patternsIn(scope);
  return events.flatMap((name, index) => {
    if (allowed.includes(name) || !EVENT_PATTERNS.includes(name)) return [];
    const detail = `The token may not read what ${name} is about. It may subscribe to: ${allowed.join(', ') || 'nothing'}.`;
    return [{ pointer: `/events/${index}`, code: 'not_allowed' as const, detail }];
  });
}

/** The values of `events` that a token with this scope may subscribe to. */
export function patternsIn(scope?: string[]): string[] {
  const resources = resourcesIn(reachOf({ logins: [], scope }));
  if (resources === null) return EVENT_PATTERNS;
  return EVENT_PATTERNS.filter((pattern) => resources.includes(pattern.split('.')[0]!));
}

function accountErrors(account_uuids: string[] | null | undefined, caller: Caller): FieldError[] {
  if (account_uuids === null && caller.account_uuids) {
    const detail = 'The token is for chosen Accounts: name those that the subscription is for.';
    return [{ pointer: '/account_uuids', code: 'not_allowed', detail }];
  }
  const reach = reachOf(caller);
  return (account_uuids ?? []).flatMap((uuid, index) => {
    if (may(reach, uuid.toLowerCase(), 'read')) return [];
    const pointer = `/account_uuids/${index}`;
    const detail = `${pointer} is no Account that you have a login to (GET /api/v2/accounts).`;
    return [{ pointer, code: 'not_found' as const, detail }];
  });
}
