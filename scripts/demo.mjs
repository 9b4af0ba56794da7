// `npm run demo`: shows the whole way from an import to verified webhooks.
import { runScript } from './lib/run-script.mjs';

await runScript('examples/demo/demo.ts');
