import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../server/src/config.ts';
import { StartProblem } from '../server/src/platform/start-problem.ts';
import { SCHEDULE_DEFAULT } from '../server/src/webhooks/queue/policy.ts';

test('the README names every setting, and the default schedule as it is', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
  const refusal = readConfig({ RAPPORT_NO_SUCH: '1' });
  assert.ok(refusal instanceof StartProblem);
  for (const [name] of refusal.message.matchAll(/RAPPORT_[A-Z_]+(?=,|\.$)/g))
    assert.ok(readme.includes(`\`${name}\``), name);
  assert.ok(readme.includes(SCHEDULE_DEFAULT));
});
