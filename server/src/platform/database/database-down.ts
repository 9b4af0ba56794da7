/**
 * Codes of a connection that is lost or cannot be made: nothing listens, the network refuses, or
 * the name does not resolve at the moment.
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
 * SQLSTATE of a standby, and of a database that its provider has closed for changes, often because
 * its disk is full.
 */
export const READ_ONLY_TRANSACTION = '25006';

/** Told to the caller of a change. */
export const TAKES_NO_CHANGES =
  'The database takes no changes at the moment, so this was not done. Try again later.';

/** SQLSTATE. PostgreSQL still reads, and has rolled back whatever it could not write. */
export const DISK_FULL = '53100';

/** Told to the caller of a change. */
export const DISK_IS_FULL =
  'The disk of the database is full, so nothing was changed. Tell the operator: some space must be freed.';

/**
 * SQLSTATE classes 08 (connection), 53 (resources), 57P (shutdown), 57014 (our time limit) and
 * 25006 (takes no changes), and the socket errors and time-outs of node-postgres.
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
 * The error of a lost connection, cut down for a log. Its stack is our own code and always the
 * same. node-postgres attaches the failed client to it, with statements, timers and the key to
 * cancel with. When Node tried several addresses in vain, its error has no message, so the code
 * stands in.
 */
export function withoutStack({ message, code }: Error & { code?: string }): Error & { code?: string } {
  return Object.assign(new Error(message || code), { code, stack: '' });
}
