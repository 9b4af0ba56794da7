import { buildProgram } from './program.ts';
import { fail } from './run.ts';

await buildProgram().parseAsync().catch(fail);
