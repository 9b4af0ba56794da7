import pg from 'pg';
import { StartProblem } from '../start-problem.ts';
import { isDatabaseDown } from './database-down.ts';

/** One connection, for a short time. Says why there is none, and what to do. */
export async function connect(connectionString: string): Promise<pg.Client | StartProblem> {
  const client = makeClient(connectionString);
  if (client instanceof StartProblem) return client;
  // A connection that breaks also fails the statement under way, which tells it.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { message, code = '' } = error as Error & { code?: string };
    const advice = /CERT|UNABLE_TO_VERIFY/.test(code)
      ? 'The certificate of the server could not be verified: put sslrootcert=/path/of/its/ca.pem into DATABASE_URL, or ' +
        'sslmode=no-verify where nobody between here and there can listen.'
      : 'Check that PostgreSQL runs there and that DATABASE_URL has the right address, user, password and database name.';
    return new StartProblem(
      `Rapport cannot connect to its database on ${client.host}:${client.port}: ${message || code}. ${advice}`,
      { may_pass: isDatabaseDown({ message, code }) },
    );
  }
}

/** The options of the address are read here, and the files that they name. */
function makeClient(connectionString: string): pg.Client | StartProblem {
  try {
    return new pg.Client({
      connectionString,
      connectionTimeoutMillis: 10_000,
      application_name: `rapport ${process.pid} migrate`,
    });
  } catch (error) {
    return new StartProblem(`DATABASE_URL cannot be used: ${(error as Error).message}. Check its options.`);
  }
}
