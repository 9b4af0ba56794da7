import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project, wherever a script is started from. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
