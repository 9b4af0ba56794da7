import { StartProblem } from '../../../server/src/platform/start-problem.ts';
import { type OutputOptions, refuse } from '../output.ts';
import { print } from '../print.ts';
import { runOnDatabase } from '../run.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { Verb } from '../verb.ts';

export function openDatabaseCommand(): Verb {
  return new Verb('open')
    .description('Print the address of the embedded database, and keep it running until Ctrl+C.')
    .notes(`
For psql, pg_dump and the like in another terminal, beside a running Rapport and without one. The address holds the password. The port
stays the same as long as no other program takes it while the database is stopped.`)
    .examples('database open', 'database open --json                 {"url":"postgres://…"}')
    .action(open);
}

async function open(options: OutputOptions): Promise<void> {
  const interrupted = untilInterrupted();
  const ended = new Promise<null>((resolve) => interrupted.addEventListener('abort', () => resolve(null)));
  if (process.env.DATABASE_URL) {
    return refuse(
      new StartProblem('The database is not the embedded one: its address is DATABASE_URL.'),
      options,
    );
  }
  await runOnDatabase(options, async ({ connectionString: url, lost }) => {
    if (interrupted.aborted) return;
    print(options.json ? JSON.stringify({ url }) : `${url}\n\nStop it with Ctrl+C.`);
    const reason = await Promise.race([ended, lost]);
    if (reason !== null) refuse(new StartProblem(reason), options);
  });
}
