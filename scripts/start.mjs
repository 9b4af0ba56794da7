// `npm start`: runs the service with its web pages on PORT (3000).
import { ensureDependencies } from './lib/dependencies.mjs';
import { runScript } from './lib/run-script.mjs';
import { ensureWebPages } from './lib/web-pages.mjs';

ensureDependencies();
await ensureWebPages();
await runScript('cli/src/rapport.ts', 'serve');
