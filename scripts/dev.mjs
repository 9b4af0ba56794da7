// `npm run dev`: runs the service and restarts it at every change of its source.
import { runScript } from './lib/run-script.mjs';

await runScript('--watch', '--watch-preserve-output', 'cli/src/rapport.ts', 'serve');
