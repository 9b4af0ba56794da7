import type { Refusal, RefusalCode } from '../refusals.ts';

/** Eight times the largest body that the service sends: it cuts events at 256 KiB. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

/**
 * Why a request is not handled. The sender gets status and code; the reason is for the receiver's
 * own log.
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

/** The titles that the sender reads. A fault of our own says no more than that. */
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
 * All others are 401. A fault of the receiver is 500, so that the service tries again when it is
 * mended.
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

/** For a body that was read by other code: waiting for its bytes would wait for ever. */
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
 * The delivery belongs to no subscription with a secret here: it was deleted, belongs to another
 * receiver, or never was.
 */
export function subscriptionUnknown(subscription_uuid: string | undefined): Problem {
  const whose = subscription_uuid === undefined ? 'without X-Subscription-Uuid' : `of ${subscription_uuid}`;
  return new Problem(401, 'subscription_unknown', `\`secrets\` has no secret for a delivery ${whose}.`);
}

/**
 * Another attempt is at work on the event. Refused, so that the event is sent again should that
 * attempt fail.
 */
export function eventInProgress(event_uuid: string): Problem {
  return new Problem(503, 'event_in_progress', `Event ${event_uuid} is being handled already.`);
}

/** An answer as every platform can send it. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const EXTRA_HEADERS: Record<number, Record<string, string>> = {
  405: { allow: 'POST' },
  // By then the other attempt has ended, one way or the other.
  503: { 'retry-after': '60' },
};

/** The problem as `application/problem+json` (RFC 9457). */
export function answerOf({ status, code }: Problem): Answer {
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...EXTRA_HEADERS[status] },
    body: JSON.stringify({ type: 'about:blank', title: TITLES[status], status, code }),
  };
}

/** A 2xx; `result` shows in the delivery log of the service. */
export function success(status: number, result: string): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ result }) };
}
