import { EVENT_NAMES, type EventName, matchesEvent } from '@rapport/contract/events';
import { RECORDS } from '@rapport/contract/records/all';
import { Problem } from '../../platform/problem.ts';

/** More attempts would fill the log, and outgrow the columns that count them. */
export const ATTEMPTS_MAX = 1000;

/** Picks an event that the subscription is about; `patterns` are its `events`. */
export function pickTestEvent(patterns: string[]): EventName {
  return EVENT_NAMES.find((event) => matchesEvent(patterns, event)) ?? EVENT_NAMES[0]!;
}

/** Events about no record, such as of a Login, are not for everybody who sees the Account. */
export function isAboutRecord(event: EventName): boolean {
  return RECORDS.some(({ name }) => event.startsWith(`${name}.`));
}

/** The most tests of one User at a time: as many as a worker makes attempts at one receiver. */
export const TESTS_OF_USER_MAX = 8;

/** The most tests of one process at a time: as many as a worker makes attempts. */
export const TESTS_MAX = 256;

export function tooManyTests(): Problem {
  const detail =
    `At most ${TESTS_OF_USER_MAX} tests of a User and ${TESTS_MAX} of all are under way at a time, so that receivers that do not answer ` +
    'hold few connections. Nothing was sent. A receiver has 15 s to answer: wait 5 s, and try again.';
  return new Problem('rate_limited', detail, { headers: { 'retry-after': '5' } });
}

export function noConnectionLeft(): Problem {
  const detail =
    'Rapport itself had nothing left to open a connection with, so the receiver was not tried. Try again in a minute. If it stays so, tell ' +
    'the operator to raise the limit of open files, or the memory.';
  return new Problem('unavailable', detail, { headers: { 'retry-after': '60' } });
}

export function subscriptionDisabled(): Problem {
  const detail =
    'The subscription is disabled, so nothing can be sent to it. Enable it first (PATCH with enabled: true).';
  return new Problem('subscription_disabled', detail);
}

export function tooManyAttempts(): Problem {
  const detail = `The delivery has had ${ATTEMPTS_MAX} attempts, the most there can be, so it is not sent again. Its event is in the feed (GET /api/v2/events).`;
  return new Problem('limit_reached', detail);
}
