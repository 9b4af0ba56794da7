import { sign, signStandardWebhooks } from '@rapport/webhooks/sign';
import { type Agent, type Dispatcher, request } from 'undici';
import type { Clock } from '../../platform/clock.ts';
import type { SecretKey } from '../../platform/secrets/secret-key.ts';
import type { ClaimedDelivery } from './claim.ts';
import { type ErrorKind, kindOfError, kindOfStatus } from './error-kinds.ts';
import { connectTimings, TargetError } from './guard/connector.ts';
import { retryAfter_ms } from './policy.ts';

/** The whole time of an attempt, from DNS to the end of the answer. */
export const ATTEMPT_TIMEOUT_MS = 15_000;

/** What of an answer is kept for the log. The rest is not read. */
export const RESPONSE_EXCERPT_MAX_BYTES = 16 * 1024;

/** One HTTP POST and what came of it. `error_kind` is null when a 2xx came in time. */
export type Attempt = {
  started_at: Date;
  duration_ms: number;
  dns_ms: number | null;
  connect_ms: number | null;
  first_byte_ms: number | null;
  response_status: number | null;
  error_kind: ErrorKind | null;
  error_detail: string | null;
  retry_after_ms: number | null;
  request_headers: Record<string, string>;
  response_excerpt: string | null;
};

/** Why no POST was made at all. */
export type NotSent = {
  not_sent_reason: string;
  not_sent_detail: string | null;
  /** What was found, for the operator's log only: a tenant must not read the operator's network from it. */
  log_detail?: string;
};

/** The second stage: what became of a claimed delivery, to be settled. */
export type SentDelivery = { delivery: ClaimedDelivery; result: Attempt | NotSent };

/** What an attempt is made with. */
export type Sender = { agent: Agent; clock: Clock; secretKey: SecretKey };

/**
 * Makes the attempt of a claimed delivery, or finds out why it must not be made. Whatever the receiver does is data in
 * the result; nothing it does makes this throw or last longer than ATTEMPT_TIMEOUT_MS.
 */
export async function send(sender: Sender, delivery: ClaimedDelivery): Promise<SentDelivery> {
  const { task, uuid, subscription_uuid, event_uuid, event, number } = delivery;
  if ('not_sent_reason' in task) return { delivery, result: { ...task, not_sent_detail: null } };
  const signing_secret = decryptSecret(sender.secretKey, task.signing_secret_encrypted, subscription_uuid);
  if (signing_secret === null) {
    const result: Attempt = {
      ...NO_ANSWER,
      started_at: sender.clock.now(),
      request_headers: {},
      ...SECRET_UNREADABLE,
    };
    return { delivery, result };
  }
  const message = { delivery_uuid: uuid, event_uuid, event, number, body: task.body };
  return { delivery, result: await post(sender, task.url, signing_secret, message) };
}

const SECRET_UNREADABLE = {
  error_kind: 'secret_unreadable',
  error_detail: 'The signing secret cannot be decrypted. Delete the subscription and create a new one.',
} as const;

/** Null for a row that was damaged or written under another key: it must not stop the deliveries of all others. */
function decryptSecret(secretKey: SecretKey, encrypted: Buffer, subscription_uuid: string): string | null {
  try {
    return secretKey.decrypt(encrypted, subscription_uuid);
  } catch {
    return null;
  }
}

export type Message = {
  delivery_uuid: string;
  event_uuid: string;
  event: string;
  number: number;
  body: string;
};

/** Signs the bytes of a message and posts them to `url`. */
export function post(
  sender: Omit<Sender, 'secretKey'>,
  url: string,
  signing_secret: string,
  message: Message,
): Promise<Attempt | NotSent> {
  const headers = headersFor(message, signing_secret, sender.clock.now());
  return postSigned(sender, url, headers, message.body);
}

/** Posts what has been signed already. */
export async function postSigned(
  { agent, clock }: Omit<Sender, 'secretKey'>,
  url: string,
  request_headers: Record<string, string>,
  text: string,
): Promise<Attempt | NotSent> {
  const body = Buffer.from(text);
  const started_at = clock.now();
  const attempt: Attempt = { ...NO_ANSWER, started_at, request_headers };
  const timings = { dns_ms: null, connect_ms: null };
  const started_ms = performance.now();
  const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
  try {
    const response = await connectTimings.run(timings, () =>
      request(url, { method: 'POST', dispatcher: agent, headers: request_headers, body, signal: timeout }),
    );
    attempt.first_byte_ms = elapsed_ms(started_ms);
    attempt.response_status = response.statusCode;
    attempt.retry_after_ms = retryAfter_ms(response.statusCode, response.headers['retry-after'], clock.now());
    attempt.response_excerpt = await readExcerpt(response.body);
    attempt.error_kind = kindOfStatus(response.statusCode);
  } catch (error) {
    if (error instanceof TargetError && error.code === 'target_not_allowed') {
      return {
        not_sent_reason: 'target_not_allowed',
        not_sent_detail: error.detail,
        log_detail: error.message,
      };
    }
    Object.assign(attempt, explain(error as Error, timeout.aborted));
  }
  attempt.duration_ms = elapsed_ms(started_ms);
  attempt.dns_ms = rounded(timings.dns_ms);
  attempt.connect_ms = rounded(timings.connect_ms);
  return attempt;
}

const NO_ANSWER = {
  duration_ms: 0,
  dns_ms: null,
  connect_ms: null,
  first_byte_ms: null,
  response_status: null,
  error_kind: null,
  error_detail: null,
  retry_after_ms: null,
  response_excerpt: null,
};

/** The headers of a message, with its signatures. */
export function headersFor(
  { delivery_uuid, event_uuid, event, number, body: text }: Message,
  signing_secret: string,
  now: Date,
): Record<string, string> {
  const body = Buffer.from(text);
  const timestamp_s = Math.floor(now.getTime() / 1000);
  const standard = { id: event_uuid, timestamp_s, rawBody: body, secret: signing_secret };
  return {
    'content-type': 'application/json',
    'user-agent': 'Rapport-Webhooks/1',
    'x-signature': sign(body, signing_secret),
    'x-event': event,
    'x-delivery-uuid': delivery_uuid,
    'x-attempt': String(number),
    'webhook-id': event_uuid,
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

function explain(error: Error, timedOut: boolean): Pick<Attempt, 'error_kind' | 'error_detail'> {
  if (timedOut) {
    const detail = `The receiver did not finish its answer within ${ATTEMPT_TIMEOUT_MS / 1000} s. Answer first, work afterwards.`;
    return { error_kind: 'timeout', error_detail: detail };
  }
  const code = (error as NodeJS.ErrnoException).code ?? error.name;
  if (error instanceof TargetError) return { error_kind: kindOfError(code), error_detail: error.detail };
  // The code alone: undici's and Node's messages name the address, which is for the operator.
  return { error_kind: kindOfError(code), error_detail: code };
}

function elapsed_ms(started_ms: number): number {
  return Math.round(performance.now() - started_ms);
}

function rounded(duration_ms: number | null): number | null {
  return duration_ms === null ? null : Math.round(duration_ms);
}
