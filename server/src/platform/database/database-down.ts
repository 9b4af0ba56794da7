/**
 * The codes of a connection that is lost or cannot be made: nothing listens, the network refuses,
 * or the name does not resolve at the moment.
 */
const SOCKET_ERRORS = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];

/**
 * The SQLSTATE of a standby, and of a database that its provider has made read-only, often because
 * its disk is full.
 */
export const READ_ONLY_TRANSACTION = '25006';

/** The explanation for the caller of a change. */
export const TAKES_NO_CHANGES =
  'The database is read-only at the moment, so nothing was changed. Try again later.';

/** The SQLSTATE of a full disk. PostgreSQL still reads, and has rolled the failed change back. */
export const DISK_FULL = '53100';

/** The explanation for the caller of a change. */
export const DISK_IS_FULL =
  'The disk of the database is full, so nothing was changed. Ask the operator to free some space.';

/**
 * True for the SQLSTATE classes 08 (connection), 53 (resources) and 57P (shutdown), for 57014 (our
 * time limit) and 25006 (read-only), and for socket errors and time-outs of node-postgres.
 */
export function isDatabaseDown(error: { code?: string; message: string }): boolean {
  return (
    /^(08|53|57P|57014|25006)/.test(error.code ?? '') ||
    SOCKET_ERRORS.includes(error.code ?? '') ||
    /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}

/**
 * Reduces the error of a lost connection to its message and code, for a log. The stack is always
 * the same. The failed client, which node-postgres attaches, holds statements and the key that
 * cancels them. When Node tried several addresses in vain, the message is empty, so the code
 * replaces it.
 */
export function withoutStack({ message, code }: Error & { code?: string }): Error & { code?: string } {
  return Object.assign(new Error(message || code), { code, stack: '' });
}
