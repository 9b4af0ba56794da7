import pg from 'pg';
import { StartProblem } from '../start-problem.ts';
import { BEHIND_POOLER, connectionSettings, REFUSED_OPTIONS } from './connection-settings.ts';
import { DISK_FULL, isDatabaseDown } from './database-down.ts';

/**
 * Opens a single connection, for a short time. A refusal gives the reason and what to do. True in
 * `embedded`: Rapport started this PostgreSQL itself, so there is no DATABASE_URL to check.
 */
export async function connect(
  connectionString: string,
  { embedded = false }: { embedded?: boolean } = {},
): Promise<pg.Client | StartProblem> {
  const client = makeClient(connectionString);
  if (client instanceof StartProblem) return client;
  // A broken connection also fails the running statement, and that error is reported.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { message, code = '' } = error as Error & { code?: string };
    if (REFUSED_OPTIONS.test(message)) return new StartProblem(BEHIND_POOLER);
    return new StartProblem(
      `Rapport cannot connect to its database on ${client.host}:${client.port}: ${message || code}. ${adviceFor(code, embedded)}`,
      { may_pass: isDatabaseDown({ message, code }) },
    );
  }
}

function adviceFor(code: string, embedded: boolean): string {
  if (code === DISK_FULL)
    return 'The disk that holds the database is full: free some space, and try again. Nothing that was stored is lost.';
  if (embedded) return 'Read postgres.log in the data folder, and start again.';
  if (/CERT|UNABLE_TO_VERIFY/.test(code)) {
    return (
      'The certificate of the server could not be verified: put sslrootcert=/path/of/its/ca.pem into DATABASE_URL, or ' +
      'sslmode=no-verify if nobody can listen on the network in between.'
    );
  }
  return 'Check that PostgreSQL runs there and that DATABASE_URL has the right address, user, password and database name.';
}

/** Makes a client from the options in the address, and from the files that they name. */
function makeClient(connectionString: string): pg.Client | StartProblem {
  try {
    return new pg.Client({
      ...connectionSettings(connectionString),
      connectionTimeoutMillis: 10_000,
      application_name: `rapport ${process.pid} migrate`,
    });
  } catch (error) {
    return new StartProblem(`DATABASE_URL cannot be used: ${(error as Error).message}. Check its options.`);
  }
}
