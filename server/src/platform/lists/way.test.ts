import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql, { raw, type Sql } from 'sql-template-tag';
import { ifFull, surely, takeFirst, unlessCut, type Way } from './way.ts';

type Row = { n: number; is_cut?: boolean };

/** Asks for the ways of a list, whose statements are numbers; says which were asked. */
async function ask(ways: Way[], key: string, answers: Record<string, Row[]>) {
  const asked: string[] = [];
  const rows = await takeFirst<Row>(
    ways,
    key,
    async ({ sql: text }: Sql) => {
      asked.push(text);
      return answers[text] ?? [];
    },
    ({ is_cut }) => is_cut === true,
  );
  return { asked: asked.join(' '), rows };
}

const rows = (count: number): Row[] => Array.from({ length: count }, (_, n) => ({ n }));
const ways = [ifFull(sql`short`, 3), unlessCut(sql`few`), ifFull(sql`long`, 3), surely(raw('all'))];

test('a list takes the first way that finds the page, and begins with it the next time', async () => {
  const answers = { short: rows(2), few: [{ n: 1, is_cut: true }], long: rows(3), all: rows(3) };
  assert.deepEqual(await ask(ways, 'one', answers), { asked: 'short few long', rows: rows(3) });
  assert.deepEqual(await ask(ways, 'one', answers), { asked: 'long', rows: rows(3) });
  assert.equal((await ask(ways, 'another', answers)).asked, 'short few long');
});

test('a way that found the page before and gives up now is followed by the next', async () => {
  await ask(ways, 'grown', { few: rows(1) });
  const { asked } = await ask(ways, 'grown', { few: [{ n: 1, is_cut: true }], long: rows(3) });
  assert.equal(asked, 'few long');
});

test('the last way is never the first, because it may read everything', async () => {
  assert.equal((await ask(ways, 'late', { few: [{ n: 1, is_cut: true }] })).asked, 'short few long all');
  assert.equal((await ask(ways, 'late', {})).asked, 'long all');
  assert.equal((await ask([surely(sql`all`)], 'only', {})).asked, 'all');
});
