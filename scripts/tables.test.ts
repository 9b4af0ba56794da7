import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { serverTexts, tablesOf, usesIn } from './tables.ts';

const PAGE = 'docs/tables.md';

/** The rows of the page: a table, its room, and the other rooms that write and read it. */
const rows = readFileSync(join(import.meta.dirname, '..', PAGE), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, table, room, writers, readers] = line.split('|').map((cell) => cell.trim());
    const rooms = (cell = '') => cell.split(', ').filter((one) => one !== '');
    return {
      table: table!.replaceAll('`', ''),
      room: room!,
      writers: rooms(writers),
      readers: rooms(readers),
    };
  });

const uses = usesIn(serverTexts(), tablesOf());

test('each table has a room', () => {
  assert.deepEqual(
    rows.map(({ table }) => table),
    tablesOf(),
    `${PAGE} lists the tables of server/schema.sql, by name`,
  );
});

test('SQL about a table stands in its room, or in one that the list names', () => {
  const strange = uses.filter(({ table, room, writes }) => {
    const row = rows.find((one) => one.table === table);
    if (!row || row.room === room || row.writers.includes(room)) return false;
    return writes || !row.readers.includes(room);
  });
  const said = strange.map(({ table, room, writes }) => `${room} ${writes ? 'writes' : 'reads'} ${table}`);
  assert.deepEqual(said, [], `ask the room of the table for a function, or say why in ${PAGE}`);
});

test('the list names no room that has no such SQL', () => {
  const stale = rows.flatMap(({ table, writers, readers }) => [
    ...writers.filter((room) => !uses.some((use) => use.table === table && use.room === room && use.writes)),
    ...readers.filter((room) => !uses.some((use) => use.table === table && use.room === room && !use.writes)),
  ]);
  assert.deepEqual(stale, []);
});

test('a statement in a comment, or about a name that is no table, is no use', () => {
  const text = '// DELETE FROM users\nSELECT FROM owner JOIN logins ON true; DELETE FROM views';
  assert.deepEqual(usesIn([{ room: 'one', text }], ['users', 'logins', 'views']), [
    { table: 'logins', room: 'one', writes: false },
    { table: 'views', room: 'one', writes: true },
  ]);
});
