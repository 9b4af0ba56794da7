import { connect, type Rapport } from '@rapport/client';
import { ApiError, ConnectionError } from '@rapport/client/errors';
import { OAuthError } from '@rapport/client/oauth';
import { StartProblem } from '../../../server/src/platform/start-problem.ts';
import { EXIT, explain, type OutputOptions, refuse } from '../output.ts';
import { print, printError } from '../print.ts';
import { type Credentials, readCredentials } from './credentials.ts';

/** A service that is called over HTTP. */
export type Remote = Credentials & { rapport: Rapport };

/**
 * Runs `work` with the service that the User is logged in to, prints the result and sets the exit
 * code. `tell` returns the result for people, or null to print nothing. With `--json` the result
 * itself is printed.
 */
export async function runRemote<Result>(
  options: OutputOptions,
  work: (remote: Remote) => Promise<Result>,
  tell: (result: Result, remote: Remote) => string | null,
): Promise<void> {
  const credentials = await readCredentials(process.env);
  if (credentials instanceof StartProblem) return refuse(credentials, options);
  const rapport = connectAs(credentials);
  if (rapport instanceof StartProblem) return refuse(rapport, options);
  const remote = { ...credentials, rapport };
  try {
    const result = await work(remote);
    // A command that runs until it is ended has already printed its lines, and has no result.
    const text = options.json && result !== undefined ? JSON.stringify(result) : tell(result, remote);
    if (text !== null) print(text);
  } catch (error) {
    refuseRemote(error, options);
  }
}

/** Makes the connection, without a request yet. */
export function connectAs({ base_url, token }: Credentials): Rapport | StartProblem {
  try {
    return connect({ baseUrl: base_url, token });
  } catch (error) {
    // connect() throws for an impossible address or token.
    return new StartProblem((error as TypeError).message);
  }
}

/**
 * Returns a connection for a command that runs until somebody ends it. It reports an outage and
 * retries without limit.
 */
export function patient({ base_url, token }: Credentials, options: OutputOptions): Rapport {
  const onRetry = ({ message }: Error, attempt: number) => {
    if (attempt > 1) return;
    const detail = `${message} Retrying until it works.`;
    printError(explain({ code: 'connection_failed', detail }, options));
  };
  return connect({ baseUrl: base_url, token, retries: Number.POSITIVE_INFINITY, onRetry });
}

/** The OAuth errors that a new login solves. */
const LOGIN_ENDED = ['invalid_grant', 'invalid_client', 'not_connected', 'access_denied'];

/** Prints why the service refused, and sets the exit code. Throws faults of ours again. */
export function refuseRemote(error: unknown, options: OutputOptions): void {
  printError(explainRemote(error, options));
  process.exitCode = EXIT.refused;
}

/** Returns why the service refused, in words or as JSON. Throws faults of ours again. */
export function explainRemote(error: unknown, options: OutputOptions): string {
  if (error instanceof ApiError) {
    return explain({ code: error.code, detail: error.message, errors: error.errors }, options);
  }
  if (error instanceof ConnectionError) {
    const detail = `${error.message} Is the service running? Is its address right?`;
    return explain({ code: 'connection_failed', detail }, options);
  }
  if (error instanceof OAuthError) {
    const isLoginOver = LOGIN_ENDED.includes(error.error);
    const detail = isLoginOver ? `${error.message} Log in again with: npx rapport login` : error.message;
    return explain({ code: error.error, detail }, options);
  }
  throw error;
}
