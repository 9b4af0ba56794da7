import type { Clock } from '../../platform/time/clock.ts';
import { TargetError } from '../guard/connector.ts';
import type { Connections } from './connections.ts';
import { type ErrorKind, explainError, isOwnShortage, kindOfError, kindOfStatus } from './error-kinds.ts';
import { type Answer, exchange } from './exchange.ts';
import { headersFor, type SignedMessage } from './headers.ts';
import { retryAfter_ms } from './retry-after.ts';
import type { SigningSecrets } from './signing-secrets.ts';

/** The whole time of an attempt, from DNS to the end of the answer. */
export const ATTEMPT_TIMEOUT_MS = 15_000;

/** The most characters of an error's message in the log: a receiver chooses some of them. */
const LOG_DETAIL_MAX_LENGTH = 500;

/** One HTTP POST and its outcome. `error_kind` is null when a 2xx came in time. */
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
  /** For the operator's log alone: a User must not read the operator's network from it. */
  log_detail: string | null;
};

/** The reason why no POST was made. */
export type NotSent = { not_sent_reason: string; not_sent_detail: string | null };

/** This machine lacked something such as file descriptors. The attempt is made later. */
type NotMade = { shortage: Error };

export type AttemptResult = Attempt | NotSent | NotMade;

/** A delivery whose turn has come, with what to send, or why it must not be sent any more. */
export type Order = {
  uuid: string;
  subscription_uuid: string;
  event_uuid: string;
  event: string;
  attempt_count: number;
  task: { url: string; body: Buffer; signing_secret_encrypted: Buffer } | NotSent;
};

/** The things that an attempt needs. A copy (`is_copy`) sends nothing. */
export type Sender = {
  connections: Connections;
  clock: Clock;
  signingSecrets: SigningSecrets;
  is_copy: boolean;
};

/** Why a copy of the data sends nothing: the original does. */
export const NOT_FROM_A_COPY = { not_sent_reason: 'copy', not_sent_detail: null } as const;

/** Makes the attempt of a delivery, or says why it must not be made. It never throws. */
export async function send(sender: Sender, order: Order): Promise<AttemptResult> {
  const { task, uuid, subscription_uuid, event_uuid, event, attempt_count } = order;
  if ('not_sent_reason' in task) return task;
  if (sender.is_copy) return NOT_FROM_A_COPY;
  const { url, body } = task;
  const signing_secret = sender.signingSecrets.open(task.signing_secret_encrypted, subscription_uuid);
  if (signing_secret === null) return secretUnreadable(sender.clock.now());
  const number = attempt_count + 1;
  const message = { delivery_uuid: uuid, subscription_uuid, event_uuid, event, number, body };
  return post(sender, url, signing_secret, message);
}

/** Returns the failed attempt of a delivery that nobody can sign. */
export function secretUnreadable(started_at: Date): Attempt {
  return {
    started_at,
    duration_ms: 0,
    dns_ms: null,
    connect_ms: null,
    first_byte_ms: null,
    response_status: null,
    error_kind: 'secret_unreadable',
    error_detail: 'The signing secret cannot be decrypted. Delete the subscription and create a new one.',
    retry_after_ms: null,
    request_headers: {},
    response_excerpt: null,
    log_detail: null,
  };
}

/** Signs the bytes of a message and posts them to `url`. */
export function post(
  sender: Pick<Sender, 'connections' | 'clock'>,
  url: string,
  signing_secret: string,
  message: SignedMessage,
): Promise<Attempt | NotMade> {
  const started_at = sender.clock.now();
  const headers = headersFor(message, signing_secret, started_at);
  return postSigned(sender, url, headers, message.body, started_at);
}

/** Posts what has been signed already. */
export async function postSigned(
  { connections, clock }: Pick<Sender, 'connections' | 'clock'>,
  url: string,
  request_headers: Record<string, string>,
  body: Buffer,
  started_at = clock.now(),
): Promise<Attempt | NotMade> {
  const started_ms = performance.now();
  const answer = await exchange(connections, url, { headers: request_headers, body }, ATTEMPT_TIMEOUT_MS);
  const { failure, retry_after, timings, ...answered } = answer;
  if (failure instanceof Error && isOwnShortage(failure)) return { shortage: failure };
  return {
    started_at,
    duration_ms: Math.round(performance.now() - started_ms),
    dns_ms: rounded(timings.dns_ms),
    connect_ms: rounded(timings.connect_ms),
    ...answered,
    ...explain(answer),
    retry_after_ms: retryAfter_ms(answer.response_status, retry_after, clock.now()),
    request_headers,
    log_detail: failure instanceof Error ? failure.message.slice(0, LOG_DETAIL_MAX_LENGTH) : null,
  };
}

/** The log line of an attempt, without the fields of its delivery. */
export function attemptLine(attempt: Attempt) {
  const { request_headers: _, response_excerpt: __, started_at: ___, log_detail, ...measured } = attempt;
  return { ...measured, ...(log_detail !== null && { log_detail }) };
}

function explain({ failure, response_status }: Answer): Pick<Attempt, 'error_kind' | 'error_detail'> {
  if (failure === null) return { error_kind: kindOfStatus(response_status!), error_detail: null };
  if (failure === 'timeout') {
    const detail = `The receiver did not finish its answer within ${ATTEMPT_TIMEOUT_MS / 1000} s. Answer first, work afterwards.`;
    return { error_kind: 'timeout', error_detail: detail };
  }
  if (failure instanceof TargetError) return { error_kind: failure.code, error_detail: failure.detail };
  const code = (failure as NodeJS.ErrnoException).code ?? failure.name;
  const error_kind = kindOfError(code, failure.message);
  return { error_kind, error_detail: explainError(error_kind, code) };
}

function rounded(duration_ms: number | null): number | null {
  return duration_ms === null ? null : Math.round(duration_ms);
}
