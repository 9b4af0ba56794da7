/**
 * Of a connection that is lost, or cannot be made: nobody listens, the way is closed, or the name
 * leads nowhere at the moment.
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
 * A standby says so, and a database that its provider has closed for changes, often because its
 * disk is full.
 */
export const READ_ONLY_TRANSACTION = '25006';

/** For whoever wanted to change something. */
export const TAKES_NO_CHANGES =
  'The database takes no changes at the moment, so this was not done. Try again later.';

/** SQLSTATE. PostgreSQL goes on reading, and has undone whatever it could not write. */
export const DISK_FULL = '53100';

/** For whoever wanted to change something. */
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
 * An error as a log should have it when it only tells of a connection: its stack is our own code,
 * and the same each time, and node-postgres hangs on it the client that failed, with statements,
 * timers and the key to cancel with. Node tells of several addresses that were tried in vain
 * without a message.
 */
export function withoutStack({ message, code }: Error & { code?: string }): Error & { code?: string } {
  return Object.assign(new Error(message || code), { code, stack: '' });
}
