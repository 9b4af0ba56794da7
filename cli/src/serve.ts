import { spawn } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { Option } from 'commander';
import { stateOfWebPages, type WebPagesState } from '../../scripts/lib/web-pages.mjs';
import type { Role } from '../../server/src/main.ts';
import { StartProblem } from '../../server/src/platform/start-problem.ts';
import { readConfig } from '../../server/src/start/config.ts';
import { type OutputOptions, refuse, STOP_SIGNALS } from './output.ts';
import { print, printError } from './print.ts';
import { Verb } from './verb.ts';
import { shellWord } from './words.ts';

export function serveCommand(): Verb {
  return new Verb('serve')
    .description(
      'Run the service until it is stopped. `npm start -- …` takes the same options, and installs and builds first what is missing.',
    )
    .addOption(
      new Option('--role <role>', 'what this process does: answer the API, deliver webhooks, or both')
        .choices(['all', 'api', 'worker'])
        .default('all'),
    )
    .notes(`
SIGTERM, SIGINT and SIGHUP stop it in order. npx keeps a SIGTERM for itself: it ends, and the service runs on. So what signals one process
alone, such as a container or kill, is to run node_modules/.bin/rapport serve, or npm start, which passes SIGTERM and SIGINT on.`)
    .examples(
      'serve                                everything in one process, with its own database',
      'PORT=8080 RAPPORT_DATA_DIR=/srv/rapport npx rapport serve',
      'DATABASE_URL=postgres://… RAPPORT_SECRET_KEY=… npx rapport serve --role api',
      'DATABASE_URL=postgres://… RAPPORT_SECRET_KEY=… npx rapport serve --role worker',
      'serve --json                         {"address":"http://localhost:3000","role":"all"} when it is ready',
    )
    .action(serve);
}

/**
 * The exit code of a service that ran and cannot go on (EX_SOFTWARE of sysexits.h). `npm start` and
 * supervisors start it again; a refused start has 2, and would be refused again.
 */
const CANNOT_CONTINUE = 70;

type ServeOptions = OutputOptions & { role: Role };

async function serve({ role, json }: ServeOptions): Promise<void> {
  boundGarbage();
  letYoungSpaceGrow(false);
  // Imported here, because the other commands start in half the time without the web framework.
  const { makeLog, startServer } = await import('../../server/src/main.ts');
  const config = readConfig(process.env);
  if (config instanceof StartProblem) return refuse(config, { json });
  // Handles signals before the start, because one during the start would leave the embedded
  // database running.
  const stopping = untilStopped();
  // With --json standard output holds one object and nothing else.
  const server = await startServer(config, role, makeLog(config, json ? 2 : 1), stopping);
  if (server instanceof StartProblem) return stopping.aborted ? undefined : refuse(server, { json });
  letYoungSpaceGrow(true);

  const { address } = server;
  const ended = Promise.withResolvers<number>();
  stopping.addEventListener('abort', () => ended.resolve(0));
  server.failed.then((sentence) => {
    if (!stopping.aborted) printError(sentence);
    ended.resolve(CANNOT_CONTINUE);
  });
  const pages = role === 'worker' ? 'current' : stateOfWebPages();
  if (pages !== 'current') printError(howToGetPages(pages, role));
  // Printed last, because a reader of this line may stop the service at once.
  if (!stopping.aborted) print(json ? JSON.stringify({ address, role }) : greeting(role, address, pages));
  tellSystemd();
  const exitCode = stopping.aborted ? 0 : await ended.promise;
  await server.stop();
  process.exit(exitCode);
}

/**
 * Tells systemd that the start is complete (`Type=notify`). Node has no datagram sockets of the
 * file system, so the program of systemd sends it.
 */
function tellSystemd(): void {
  if (!process.env.NOTIFY_SOCKET) return;
  const sender = spawn('systemd-notify', ['--ready', '--status=Serving'], { stdio: 'ignore' });
  sender.on('error', ({ message }) => printError(`systemd was not told that Rapport is ready: ${message}.`));
}

/**
 * Whether V8 may enlarge the space of young objects, which it doubles then. The start would enlarge
 * it by 10 MB, which an idle server neither uses nor gives back.
 */
function letYoungSpaceGrow(may: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`);
}

/**
 * Lets V8 collect all garbage when the heap is twice what it keeps, instead of four times. A long
 * import, export or list leaves much behind that outlives a short collection: decision 0083.
 */
function boundGarbage(): void {
  setFlagsFromString('--heap-growing-percent=100');
}

/**
 * Says how to build missing or old pages: only `npm start` builds them, and each release brings new
 * sources.
 */
function howToGetPages(pages: WebPagesState, role: Role): string {
  const found =
    pages === 'missing'
      ? 'The web pages have not been built, so only the API is served.'
      : 'The web pages were built from other sources than those of this release, and may not fit it.';
  return `${found} Stop this process and start it with this command, which builds them: npm start${role === 'all' ? '' : ` -- --role ${role}`}`;
}

/**
 * Returns a signal that is aborted when the process is asked to stop. In a terminal the signal
 * comes twice: directly, and through `npm start`.
 */
function untilStopped(): AbortSignal {
  const controller = new AbortController();
  for (const signal of STOP_SIGNALS) process.on(signal, () => controller.abort());
  return controller.signal;
}

function greeting(role: Role, address: string | null, pages: WebPagesState): string {
  if (address === null) return 'Rapport is delivering webhooks. Stop it with Ctrl+C.';
  const rapport = `${settingsInUse()}npx rapport`;
  return `
  Rapport is ready at ${address}${role === 'api' ? ' (API only: run a worker too, or no webhook is sent)' : ''}

  Next step       ${pages === 'missing' ? '' : 'open it and create your account; or '}create a User, an Account and a token in another terminal:

    ${rapport} users create --email you@example.com --name "Your Name"
    ${rapport} accounts create --name "Your Business" --owner you@example.com
    ${rapport} tokens create --user you@example.com --name "First token"

  API reference   ${address}/docs

  Stop it with Ctrl+C.
`;
}

/**
 * Returns the settings that a command in another terminal needs for this service. Secrets appear
 * only by name.
 */
function settingsInUse(): string {
  const plain = ['PORT', 'RAPPORT_DATA_DIR'].map((name) => ({
    name,
    shown: shellWord(process.env[name] ?? ''),
  }));
  const secret = ['DATABASE_URL', 'RAPPORT_SECRET_KEY'].map((name) => ({ name, shown: '…' }));
  return [...plain, ...secret]
    .filter(({ name }) => process.env[name])
    .map(({ name, shown }) => `${name}=${shown} `)
    .join('');
}
