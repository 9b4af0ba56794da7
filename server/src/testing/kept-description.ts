import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RECORDS } from '@rapport/contract/records/all';
import { testFolder } from '../platform/database/testing/test-database.ts';

/** Stands in the kept text for the address of the service that made it. */
const ADDRESS = 'http://kept.invalid';

/**
 * The API description of a service at `base_url`, as text. All services of a test run that have the
 * same kinds of records have the same one apart from their address. Making it is half the work of a
 * start, so one test file keeps it for the others of its run.
 */
export async function keptDescription(base_url: string, describe: () => Promise<string>): Promise<string> {
  const path = join(testFolder(), `openapi-${RECORDS.map(({ name }) => name).join('-')}.json`);
  const kept = await readFile(path, 'utf8').catch(() => null);
  if (kept !== null) return kept.replaceAll(ADDRESS, base_url);
  const made = await describe();
  // Several services may begin at once. A rename shows each of them a whole file.
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, made.replaceAll(base_url, ADDRESS));
  await rename(own, path);
  return made;
}
