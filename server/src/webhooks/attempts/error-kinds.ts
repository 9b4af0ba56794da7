import type { ATTEMPT_ERROR_KINDS } from '@rapport/contract/webhook-deliveries';

/** Why an attempt failed. */
export type ErrorKind = (typeof ATTEMPT_ERROR_KINDS)[number];

/** Returns the kind of a failed answer; null for a success. Redirects fail: none is followed. */
export function kindOfStatus(status: number): ErrorKind | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_status';
}

// The last two codes come from a firewall, of this machine or on the way.
const CONNECT_FAILURE =
  /^(ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/;
// Errors of a machine that has run out of something.
const OWN_SHORTAGES = ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'];
// Node's list of X.509 errors, and those of the handshake.
const TLS_FAILURE =
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO|CERT_|CRL_|UNABLE_TO_|ERROR_IN_CERT|DEPTH_ZERO|SELF_SIGNED|PATH_LENGTH|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)/;
// llhttp's refusals, and undici's: a status below 100 fails one of its assertions.
const INVALID_RESPONSE =
  /^(HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ERR_ASSERTION)/;
// undici itself closed the connection: for another protocol (101), or for a 100 as the answer.
const INVALID_RESPONSE_MESSAGES = ['bad upgrade', 'bad response'];

/** True when this machine had nothing left to open a connection with. */
export function isOwnShortage(error: NodeJS.ErrnoException): boolean {
  return OWN_SHORTAGES.includes(error.code ?? '');
}

/** The kinds of a failure of the connection itself. */
export type ConnectionFault = Extract<
  ErrorKind,
  'connect_failed' | 'connect_timeout' | 'tls_failed' | 'invalid_response' | 'connection_reset'
>;

/** The kind of a failure without a whole answer, by the error of undici or Node. */
export function kindOfError(code: string, message = ''): ConnectionFault {
  // ETIMEDOUT is the kernel's own limit, and that of the addresses tried one after the other.
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'connect_timeout';
  if (CONNECT_FAILURE.test(code)) return 'connect_failed';
  if (TLS_FAILURE.test(code)) return 'tls_failed';
  if (INVALID_RESPONSE.test(code) || INVALID_RESPONSE_MESSAGES.includes(message)) return 'invalid_response';
  return 'connection_reset';
}

/** Each kind in words, with what the receiver's owner can do. CODE becomes the error's code. */
const IN_WORDS: Record<ConnectionFault, string> = {
  connect_failed:
    'No receiver takes connections there (CODE). Check that it runs, and the host and port of the URL.',
  connect_timeout: 'The receiver did not take the connection in time (CODE). Check its firewall.',
  tls_failed:
    'No secure connection came about (CODE). Check that https is spoken at this port, with a certificate for this host that is valid and sent with its whole chain. For an authority of your own, the operator names its file in NODE_EXTRA_CA_CERTS.',
  invalid_response:
    'The answer is not valid HTTP/1.1, or its headers are too long (CODE). Check what listens at this port.',
  connection_reset:
    'The receiver closed the connection before its answer was complete (CODE). Look into its log, and that of any proxy before it.',
};

/** Puts such a failure into words, without the error's message, which names the address. */
export function explainError(kind: ConnectionFault, code: string): string {
  return IN_WORDS[kind].replace('CODE', code);
}
