import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };

/** The version of Rapport, for the API description and `rapport --version`. */
export const VERSION = packageJson.version;

/**
 * The number of the newest migration: two copies of the same version differ by it while a release
 * is being made.
 */
export const SCHEMA = Math.max(
  ...readdirSync(join(import.meta.dirname, '../../../migrations')).map((name) => Number.parseInt(name, 10)),
);
