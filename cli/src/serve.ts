import { Command, Option } from 'commander';
import { readConfig } from '../../server/src/config.ts';
import type { Role } from '../../server/src/main.ts';
import { StartProblem } from '../../server/src/platform/start-problem.ts';
import { jsonOption, type OutputOptions, refuse } from './run.ts';

export function serveCommand(): Command {
  return new Command('serve')
    .description('Run the service until it is stopped (this is what `npm start` does).')
    .addOption(
      new Option('--role <role>', 'what this process does: answer the API, deliver webhooks, or both')
        .choices(['all', 'api', 'worker'])
        .default('all'),
    )
    .option('--only-retries', 'with --role worker: leave first attempts to other workers')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npx rapport serve                                everything in one process, with its own database
  PORT=8080 RAPPORT_DATA_DIR=/srv/rapport npx rapport serve
  DATABASE_URL=postgres://… RAPPORT_SECRET_KEY=… npx rapport serve --role api
  DATABASE_URL=postgres://… RAPPORT_SECRET_KEY=… npx rapport serve --role worker
  DATABASE_URL=postgres://… RAPPORT_SECRET_KEY=… npx rapport serve --role worker --only-retries
  npx rapport serve --json                         {"address":"http://localhost:3000","role":"all"} when it is ready`,
    )
    .action(serve);
}

type ServeOptions = OutputOptions & { role: Role; onlyRetries?: boolean };

async function serve({ role, json, onlyRetries: only_retries = false }: ServeOptions): Promise<void> {
  // Only here: the other commands start in half the time without the web framework.
  const { makeLog, startServer } = await import('../../server/src/main.ts');
  const config = readConfig(process.env);
  if (config instanceof StartProblem) return refuse(config, { json });
  // With --json one object stands on standard output and nothing else.
  const server = await startServer(config, role, makeLog(config, json ? 2 : 1), { only_retries });
  if (server instanceof StartProblem) return refuse(server, { json });

  const { address } = server;
  let stopping = false;
  const stop = async (exitCode: number) => {
    // From a terminal the signal comes twice: from it, and passed on by `npm start`.
    if (stopping) return;
    stopping = true;
    await server.stop();
    process.exit(exitCode);
  };
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  // Only now: whoever reads it may stop us at once.
  console.log(json ? JSON.stringify({ address, role }) : greeting(role, address));
  server.failed.then((sentence) => {
    if (stopping) return;
    console.error(sentence);
    return stop(1);
  });
}

function greeting(role: Role, address: string | null): string {
  if (address === null) return 'Rapport is delivering webhooks. Stop it with Ctrl+C.';
  const rapport = `${settingsInUse()}npx rapport`;
  return `
  Rapport is ready at ${address}${role === 'api' ? ' (API only: run a worker too, or no webhook is sent)' : ''}

  Next step       open it and create your account; or create a User, an Account and a token in another terminal:

    ${rapport} users create --email you@example.com --name "Your Name"
    ${rapport} accounts create --name "Your Business" --owner you@example.com
    ${rapport} tokens create --user you@example.com --name "First token"

  API reference   ${address}/docs

  Stop it with Ctrl+C.
`;
}

/** What a command in another terminal must be told, so that it means this service. What holds a secret is only named. */
function settingsInUse(): string {
  const plain = ['PORT', 'RAPPORT_DATA_DIR'].map((name) => ({ name, shown: process.env[name] }));
  const secret = ['DATABASE_URL', 'RAPPORT_SECRET_KEY'].map((name) => ({ name, shown: '…' }));
  return [...plain, ...secret]
    .filter(({ name }) => process.env[name])
    .map(({ name, shown }) => `${name}=${shown} `)
    .join('');
}
