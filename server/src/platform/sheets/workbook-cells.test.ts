import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../problem.ts';
import { numberFormat, shownNumber } from './number-format.ts';
import { sheetsOf, zippedFiles } from './sheets.ts';
import { cellsIn, fileOf, workbookOf, zipOf } from './testing/files.ts';

// What Excel shows of a number, but for rounding; days are as ISO 8601 writes them.
const SHOWN: [code: string | number, value: string, shown: string][] = [
  ['General', '0.30000000000000004', '0.3'],
  ['#,##0.00', '1234.5', '1234.5'],
  ['0%', '0.25', '25%'],
  ['0.0%', '0.125', '12.5%'],
  [9, '1', '100%'],
  ['[h]:mm', '1.5', '36:00'],
  ['[h]:mm:ss', '1.500011574', '36:00:01'],
  [46, '0.25', '6:00'],
  ['h:mm', '0.5', '12:00:00'],
  ['h:mm', '1.5', '12:00:00'],
  ['mm:ss', '0.01', '00:14:24'],
  ['yyyy-mm-dd', '46000', '2025-12-09'],
  ['[$-409]d\\-mmm\\-yy;@', '46000', '2025-12-09'],
  ['mmm yy', '46000', '2025-12-09'],
  ['dd.mm.yyyy hh:mm', '46000.75', '2025-12-09T18:00:00'],
  ['"Due: "0', '5', '5'],
  ['00000', '1234', '01234'],
  ['000-00-0000', '12345678', '012-34-5678'],
  ['[<=9999999]###-####;(###) ###-####', '5551234', '555-1234'],
  ['[<=9999999]###-####;(###) ###-####', '2025551234', '(202) 555-1234'],
  ['"$"#,##0.00', '1200', '$1200'],
  ['"$"#,##0.00', '-1200.5', '-$1200.5'],
  ['#,##0.00\\ [$€-407]', '1200.5', '1200.5 €'],
  ['[$CHF]\\ #,##0', '99', 'CHF 99'],
  ['_-* #,##0.00\\ [$zł-415]_-', '10', '10 zł'],
  // In a text it may be 1234; here it is not.
  ['0.000', '1.234', '1.2340'],
  ['0.00E+00', '1234567', '1234567'],
  ['@', '1234567890123456789', '1234567890123456789'],
  ['['.repeat(500_000), '5', '5'],
  [`${'['.repeat(254)}`, '5', '5'],
];

test('a cell is what it shows, by the format of its number', () => {
  for (const [code, value, shown] of SHOWN) {
    const format = typeof code === 'number' ? numberFormat(code, undefined) : numberFormat(200, code);
    assert.equal(shownNumber(value, format, false), shown, `${String(code).slice(0, 50)} of ${value}`);
  }
});

const SHEET = (cells: string) => `<worksheet><sheetData>
  <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2">${cells}</row></sheetData></worksheet>`;

async function rowOf(cells: string): Promise<string[] | string> {
  const workbook = await workbookOf(
    { One: [['Name', 'Note']] },
    { 'xl/worksheets/sheet1.xml': SHEET(cells) },
  );
  return (await rowsOf(workbook))[1]!;
}

async function rowsOf(workbook: Buffer) {
  const sheets = await sheetsOf({ name: 'a.xlsx', file: await fileOf(workbook) });
  if (sheets instanceof Problem) return [sheets.detail];
  return cellsIn(sheets[0]!);
}

test('an empty cell for a shared text is empty, and no other text', async () => {
  const row = await rowOf('<c r="A2" t="s"><v></v></c><c r="B2" t="s"/><c r="C2"><v>7</v></c>');
  assert.deepEqual(row, ['', '', '7']);
});

test('a cell that names a text which is not there is refused with its row', async () => {
  for (const place of ['7', '-1', '1e0', 'x', '0.5', ' 0x1'])
    assert.match(
      String(await rowOf(`<c r="A2" t="s"><v>${place}</v></c>`)),
      /row 2 names a text that it does not have/,
    );
});

test('faults, truth and signs that XML cannot hold are what the cell shows', async () => {
  const cells =
    '<c r="A2" t="e"><v>#N/A</v></c><c r="B2" t="b"><v>1</v></c><c r="C2" t="inlineStr"><is><t>a_x000D_&#10;b _x005F_x000D_</t></is></c>';
  assert.deepEqual(await rowOf(cells), ['#N/A', 'TRUE', 'a\nb _x000D_']);
});

test('a cell at no place of a sheet is refused', async () => {
  for (const place of ['1', '$A$2', 'ZZZ2', 'é2', 'a2'])
    assert.match(String(await rowOf(`<c r="${place}"><v>1</v></c>`)), /beyond the first 1000 columns/, place);
});

test('the parts of a workbook are found where it says they are, in UTF-16 as well', async () => {
  const type = (name: string) =>
    `Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${name}"`;
  const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const workbook = await zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships><Relationship Id="a" ${type('officeDocument')} Target="book/main.xml"/></Relationships>`,
    'book/main.xml': wide('<workbook xmlns:r="r"><sheets><sheet name="One" r:id="s"/></sheets></workbook>'),
    'book/_rels/main.xml.rels': `<Relationships>
      <Relationship Id="s" ${type('worksheet')} Target="../sheets/one.xml"/>
      <Relationship Id="t" ${type('sharedStrings')} Target="/texts.xml"/></Relationships>`,
    'texts.xml': '<sst><si><t>Name</t></si><si><t>Note</t></si></sst>',
    'sheets/one.xml': wide(SHEET('<c r="A2" t="s"><v>1</v></c>')),
  });
  assert.deepEqual(await rowsOf(workbook), [['Name', 'Note'], ['Note']]);
});

test('a zip file whose files share their bytes, or that is packed in a rare way, is refused with that reason', async () => {
  const zip = await zipOf({ 'a.csv': 'Name\n3M\n', 'b.csv': 'Name\n3M\n' });
  const central = zip.indexOf('PK\x01\x02', 0, 'latin1');
  const second = zip.indexOf('PK\x01\x02', central + 4, 'latin1');
  const shared = Buffer.from(zip);
  shared.writeUInt32LE(0, second + 42);
  assert.match(await refusalOf(shared), /"b\.csv" shares its bytes with another file/);
  const rare = Buffer.from(zip);
  rare.writeUInt16LE(9, central + 10);
  assert.match(
    await refusalOf(rare),
    /"a\.csv" is packed in a way that is not usual \(method 9\)\. Unpack it/,
  );
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`${n}.csv`, Buffer.alloc(1_000_000, 'a')]),
  );
  assert.match(await refusalOf(await zipOf(many)), /unpack to more than/);
});

async function refusalOf(zip: Buffer): Promise<string> {
  const entries = await zippedFiles(await fileOf(zip));
  return entries instanceof Problem ? entries.detail : JSON.stringify(entries);
}
