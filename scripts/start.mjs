// `npm start`: the service, on PORT (3000).
import { runScript } from './lib/run-script.mjs';

await runScript('cli/src/rapport.ts', 'serve');
