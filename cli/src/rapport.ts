import { commandsFor } from './commands.ts';
import { fail, tellUnwritableOutput } from './output.ts';
import { buildProgram } from './program.ts';

tellUnwritableOutput();
await buildProgram(await commandsFor(process.argv[2]))
  .parseAsync()
  .catch(fail);
