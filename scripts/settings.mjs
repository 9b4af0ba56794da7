// `npm run settings`: writes docs/operate/settings.md from the settings that the server reads.
import { runScript } from './lib/run-script.mjs';

await runScript('server/src/write-settings-page.ts');
