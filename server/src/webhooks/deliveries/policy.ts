/** Pure decisions about deliveries: when to try again, and when to stop. */

/** The closed list of reasons why an attempt failed. */
export const ERROR_KINDS = [
  'dns_failed',
  'dns_timeout',
  'connect_failed',
  'connect_timeout',
  'tls_failed',
  'connection_reset',
  'timeout',
  'invalid_response',
  'redirect',
  'http_status',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** At once, then 5 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h: eleven attempts in about 76 hours. */
export const SCHEDULE_DEFAULT = '0s,5s,1m,5m,30m,2h,5h,10h,14h,20h,24h';

/** Spreads retries, so that a thousand deliveries that failed together do not come back together. Never early. */
const JITTER_MAX = 0.1;

export type NextState = { state: 'succeeded' | 'failed'; due_at: Date } | { state: 'pending'; due_at: Date };

/**
 * What becomes of a delivery after its attempt number `attempt` (1 is the first).
 * `schedule_ms[n]` is the wait before attempt n + 1; `random` is from 0 to 1.
 */
export function nextState(
  succeeded: boolean,
  attempt: number,
  schedule_ms: number[],
  now: Date,
  random: number,
): NextState {
  if (succeeded) return { state: 'succeeded', due_at: now };
  const wait_ms = schedule_ms[attempt];
  if (wait_ms === undefined) return { state: 'failed', due_at: now };
  return { state: 'pending', due_at: new Date(now.getTime() + wait_ms * (1 + JITTER_MAX * random)) };
}

/** The kind of a failed answer, or null for a success. A redirect is a failure: following it would leave the checked address. */
export function kindOfStatus(status: number): ErrorKind | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_status';
}

/** The kind of a failure without an answer, from the code of the error that undici or Node gave. */
export function kindOfError(code: string): ErrorKind {
  if (code === 'dns_failed' || code === 'dns_timeout') return code;
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'connect_timeout';
  if (code === 'TimeoutError' || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return 'timeout';
  if (['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'].includes(code))
    return 'connect_failed';
  if (
    /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ERR_OSSL|EPROTO|HOSTNAME_MISMATCH)/.test(code)
  )
    return 'tls_failed';
  if (
    code.startsWith('HPE_') ||
    code === 'UND_ERR_HEADERS_OVERFLOW' ||
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
  ) {
    return 'invalid_response';
  }
  return 'connection_reset';
}
