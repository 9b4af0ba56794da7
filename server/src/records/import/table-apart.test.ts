import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileOf } from '../../platform/sheets/testing/files.ts';
import type { OfTable } from './read-table.ts';
import { openTable } from './table-apart.ts';

test('a long file is read in a process of its own, whole before its first rows', async () => {
  const file = await fileOf(`ID,Name\n${'1,Zeiss\n'.repeat(10_000)}`);
  const seen: OfTable[] = [];
  for await (const read of await openTable(file, undefined)) seen.push(read);
  await file.close();
  assert.deepEqual(
    seen.slice(0, 2).map((read) => ({ ...read })),
    [
      { is: 'header', names: ['ID', 'Name'], count: 2 },
      { is: 'total', total: 10_000 },
    ],
  );
  assert.equal(seen.flatMap((read) => (read.is === 'rows' ? read.rows : [])).at(-1)?.line, 10_001);
});

test('of rows and headers with very many cells comes no more than somebody reads', async () => {
  const wide = ','.repeat(100_000);
  const read = async (text: string) => {
    const file = await fileOf(text);
    const seen: OfTable[] = [];
    for await (const one of await openTable(file, undefined)) seen.push(one);
    await file.close();
    return seen;
  };
  const [header] = await read(`Name${wide}\n`);
  assert.ok(header?.is === 'header' && header.count === 100_001 && header.names.length === 1000);
  const [, , rows] = await read(`Name,City\nA${wide}\n`);
  assert.ok(rows?.is === 'rows');
  assert.deepEqual([rows.rows[0]!.cells, rows.rows[0]!.surplus], [['A', ''], 99_999]);
});
