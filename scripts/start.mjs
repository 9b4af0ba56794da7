// `npm start`: the service, on PORT (3000), with its web pages.
import { ensureDependencies } from './lib/dependencies.mjs';
import { runScript } from './lib/run-script.mjs';
import { ensureWebPages } from './lib/web-pages.mjs';

ensureDependencies();
await ensureWebPages();
// The young generation of the heap would grow to 32 MB while starting and stay there: an idle server should be small.
await runScript('--max-semi-space-size=2', 'cli/src/rapport.ts', 'serve');
