import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fold } from '@rapport/contract/fold';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import type { Database } from '../database/database.ts';
import { openTestDatabase } from '../database/testing/test-database.ts';
import { hasShortNumbers, searchQuery, shortGroupsTogether, wordsQuery } from './search-words.ts';

let db: Database;

before(async () => {
  db = await openTestDatabase();
});
after(() => db.close());

const UNITS = [
  ..."aZ0 ßÆœØłĐıİΣςé'’-–_.@/&+,(\t\u0001株京ガｶﾞ김ᄀ々ー・漢ﷺ㍿ﬁ한مُשָׁहिน้ำ😀",
  'e\u0301',
  '\u200d',
  '\u00ad',
  '\u{20000}',
];
/**
 * Capitals that Unicode has since version 11: the ICU of the embedded database is older, and leaves
 * them as they are.
 */
const NEWER =
  /[\u1c90-\u1cbf\u2c2f\ua7b8-\ua7f5\u{10570}-\u{10595}\u{10d50}-\u{10d65}\u{16e40}-\u{16e5f}\u{16ea0}-\u{16eb8}]/gu;

const text = fc
  .array(
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...UNITS) },
      fc.string({ unit: 'binary', maxLength: 1 }),
    ),
    { maxLength: 30 },
  )
  .map((units) => units.join('').replaceAll('\0', '0').replaceAll(NEWER, '?').toWellFormed());

test('the database folds every text as the pages do', async () => {
  const texts = fc.sample(text, 3000);
  const rows = await db.query<{ given: string; folded: string }>(sql`
    SELECT given, folded(given) FROM unnest(${texts}::text[]) AS given`);
  for (const { given, folded } of rows) assert.equal(folded, fold(given), JSON.stringify(given));
});

test('what is folded stays the same when it is folded again', () => {
  fc.assert(fc.property(text, (given) => assert.equal(fold(fold(given)), fold(given))));
});

test('every text has the words that are looked for, wherever it is kept', async () => {
  const rows = fc
    .sample(text, 2000)
    .map((given) => ({ given, words: wordsQuery(given), search: searchQuery(given) }));
  const [texts, words, searches] = [
    rows.map(({ given }) => given),
    rows.map((row) => row.words),
    rows.map(({ search }) => search),
  ];
  const missed = await db.query<{ given: string }>(sql`
    SELECT given FROM unnest(${texts}::text[], ${words}::text[], ${searches}::text[]) AS row (given, words, search)
    WHERE (words <> '' AND NOT (search_words(given, '[]') @@ words::tsquery
        AND search_words('', jsonb_build_array(jsonb_build_object('value', given))) @@ words::tsquery))
      OR (search <> '' AND NOT search_words('x ' || given || ' x', '[]') @@ search::tsquery)`);
  assert.deepEqual(missed, []);
});

test('of a number in groups only the last one may go on, as many numbers begin with the code of a country', () => {
  const query = searchQuery('+44 20 123');
  assert.match(query, /^\(\('44' & '20' & '123':\*\) \| /);
  assert.match(query, /'4420123':\*/);
  assert.match(searchQuery('hopper 20 123'), /'20':\*/);
});

for (const [name, unit] of [
  ['underscores', '_a'],
  ['dots', 'a.'],
  ['tags', '<!--'],
  ['accents', 'a\u0301'],
  ['long words', `${'a'.repeat(101)} `],
  ['Chinese', '東京都'],
  ['Chinese and Latin letters', '東.'],
  ['ligatures', 'ﷺ'],
] as const) {
  test(`64 KiB of ${name} take no more than fifty times as long as 2 KiB`, async () => {
    const took = async (length: number) => {
      const [row] = await db.query<{ ms: number }>(sql`
        WITH began AS MATERIALIZED (SELECT clock_timestamp() AS at),
          made AS MATERIALIZED (SELECT length(search_words(left(repeat(${unit}, ${length}::int), ${length}::int), '[]')), at FROM began)
        SELECT extract(epoch FROM clock_timestamp() - at)::float8 * 1000 AS ms FROM made`);
      return row!.ms;
    };
    await took(2048);
    const short = Math.min(await took(2048), await took(2048), await took(2048));
    const long = Math.min(await took(65_536), await took(65_536));
    assert.ok(long < 100 || long < 50 * short, `${long} ms against ${short} ms`);
  });
}

test('only the digits together stand for a phone number in short groups', () => {
  assert.equal(shortGroupsTogether('44 20 1', 'beginning'), "'44201':*");
  assert.equal(shortGroupsTogether('+44 20 1', 'beginning')?.includes("'44201':*"), true);
  // A long group is in few numbers, four digits begin too many, and letters are no number.
  for (const q of ['44 20 123', '040 11', '44 20', '44201', 'grace 20 17 1'])
    assert.equal(shortGroupsTogether(q, 'anywhere'), null, q);
});

test('a number of two digits never drives a search beside a longer word', () => {
  assert.equal(hasShortNumbers('grace 7'), true);
  assert.equal(hasShortNumbers('7 grace 17'), true);
  for (const q of ['grace 717', 'grace hopper', '7', 'grace']) assert.equal(hasShortNumbers(q), false, q);
});
