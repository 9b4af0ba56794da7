// `npm run demo`: the whole way from an import to verified webhooks, told in plain lines.
import { runScript } from './lib/run-script.mjs';

await runScript('examples/demo/demo.ts');
