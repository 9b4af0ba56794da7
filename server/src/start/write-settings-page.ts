// `npm run settings`: writes docs/operate/settings.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsPage } from './settings.ts';

writeFileSync(join(import.meta.dirname, '../../../docs/operate/settings.md'), settingsPage());
console.log('Wrote docs/operate/settings.md.');
