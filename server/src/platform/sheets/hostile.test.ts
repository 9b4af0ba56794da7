import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMoment } from '../cells/days.ts';
import { readNumber } from '../cells/numbers.ts';
import { sheetsOf } from './sheets.ts';
import { splitTags } from './tags.ts';
import { cellsIn, fileOf } from './testing/files.ts';
import { XmlReader } from './xml.ts';

// Texts of a fifth of the limit of a row. Work by the square of their length would take many
// minutes, so that the test runs into its limit.
const LENGTH = 200_000;

test('a card of very many lines, folds, types or values is read', async () => {
  const cards = [
    `NOTE:a${'\r\n b'.repeat(LENGTH / 4)}`,
    `${'a'.repeat(LENGTH / 2)}${'\r\n b'.repeat(LENGTH / 10)}`,
    `NOTE;ENCODING=QUOTED-PRINTABLE:a${'=\r\nb'.repeat(LENGTH / 4)}`,
    'NOTE:a\r\n'.repeat(LENGTH / 8),
    `CATEGORIES:${'a,'.repeat(LENGTH / 2)}`,
    `TEL;TYPE=${'a,'.repeat(LENGTH)}cell:1`,
  ];
  for (const card of cards) {
    const [sheet] = await sheetsIn(`BEGIN:VCARD\r\nFN:Ann\r\n${card}\r\nEND:VCARD\r\n`);
    const [, cells = []] = await cellsIn(sheet);
    assert.ok(cells.includes('Ann'));
  }
});

test('a tag of a workbook with a very long name in it is read', () => {
  const names: string[] = [];
  const reader = new XmlReader({
    open: (_, attributes) => names.push(...Object.keys(attributes())),
    text: () => {},
    close: () => {},
  });
  reader.write(`<c ${'a'.repeat(LENGTH)} r="A1"/><c ${'a '.repeat(LENGTH / 2)}/>`);
  assert.deepEqual(names, ['r']);
});

test('a long cell is no number and no day, and gives its tags', () => {
  const wide = `1${' '.repeat(LENGTH)}x`;
  for (const cell of [wide, `1:00${wide}`, '1:00 '.repeat(LENGTH / 5), '1,'.repeat(LENGTH / 2)]) {
    assert.deepEqual([readNumber(cell, '.'), readMoment(cell, 'dmy')], [null, null]);
  }
  assert.equal(splitTags('a,'.repeat(LENGTH / 2)).length, 1);
  assert.equal(splitTags(`"${'""'.repeat(LENGTH / 2)}`).length, 1);
  assert.equal(splitTags('"a,""b"",'.repeat(LENGTH / 10)).length, 2);
});

async function sheetsIn(text: string) {
  const sheets = await sheetsOf({ name: 'a.vcf', file: await fileOf(Buffer.from(text)) });
  assert.ok(Array.isArray(sheets));
  return sheets as [Parameters<typeof cellsIn>[0]];
}
