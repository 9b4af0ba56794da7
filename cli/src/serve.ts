import { Command, Option } from 'commander';
import { readConfig } from '../../server/src/config.ts';
import { type Role, startServer } from '../../server/src/main.ts';
import { StartProblem } from '../../server/src/platform/start-problem.ts';

/** Exit code for a mistake of the operator: a wrong setting, a folder in use, a port that is taken. */
const EXIT_START_PROBLEM = 2;

export function serveCommand(): Command {
  return new Command('serve')
    .description('Run the service until it is stopped (this is what `npm start` does).')
    .addOption(
      new Option('--role <role>', 'what this process does: answer the API, deliver webhooks, or both')
        .choices(['all', 'api', 'worker'])
        .default('all'),
    )
    .addHelpText(
      'after',
      `
Examples:
  rapport serve                                     everything in one process, with its own database
  PORT=8080 RAPPORT_DATA_DIR=/srv/rapport rapport serve
  DATABASE_URL=postgres://… RAPPORT_SECRET_KEY=… rapport serve --role api
  DATABASE_URL=postgres://… RAPPORT_SECRET_KEY=… rapport serve --role worker`,
    )
    .action(({ role }: { role: Role }) => serve(role));
}

async function serve(role: Role): Promise<void> {
  const config = readConfig(process.env);
  if (config instanceof StartProblem) return refuse(config);
  const server = await startServer(config, role);
  if (server instanceof StartProblem) return refuse(server);

  console.log(greeting(role, server.address));
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
  server.failed.then((sentence) => {
    if (stopping) return;
    console.error(sentence);
    return stop(1);
  });
}

function refuse(problem: StartProblem): never {
  console.error(problem.message);
  process.exit(EXIT_START_PROBLEM);
}

function greeting(role: Role, address: string | null): string {
  if (address === null) return 'Rapport is delivering webhooks. Stop it with Ctrl+C.';
  return `
  Rapport is ready at ${address}${role === 'api' ? ' (API only: run a worker too, or no webhook is sent)' : ''}

  API reference   ${address}/docs
  Next step       create a User, an Account and a token, in another terminal:

    npx rapport users create --email you@example.com --name "Your Name" --password "a long password"
    npx rapport accounts create --name "Your Business" --owner you@example.com
    npx rapport tokens create --user you@example.com --name "First token"

  Stop it with Ctrl+C.
`;
}
