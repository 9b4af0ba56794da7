import { EVENT_NAMES, type EventName } from '@rapport/contract/events';
import { Problem } from '../../platform/problem.ts';

/** An event that the subscription is about; `patterns` are its `events`. */
export function pickTestEvent(patterns: string[]): EventName {
  const isAbout = (event: EventName) =>
    patterns.some(
      (pattern) => pattern === '*' || pattern === event || pattern === `${event.split('.')[0]}.*`,
    );
  return EVENT_NAMES.find(isAbout) ?? EVENT_NAMES[0]!;
}

export function subscriptionDisabled(): Problem {
  const detail =
    'The subscription is disabled, so nothing can be sent to it. Enable it first (PATCH with enabled: true).';
  return new Problem('subscription_disabled', detail);
}
