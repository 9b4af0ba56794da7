// `npm run build`: installs what is missing and builds the web pages, and starts nothing. For
// images, and for services whose folder is read-only later.
import { ensureDependencies } from './lib/dependencies.mjs';
import { ensureWebPages } from './lib/web-pages.mjs';

ensureDependencies();
await ensureWebPages();
