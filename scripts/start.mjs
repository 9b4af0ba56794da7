// `npm start`: runs the service with its web pages on PORT (3000), and again after it died.
import { ensureDependencies } from './lib/dependencies.mjs';
import { keepPinnedNode } from './lib/pinned-node.mjs';
import { ensureWebPages } from './lib/web-pages.mjs';

ensureDependencies();
await ensureWebPages();
await keepPinnedNode(['cli/src/rapport.ts', 'serve', ...process.argv.slice(2)]);
