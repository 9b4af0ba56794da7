import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { SCHEMA_FILE } from '../platform/database/dump-schema.ts';
import { bodyOfHiddenFrom } from './sight.ts';

test('the database judges who sees a record by the rule that the service has', async () => {
  const schema = await readFile(SCHEMA_FILE, 'utf8');
  assert.ok(schema.includes(bodyOfHiddenFrom()), 'The rule has changed: replace hidden_from in a migration.');
});
