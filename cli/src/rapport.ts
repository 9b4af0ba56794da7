import { buildProgram } from './program.ts';
import { fail, tellUnwritableOutput } from './run.ts';

tellUnwritableOutput();
await buildProgram().parseAsync().catch(fail);
