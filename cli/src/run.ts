import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { jobTypesOf } from '../../server/src/job-types.ts';
import { countLeft, doHere } from '../../server/src/jobs/do-here.ts';
import { isRunning, readPidFile } from '../../server/src/platform/database/embedded/pid-file.ts';
import { Problem } from '../../server/src/platform/problem.ts';
import { StartProblem } from '../../server/src/platform/start-problem.ts';
import { type Config, readConfig } from '../../server/src/start/config.ts';
import { openPostgres, openService, type Service } from '../../server/src/start/open-service.ts';
import { openCommandMailer } from './command-mailer.ts';
import { EXIT, type OutputOptions, refuse, STOP_SIGNALS } from './output.ts';
import { print, printError } from './print.ts';
import { refuseSecond } from './second-database.ts';

/**
 * The service that a command works with, and the mailer that informs people of the operator's
 * actions.
 */
export type CommandService = Service & ReturnType<typeof openCommandMailer>;

/**
 * Opens the service, runs `work`, prints the result, closes the service and sets the exit code.
 * With `--json` the result itself is printed, so `work` returns the resource as the API does.
 * `tell` returns it for people.
 *
 * A running server shares its embedded database; otherwise the database runs for the time of the
 * command. When somebody ends the command early, it does not wait for `work`. With `endsByItself`
 * it does: `work` then ends when its signal is aborted, and its result is printed.
 *
 * Only `upgrade` lets it change an older schema. Only `make` lets it create a database: for other
 * commands, a missing database means that they look in the wrong place.
 */
export async function run<Result extends object>(
  options: OutputOptions,
  work: (service: CommandService, calledOff: AbortSignal) => Promise<Result | Problem>,
  tell: (result: Result, service: CommandService) => string,
  { endsByItself = false, upgrade = false, make = false, without_backup = false } = {},
): Promise<void> {
  const say = (line: string) => options.json || printError(line);
  const config = readConfig(process.env);
  if (config instanceof StartProblem) return refuse(config, options);
  const missing = config.database_url === null ? await announceStart(config, make, say) : null;
  if (missing) return refuse(missing, options);
  // Handles signals itself, because a database started for this command must be stopped even when
  // somebody ends the command early.
  const calledOff = untilCalledOff(say);
  const log = { line: say, error: ({ message }: Error) => say(message) };
  const opened = await openService(config, [], log, { upgrade, make, without_backup });
  if (opened instanceof StartProblem) {
    return calledOff.aborted ? process.exit(EXIT.interrupted) : refuse(opened, options);
  }
  const mailer = openCommandMailer({ ...config, is_copy: opened.is_copy }, say);
  // Files that wait are for the workers, which reach the scanner.
  const service = { ...opened, ...mailer, scanner: null, mail_targets: NONE, mail_providers: [] };
  // A command does short jobs at its end, such as its mails. An import or an undo, which people see
  // among their jobs, may take minutes and waits for a worker.
  const { false: short = [], true: long = [] } = Object.groupBy(
    // Mailboxes are read by workers alone.
    jobTypesOf(opened).filter(({ lane }) => lane === undefined),
    ({ is_shown }) => `${is_shown}`,
  );
  const result = await workUntil(calledOff, () => work(service, calledOff), endsByItself).finally(
    async () => {
      await doHere(service, short).catch((err) => say(`Could not send the mails: ${err.message}`));
      const left = await countLeft(service, long).catch(() => 0);
      if (left > 0) say(waitingForWorker(left));
      await opened.close();
    },
  );
  if (result && !(result instanceof Problem)) {
    return print(options.json ? JSON.stringify(result) : tell(result, service));
  }
  if (result) refuse(result, options);
  if (calledOff.aborted) process.exit(EXIT.interrupted);
}

const NONE = { allowed: { hosts: [], networks: [] }, loopback_allowed: false };

function waitingForWorker(count: number): string {
  const what = count === 1 ? 'A long job, such as an import or an undo, waits' : `${count} long jobs wait`;
  return `${what} for a worker, and none runs. Start one: npx rapport serve --role worker`;
}

/**
 * Opens only the database, for work that needs no secret key, and closes it after `work`. Ignores
 * signals. `work` itself prints and refuses.
 */
export async function runOnDatabase(
  options: OutputOptions,
  work: (postgres: { connectionString: string; lost: Promise<string> }, config: Config) => Promise<void>,
): Promise<void> {
  const say = (line: string) => options.json || printError(line);
  // The default handler of a signal would end this process and leave the database running.
  for (const signal of STOP_SIGNALS) process.on(signal, () => {});
  const config = readConfig(process.env);
  if (config instanceof StartProblem) return refuse(config, options);
  const refusal = await onDatabase(config, say, (postgres) => work(postgres, config));
  if (refusal instanceof StartProblem) refuse(refusal, options);
}

/**
 * Opens the database for the time of `work`. Starts the embedded one if it does not run. Refuses
 * when there is none.
 */
export async function onDatabase<Result>(
  config: Config,
  say: (line: string) => void,
  work: (postgres: { connectionString: string; lost: Promise<string> }) => Promise<Result>,
): Promise<Result | StartProblem> {
  const missing = config.database_url === null ? await announceStart(config, false, say) : null;
  if (missing) return missing;
  const postgres = await openPostgres(config, [], say);
  if (postgres instanceof StartProblem) return postgres;
  return work(postgres).finally(postgres.close);
}

/**
 * Prints that the database must be started, which takes a moment. Refuses when there is none and it
 * may not `make` one.
 */
async function announceStart(
  config: Config,
  make: boolean,
  say: (line: string) => void,
): Promise<StartProblem | null> {
  const { data_dir } = config;
  const directory = join(data_dir, 'postgres');
  const found = await readPidFile(directory);
  if (found && (await isRunning(directory, found.pid))) return null;
  // PostgreSQL writes this file last. Without it, a start would create a new database.
  const reason = await stat(join(directory, 'PG_VERSION')).then(
    () => null,
    ({ code }: NodeJS.ErrnoException) => code,
  );
  if (reason === 'ENOENT' && !make) return noDatabase({ data_dir });
  if (reason === null) say(`Starting the database in ${data_dir} …`);
  const second = reason === 'ENOENT' ? await refuseSecond(config, !!process.env.RAPPORT_DATA_DIR) : null;
  if (second) return second;
  // Another error means that the folder belongs to somebody else. The next step explains that.
  if (reason === 'ENOENT') say(`Making a new database in ${data_dir} …`);
  return null;
}

/** Returns the refusal for a data folder without a database. */
export function noDatabase({ data_dir }: Pick<Config, 'data_dir'>): StartProblem {
  return new StartProblem(
    `There is no database in ${data_dir}. Start Rapport once (npm start), or set RAPPORT_DATA_DIR or DATABASE_URL to where it is.`,
  );
}

/** Returns a signal that is aborted when somebody ends the command. */
function untilCalledOff(say: (line: string) => void): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    // In a terminal the signal comes twice: from the terminal and from npx.
    if (controller.signal.aborted) return;
    say('Stopping …');
    controller.abort();
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  return controller.signal;
}

async function workUntil<Result>(
  calledOff: AbortSignal,
  work: () => Promise<Result>,
  endsByItself: boolean,
): Promise<Result | undefined> {
  if (calledOff.aborted) return undefined;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  calledOff.addEventListener('abort', () => resolve(undefined), { once: true });
  return endsByItself ? work() : Promise.race([work(), promise]);
}
