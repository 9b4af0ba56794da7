import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Place, placesIn } from '../testing/mutate.ts';

// Takes the condition of who sees what from each place in turn: some test must fail then. A place
// that is added is among them by itself.

const ROOT = join(import.meta.dirname, '../../..');

/** The tests that look, the quick ones first. */
const LOOKERS = [
  'records/two-worlds.slow',
  'records/hidden',
  'records/matrix',
  'records/sight',
  'records/out-of-reach.slow',
  'records/proposals/proposals',
  'mail/templates/templates',
].map((name) => `server/src/${name}.test.ts`);

/** Places without which nothing is seen that should not be, each with the reason. */
const NEEDLESS: [place: string, reason: string][] = [];

/** Some of the places alone, by a part of their names. */
const only = process.env.TEST_MUTATIONS ?? '';

const places: Place[] = [];
for await (const file of glob('server/src/**/*.ts', { cwd: ROOT }))
  if (!/\.(test|long|slow\.test|browser\.test)\.ts$|testing\//.test(file))
    places.push(...placesIn(file, readFileSync(join(ROOT, file), 'utf8')));

test('nothing fails while nothing is taken', async () => {
  for (const file of LOOKERS) assert.ok(await passes(file, null), file);
});

for (const [number, place] of places.entries()) {
  const nth = places
    .slice(0, number)
    .filter(({ file, name }) => file === place.file && name === place.name).length;
  const title = `${place.file} ${place.name} ${nth + 1}`;
  if (!title.includes(only)) continue;
  const needless = NEEDLESS.find(([named]) => title === named)?.[1];
  test(`a test fails without ${title}`, { skip: needless }, async () => {
    for (const file of LOOKERS) if (!(await passes(file, place))) return;
    assert.fail(`All tests pass without ${title}: write one that does not, or say why it is needless.`);
  });
}

/**
 * True when a test file passes with the condition taken from a place; null: from none. It throws
 * where no test ran: a file that has another name by now would else notice everything.
 */
async function passes(file: string, place: Place | null): Promise<boolean> {
  const setup = '--test-global-setup=server/src/platform/database/testing/global-setup.ts';
  const args = ['--import', './server/src/testing/mutate.ts', '--test', setup, file];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...env, TEST_MUTATION: place ? `${place.file}@${place.index}` : '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let isRun = false;
  child.stdout.on('data', (chunk: Buffer) => {
    isRun ||= /^\s*(✔|▶|✖|ok|not ok) /m.test(String(chunk));
  });
  // What fails in the middle may wait for ever, so the first failure is enough.
  const failed = new Promise<'failed'>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => /^\s*(✖|not ok)/m.test(String(chunk)) && resolve('failed'));
  });
  const ended = once(child, 'exit');
  const outcome = await Promise.race([failed, ended.then(([code]) => code as number)]);
  if (outcome === 'failed') {
    child.kill('SIGINT');
    await ended;
  }
  assert.ok(isRun, `${file} ran no test. Name a file that has one.`);
  return outcome === 0;
}
