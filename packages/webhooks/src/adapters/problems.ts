import type { Refusal, RefusalCode } from '../refusals.ts';

/** Eight times the largest body that the service sends: it cuts events at 256 KiB. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

/**
 * The reason why a request is not handled. The sender gets the status and the code. Only the
 * receiver's own log gets the reason.
 */
export class Problem {
  readonly status: number;
  readonly code: string;
  readonly reason: string;

  constructor(status: number, code: string, reason: string) {
    this.status = status;
    this.code = code;
    this.reason = reason;
  }
}

/** The titles that the sender reads. They say nothing about a fault inside the receiver. */
const TITLES: Record<number, string> = {
  400: 'The body is empty, incomplete or not an event',
  401: 'The delivery could not be verified',
  405: 'Deliveries are sent with POST',
  413: 'The body is too large',
  415: 'The body must be application/json',
  500: 'The receiver failed',
  503: 'The event is being handled',
};

/**
 * The status of a refusal; 401 for all others. A fault of the receiver is 500, so the service tries
 * again after it is mended.
 */
const STATUS_OF_REFUSAL: Partial<Record<RefusalCode, number>> = {
  body_empty: 400,
  body_not_json: 400,
  body_already_parsed: 500,
  secret_empty: 500,
  secret_malformed: 500,
};

export function problemOf({ code, message }: Refusal): Problem {
  return new Problem(STATUS_OF_REFUSAL[code] ?? 401, code, message);
}

export function bodyTooLarge(): Problem {
  return new Problem(413, 'body_too_large', `The body has more than ${MAX_BODY_BYTES} bytes.`);
}

/** Refuses a body that other code has read, because its bytes never come again. */
export function bodyConsumed(): Problem {
  return new Problem(
    500,
    'body_already_parsed',
    'Something read the body before this receiver, so the bytes that were signed are gone. Put the receiver before body parsers and other code that reads the request.',
  );
}

export function bodyIncomplete(): Problem {
  return new Problem(400, 'body_incomplete', 'The sender went away in the middle of the body.');
}

/**
 * No subscription with a secret here has this uuid. It was deleted, belongs to another receiver, or
 * never existed.
 */
export function subscriptionUnknown(subscription_uuid: string | undefined): Problem {
  const whose = subscription_uuid === undefined ? 'without X-Subscription-Uuid' : `of ${subscription_uuid}`;
  return new Problem(401, 'subscription_unknown', `\`secrets\` has no secret for a delivery ${whose}.`);
}

/**
 * Another attempt is handling the event. The refusal makes the service send the event again, in
 * case that attempt fails.
 */
export function eventInProgress(event_uuid: string): Problem {
  return new Problem(503, 'event_in_progress', `Event ${event_uuid} is being handled already.`);
}

/** An answer in a form that every platform can send. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const EXTRA_HEADERS: Record<number, Record<string, string>> = {
  405: { allow: 'POST' },
  // The other attempt has ended by then.
  503: { 'retry-after': '60' },
};

/** Returns the problem as `application/problem+json` (RFC 9457). */
export function answerOf({ status, code }: Problem): Answer {
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...EXTRA_HEADERS[status] },
    body: JSON.stringify({ type: 'about:blank', title: TITLES[status], status, code }),
  };
}

/** Returns a 2xx answer. The delivery log of the service shows its `result`. */
export function success(status: number, result: string): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ result }) };
}
