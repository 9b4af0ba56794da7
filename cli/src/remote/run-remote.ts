import { connect, type Rapport } from '@rapport/client';
import { ApiError, ConnectionError } from '@rapport/client/errors';
import { OAuthError } from '@rapport/client/oauth';
import { StartProblem } from '../../../server/src/platform/start-problem.ts';
import { EXIT, explain, type OutputOptions, refuse } from '../output.ts';
import { print, printError } from '../print.ts';
import { type Credentials, readCredentials } from './credentials.ts';

/** A service that is reached over HTTP, wherever it is. */
export type Remote = Credentials & { rapport: Rapport };

/**
 * Does `work` with the service that the User is logged in to, prints the result and sets the exit
 * code. `tell` puts the result into words, null prints nothing; with `--json` the result itself is
 * printed.
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
    // A command that runs until it is ended has printed its lines by then, and has no result.
    const text = options.json && result !== undefined ? JSON.stringify(result) : tell(result, remote);
    if (text !== null) print(text);
  } catch (error) {
    refuseRemote(error, options);
  }
}

/** Nothing is asked of the service yet. */
export function connectAs({ base_url, token }: Credentials): Rapport | StartProblem {
  try {
    return connect({ baseUrl: base_url, token });
  } catch (error) {
    // The address or the token cannot be one.
    return new StartProblem((error as TypeError).message);
  }
}

/**
 * For a command that runs until somebody ends it, once the service has answered: it tells of an
 * outage and waits, however long.
 */
export function patient({ base_url, token }: Credentials, options: OutputOptions): Rapport {
  const onRetry = ({ message }: Error, attempt: number) => {
    if (attempt > 1) return;
    const detail = `${message} It is tried again until it works.`;
    printError(explain({ code: 'connection_failed', detail }, options));
  };
  return connect({ baseUrl: base_url, token, retries: Number.POSITIVE_INFINITY, onRetry });
}

/** The errors of OAuth after which signing in again helps. */
const LOGIN_ENDED = ['invalid_grant', 'invalid_client', 'not_connected', 'access_denied'];

/** Says why the service did not do it, and sets the exit code. Faults of ours are thrown on. */
export function refuseRemote(error: unknown, options: OutputOptions): void {
  printError(explainRemote(error, options));
  process.exitCode = EXIT.refused;
}

/** Why the service did not do it, in words or JSON. Faults of ours are thrown on. */
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
