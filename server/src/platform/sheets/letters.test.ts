import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utils, write } from '@e965/xlsx';
import { Problem } from '../problem.ts';
import { sheetsOf } from './sheets.ts';
import { cellsIn, fileOf } from './testing/files.ts';

// Texts as spreadsheets wrote them before UTF-8. The bytes are Latin-1 for what cannot be typed
// here.
const TEXTS: [encoding: string, bytes: string, cell: string][] = [
  ['windows-1252', 'Name\nM\xfcller \x80\nFran\xe7ois\n', 'Müller €'],
  ['windows-1250', 'Nazwa\n\x8cwierk i Sp\xf3\xb3ka\nKowalska Ma\xb3gorzata\n', 'Świerk i Spółka'],
  [
    'windows-1251',
    '\xc8\xec\xff\n\xc8\xe2\xe0\xed \xcf\xe5\xf2\xf0\xee\xe2\n\xce\xeb\xfc\xe3\xe0\n',
    'Иван Петров',
  ],
  ['macintosh', 'Nom\nH\x8el\x8fne Lef\x8fvre\nBesan\x8don\nJos\x8e\n', 'Hélène Lefèvre'],
  ['windows-1250', 'Name,City\nKiss Ern\xf5,Gy\xf5r\n', 'Kiss Ernő'],
  ['windows-1255', 'Name,City\n\xe3\xe5\xe3 \xeb\xe4\xef,\xfa\xec \xe0\xe1\xe9\xe1\n', 'דוד כהן'],
  ['gb18030', 'Name,Company\n\xd5\xc5\xc8\xfd,\xbb\xaa\xce\xaa\xbc\xbc\xca\xf5\n', '张三'],
  ['euc-kr', 'Name,Company\n\xb9\xda\xb9\xce\xbc\xf6,\xbc\xad\xbf\xef\xc0\xba\xc7\xe0\n', '박민수'],
  [
    'big5',
    '\xa9m\xa6W,\xa4\xbd\xa5q\n\xa4\xfd\xa4p\xa9\xfa,\xa5x\xa5_\xb6T\xa9\xf6\xa4\xbd\xa5q\n',
    '王小明',
  ],
  ['windows-1254', 'Ad,\xdeehir\n\xddbrahim \xc7elik,\xddstanbul\n', 'İbrahim Çelik'],
  [
    'koi8-r',
    '\xe9\xcd\xd1,\xe7\xcf\xd2\xcf\xc4\n\xe9\xd7\xc1\xce \xf0\xc5\xd4\xd2\xcf\xd7,\xed\xcf\xd3\xcb\xd7\xc1\n',
    'Иван Петров',
  ],
  ['windows-1257', 'V\xe2rds,Pils\xe7ta\nJ\xe2nis B\xe7rzi\xf2\xf0,R\xeega\n', 'Jānis Bērziņš'],
  ['shift_jis', '\x96\xbc\x91O\n\x8eR\x93c\x91\xbe\x98Y\n\x97\xe9\x96\xd8\x88\xea\x98Y\n', '山田太郎'],
];

test('a list that is not UTF-8 is read in the encoding that its words have', async () => {
  for (const [encoding, bytes, cell] of TEXTS) {
    const [sheet] = await sheetsIn('a.csv', Buffer.from(bytes, 'latin1'));
    const rows = await cellsIn(sheet!);
    assert.deepEqual([sheet!.encoding, rows[1]![0]], [encoding, cell]);
  }
});

test('a list is read in the encoding that its sender says', async () => {
  const file = await fileOf(Buffer.from('Name\nGy\xf5r\n', 'latin1'));
  const sheets = await sheetsOf({ name: 'a.csv', file }, 'windows-1250');
  assert.ok(Array.isArray(sheets));
  assert.deepEqual((await cellsIn(sheets[0]!))[1], ['Győr']);
});

test('a card whose lines are folded within a letter keeps the letter', async () => {
  const note = Buffer.from('NOTE:Zoë').subarray(0, -1);
  const card = [
    Buffer.from('BEGIN:VCARD\r\nFN:Ann\r\n'),
    note,
    Buffer.from('\r\n '),
    Buffer.from('ë').subarray(1),
  ];
  const [sheet] = await sheetsIn('a.vcf', Buffer.concat([...card, Buffer.from('\r\nEND:VCARD\r\n')]));
  const [header, row] = (await cellsIn(sheet!)) as string[][];
  assert.equal(row![header!.indexOf('Note')], 'Zoë');
});

test('a quoted name that says no character set is read by its letters, or as UTF-8', async () => {
  for (const quoted of ['M=FCller', 'M=C3=BCller']) {
    const card = `BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:${quoted}\nEND:VCARD\n`;
    const [sheet] = await sheetsIn('a.vcf', Buffer.from(card));
    const [header, row] = (await cellsIn(sheet!)) as string[][];
    assert.equal(row![header!.indexOf('Full name')], 'Müller');
  }
});

test('the card of an assistant within a card is no end of it, and no card of its own', async () => {
  const card =
    'BEGIN:VCARD\nFN:Ann\nAGENT:\nBEGIN:VCARD\nFN:Bob\nTEL:1\nEND:VCARD\nTITLE:Boss\nEND:VCARD\nBEGIN:VCARD\nFN:Cyd\nEND:VCARD\n';
  const [sheet] = await sheetsIn('a.vcf', Buffer.from(card));
  const [header, ...rows] = (await cellsIn(sheet!)) as string[][];
  const cells = rows.map((row) => [row[header!.indexOf('Full name')], row[header!.indexOf('Title')]]);
  assert.deepEqual(cells, [
    ['Ann', 'Boss'],
    ['Cyd', ''],
  ]);
});

test('workbooks of old Excel and of LibreOffice are what they show', async () => {
  const cells = utils.aoa_to_sheet([
    ['Name', 'Share', 'Zip', 'Amount', 'Since', 'Yes', 'Empty'],
    ['Zoë', 0.25, 1234, 1200.5, 46_000, true, null],
  ]);
  for (const [place, format] of [
    ['B2', '0%'],
    ['C2', '00000'],
    ['D2', '"$"#,##0.00'],
    ['E2', 'yyyy\\-mm\\-dd'],
  ])
    cells[place!].z = format;
  const book = { SheetNames: ['One'], Sheets: { One: cells } };
  for (const bookType of ['biff8', 'ods'] as const) {
    const name = bookType === 'ods' ? 'a.ods' : 'a.xls';
    const [sheet] = await sheetsIn(name, write(book, { bookType, type: 'buffer' }));
    const [, row] = await cellsIn(sheet!);
    assert.deepEqual(row, ['Zoë', '25%', '01234', '$1200.5', '2025-12-09', 'TRUE'], name);
  }
});

async function sheetsIn(name: string, content: Buffer) {
  const sheets = await sheetsOf({ name, file: await fileOf(content) });
  assert.ok(!(sheets instanceof Problem), (sheets as Problem).detail);
  return sheets;
}
