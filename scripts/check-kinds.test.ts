import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindsNamedIn } from './check-kinds.ts';

test('the name of a kind is found in texts, paths, events, tables, properties, names and sentences', () => {
  for (const line of [
    `if (resource === 'client') return;`,
    `examples: ['client,deal'],`,
    `const path = '/api/v2/contacts/';`,
    `events: ['deal.won', 'account.created'],`,
    `  SELECT uuid FROM tasks WHERE owner_uuid = $1`,
    `return record.client_uuid;`,
    `// A deleted Client stays.`,
    `to !== 'stage'`,
  ]) {
    assert.equal(kindsNamedIn('platform', line).length, 1, line);
  }
  for (const line of ['function listClients() {}', 'type DealFields = object;', '// about a note']) {
    assert.equal(kindsNamedIn('records', line).length, 1, line);
  }
});

test('a word that means something else in a room may stand there, and nowhere else', () => {
  const line = 'const client = new Client(origin);';
  assert.deepEqual(kindsNamedIn('webhooks', line), []);
  assert.equal(kindsNamedIn('events', line).length, 1);
  assert.deepEqual(kindsNamedIn('access', `WHERE oauth_client_uuid = $1 AND client_id = $2`), []);
});
