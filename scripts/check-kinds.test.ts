import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesOfRooms, kindsNamedIn, kindWord } from './check-kinds.ts';

test('a kind is found in texts, paths, imports, events, tables, properties and sentences', () => {
  for (const line of [
    `if (resource === 'client') return;`,
    `examples: ['client,deal'],`,
    `const path = '/api/v2/contacts/';`,
    `import { DEAL } from '@rapport/contract/records/deals';`,
    `events: ['deal.won', 'account.created'],`,
    `if (event.startsWith('note.')) return;`,
    `  SELECT uuid FROM tasks WHERE owner_uuid = $1`,
    `return record.client_uuid;`,
    `// A deleted Client stays.`,
    `to !== 'stage'`,
  ]) {
    assert.equal(kindsNamedIn(line).length, 1, line);
  }
});

test('names of variables, functions and types are free, and so are those of a standard', () => {
  for (const line of [
    'const client = new Client(origin);',
    `import { enqueue } from '../../clients/actions.ts';`,
    'for (const task of tasks) await task.run();',
    'const byName = new Map<string, Client>();',
    'return isSent(row as Deal);',
    '// a note about it',
    `WHERE oauth_client_uuid = $1 AND client_id = $2`,
  ]) {
    assert.deepEqual(kindsNamedIn(line), [], line);
  }
});

test('a kind may have an everyday word as its name', () => {
  const words = [
    ...['order', 'report', 'message', 'call', 'rule', 'quote', 'product', 'job', 'contract'],
    ...['email', 'phone', 'line', 'asset', 'payment', 'project', 'ticket', 'lead', 'document'],
    'item',
  ];
  const kinds = words.map((word) => kindWord(word));
  const root = join(import.meta.dirname, '..');
  const found = filesOfRooms().flatMap((file) => kindsNamedIn(readFileSync(join(root, file), 'utf8'), kinds));
  assert.deepEqual(found, []);
});
