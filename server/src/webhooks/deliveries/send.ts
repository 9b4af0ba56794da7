import { sign, signStandardWebhooks } from '@rapport/webhooks/sign';
import { type Agent, type Dispatcher, request } from 'undici';
import { TargetError } from './guard/connector.ts';
import { type ErrorKind, kindOfError, kindOfStatus } from './policy.ts';
import type { ClaimedDelivery } from './queries.ts';

/** The whole time of an attempt, from DNS to the end of the answer. */
export const ATTEMPT_TIMEOUT_MS = 15_000;

/** What of an answer is kept for the log. The rest is not read. */
export const RESPONSE_EXCERPT_MAX_BYTES = 16 * 1024;

/** What came of one HTTP POST. `error_kind` is null when a 2xx came in time. */
export type AttemptResult = {
  duration_ms: number;
  response_status: number | null;
  error_kind: ErrorKind | null;
  error_detail: string | null;
  request_headers: Record<string, string>;
  response_excerpt: string | null;
};

/** Why no POST was made at all. */
export class NotSent {
  readonly reason = 'target_not_allowed';
  readonly detail: string;

  constructor(detail: string) {
    this.detail = detail;
  }
}

/**
 * Makes one attempt: signs the bytes that were fixed with the event and posts them. Whatever the receiver does is data
 * in the result; nothing it does makes this throw or last longer than ATTEMPT_TIMEOUT_MS.
 */
export async function sendAttempt(
  agent: Agent,
  delivery: ClaimedDelivery,
  signing_secret: string,
  now: Date,
): Promise<AttemptResult | NotSent> {
  const body = Buffer.from(delivery.body);
  const request_headers = headersFor(delivery, body, signing_secret, now);
  const started_ms = performance.now();
  const finish = (rest: Omit<AttemptResult, 'duration_ms' | 'request_headers'>): AttemptResult => ({
    duration_ms: Math.round(performance.now() - started_ms),
    request_headers,
    ...rest,
  });
  const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
  let response_status: number | null = null;
  try {
    const response = await request(delivery.url, {
      method: 'POST',
      dispatcher: agent,
      headers: request_headers,
      body,
      signal: timeout,
    });
    response_status = response.statusCode;
    const response_excerpt = await readExcerpt(response.body);
    const error_kind = kindOfStatus(response_status);
    return finish({ response_status, error_kind, error_detail: null, response_excerpt });
  } catch (error) {
    if (error instanceof TargetError && error.code === 'target_not_allowed') return new NotSent(error.detail);
    return finish({ response_status, ...explain(error as Error, timeout.aborted), response_excerpt: null });
  }
}

function headersFor(
  delivery: ClaimedDelivery,
  body: Buffer,
  signing_secret: string,
  now: Date,
): Record<string, string> {
  const timestamp_s = Math.floor(now.getTime() / 1000);
  const standard = { id: delivery.event_uuid, timestamp_s, rawBody: body, secret: signing_secret };
  return {
    'content-type': 'application/json',
    'user-agent': 'Rapport-Webhooks/1',
    'x-signature': sign(body, signing_secret),
    'x-event': delivery.event,
    'x-delivery-uuid': delivery.uuid,
    'x-attempt': String(delivery.attempt_count + 1),
    'webhook-id': delivery.event_uuid,
    'webhook-timestamp': String(timestamp_s),
    'webhook-signature': signStandardWebhooks(standard),
  };
}

/** The first bytes of the answer as text that can be stored. A longer answer ends the connection: we owe it no more. */
async function readExcerpt(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= RESPONSE_EXCERPT_MAX_BYTES) break;
  }
  const excerpt = Buffer.concat(chunks).subarray(0, RESPONSE_EXCERPT_MAX_BYTES);
  return new TextDecoder().decode(excerpt).replaceAll('\0', '\ufffd');
}

function explain(error: Error, timedOut: boolean): { error_kind: ErrorKind; error_detail: string } {
  if (timedOut) {
    const detail = `The receiver did not finish its answer within ${ATTEMPT_TIMEOUT_MS / 1000} s. Answer first, work afterwards.`;
    return { error_kind: 'timeout', error_detail: detail };
  }
  const code = (error as NodeJS.ErrnoException).code ?? error.name;
  if (error instanceof TargetError) return { error_kind: kindOfError(code), error_detail: error.detail };
  // The code alone: undici's and Node's messages name the address, which is for the operator.
  return { error_kind: kindOfError(code), error_detail: code };
}
