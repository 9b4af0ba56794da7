import { buildProgram } from './program.ts';
import { fail, tellUnwritableOutput } from './run.ts';
import { serveCommand } from './serve.ts';

tellUnwritableOutput();
await buildProgram(await commandsFor(process.argv[2]))
  .parseAsync()
  .catch(fail);

/** A service runs for months, so `serve` leaves out what only the other commands need: 5 MB (decision 0029). */
async function commandsFor(first: string | undefined) {
  if (first === 'serve') return [serveCommand()];
  const { allCommands } = await import('./commands.ts');
  return allCommands();
}
