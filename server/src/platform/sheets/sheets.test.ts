import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Problem } from '../problem.ts';
import { sheetsOf, zippedFiles } from './sheets.ts';
import { cellsIn, fileOf, workbookOf, zipOf } from './testing/files.ts';
import { VCARD_COLUMNS } from './vcard-cells.ts';
import { orProblem } from './zip.ts';

describe('a CSV file', () => {
  test('is read in the encoding that it has', async () => {
    const text = 'Name;Ort\nMüller;Köln\n';
    for (const content of [
      Buffer.from(text),
      Buffer.from(`\uFEFF${text}`),
      Buffer.from(text, 'latin1'),
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      Buffer.from(text, 'utf16le'),
      Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
    ]) {
      assert.deepEqual(await read(content), [
        ['Name', 'Ort'],
        ['Müller', 'Köln'],
      ]);
    }
  });

  test('in two encodings is refused with the line at which it changes', async () => {
    const mixed = Buffer.concat([Buffer.from('Name\nMüller\n'), Buffer.from('Köhler\n', 'latin1')]);
    assert.match(await refusal(mixed), /Around line 3, the text changes/);
  });
});

describe('a workbook', () => {
  test('gives texts, numbers and days as they are meant', async () => {
    const rows = [
      ['Name', 'Value', 'Day', 'Time'],
      ['A & <B>', 1234.5, { serial: 46_000 }, { serial: 46_000.75 }],
      ['', 0.1 + 0.2, { serial: 1 }, { serial: 0.5 }],
    ];
    assert.deepEqual(await read(await workbookOf({ Sheet1: rows })), [
      ['Name', 'Value', 'Day', 'Time'],
      ['A & <B>', '1234.5', '2025-12-09', '2025-12-09T18:00:00'],
      ['', '0.3', '1900-01-01', '12:00:00'],
    ]);
  });

  test('with several sheets gives each of them, with its name', async () => {
    const file = await fileOf(await workbookOf({ People: [['a']], Firms: [['b']] }));
    const sheets = await sheetsOf({ name: 'all.xlsx', file });
    assert.ok(Array.isArray(sheets));
    assert.deepEqual(
      sheets.map(({ name }) => name),
      ['all.xlsx: People', 'all.xlsx: Firms'],
    );
  });

  test('with a document type or entities is refused, and nothing else is read', async () => {
    const evil =
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><sst><si><t>&f;</t></si></sst>';
    const workbook = await workbookOf({ Sheet1: [['Name'], ['x']] }, { 'xl/sharedStrings.xml': evil });
    assert.match(await refusal(workbook), /declares a document type/);
  });

  test('that is cut off is refused', async () => {
    const workbook = await workbookOf({ Sheet1: [['Name'], ['x']] });
    assert.match(
      await refusal(workbook.subarray(0, workbook.length - 40)),
      /damaged or was cut off \(its end is missing\)/,
    );
  });

  test('that is a picture or a zip file is refused with what it is', async () => {
    const picture = Buffer.concat([Buffer.from('\x89PNG\r\n', 'latin1'), Buffer.alloc(100, 200)]);
    assert.match(await refusal(picture), /is a picture\. Nothing was imported\. Save it as CSV/);
    const file = await fileOf(await zipOf({ 'a.csv': 'Name\nA\n' }));
    const inner = await sheetsOf({ name: 'inner.zip', file });
    assert.ok(inner instanceof Problem);
    assert.match(inner.detail, /"inner\.zip" is a zip file within the zip file\..* Unpack it/);
  });
});

describe('an address book', () => {
  test('is read from vCard 2.1, with quoted-printable and its character set', async () => {
    const card = [
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;',
      'ORG;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:K=F6nig =',
      'GmbH',
      'TEL;WORK;VOICE:089 1234',
      'TEL;CELL:0171 55',
      'EMAIL;INTERNET:joerg@example.com',
      'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSk',
      ' ZJRgABAQ',
      '',
      'END:VCARD',
      '',
    ];
    const row = await firstCard(card.join('\r\n'));
    assert.deepEqual(row, {
      'First name': 'Jörg',
      'Last name': 'Müller',
      Organization: 'König GmbH',
      'Phone - Work': '089 1234',
      'Phone - Mobile': '0171 55',
      'Email - Other': 'joerg@example.com',
    });
  });

  test('is read from vCard 3 and 4, with folded lines, escapes, groups and several values', async () => {
    const card = [
      'BEGIN:VCARD',
      'VERSION:4.0',
      'FN:Grace Hopper',
      'item1.EMAIL;PREF=1:grace@example.com',
      'item1.X-ABLabel:Work',
      'EMAIL;TYPE=work:gh@example.org',
      'TEL;VALUE=uri;TYPE="home,voice":tel:+49-89-1',
      'ADR;TYPE=work:;;1 Main St\\, Floor 2;Arlington;VA;22201;USA',
      'CATEGORIES:Buyer,VIP',
      'NOTE:First line\\nsecond ',
      ' line',
      'END:VCARD',
    ];
    const row = await firstCard(card.join('\n'));
    assert.deepEqual(row, {
      'Full name': 'Grace Hopper',
      'Email - Work': 'grace@example.com ::: gh@example.org',
      'Phone - Home': '+49-89-1',
      'Address - Work - Street': '1 Main St, Floor 2',
      'Address - Work - City': 'Arlington',
      'Address - Work - Region': 'VA',
      'Address - Work - Postal code': '22201',
      'Address - Work - Country': 'USA',
      Categories: 'Buyer ::: VIP',
      Note: 'First line\nsecond line',
    });
  });

  test('keeps the comma in the name of a company and in an address, with and without its escape', async () => {
    for (const [version, company] of [
      ['2.1', 'Acme, Inc. 10'],
      ['3.0', 'Acme, Inc. 10'],
      ['4.0', 'Acme\\, Inc. 10'],
    ] as const) {
      const lines = [
        'BEGIN:VCARD',
        `VERSION:${version}`,
        'N:Byron;Ada',
        `ORG:${company};Sales;East`,
        'ADR;WORK:;;Main St 1, Floor 2;Boston',
        'END:VCARD',
      ];
      assert.deepEqual(await firstCard(lines.join('\r\n')), {
        'First name': 'Ada',
        'Last name': 'Byron',
        Organization: 'Acme, Inc. 10',
        Department: 'Sales, East',
        'Address - Work - Street': 'Main St 1, Floor 2',
        'Address - Work - City': 'Boston',
      });
    }
  });

  test('is read with what no column is made for, and with the labels of Apple', async () => {
    const lines = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'PRODID:-//Apple',
      'FN:Zoë Ek',
      'ROLE:Developer',
      'IMPP;X-SERVICE-TYPE=Signal:sgnl:zoe',
      'item1.TEL:+49 30 5',
      'item1.X-ABLabel:_$!<HomeFAX>!$_',
      'item2.EMAIL:zoe@home.example',
      'item2.X-ABLabel:_$!<Home>!$_',
      'END:VCARD',
    ];
    assert.deepEqual(await firstCard(lines.join('\n')), {
      'Full name': 'Zoë Ek',
      'Email - Home': 'zoe@home.example',
      'Phone - Fax': '+49 30 5',
      'Other details': 'Role: Developer; Chat: sgnl:zoe',
    });
  });

  test('loses no prefix, extension, day without a year or date with a label of its own', async () => {
    const lines = [
      'BEGIN:VCARD',
      'VERSION:4.0',
      'N:Weber;Anna;;Dr.;MBA',
      'TEL;VALUE=uri;TYPE="voice,work":tel:+44-113-496-0000;ext=12',
      'BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-30',
      'item4.X-ABDATE;type=pref:2001-06-09',
      'item4.X-ABLabel:_$!<Anniversary>!$_',
      'END:VCARD',
    ];
    assert.deepEqual(await firstCard(lines.join('\n')), {
      'First name': 'Anna',
      'Last name': 'Weber',
      'Phone - Work': '+44-113-496-0000 ext. 12',
      'Other details': 'Anniversary: 2001-06-09; Prefix: Dr.; Suffix: MBA; Birthday: April 30',
    });
    const [other] = [await firstCard('BEGIN:VCARD\nFN:Bo\nBDAY:--0203\nEND:VCARD')];
    assert.equal(other['Other details'], 'Birthday: February 3');
  });

  test('without the end of a card is refused', async () => {
    assert.match(await refusal('BEGIN:VCARD\nFN:Ann\n'), /has no end/);
  });
});

describe('a zip file', () => {
  test('gives its files, without folders and what a Mac puts beside them', async () => {
    const file = await fileOf(await zipOf({ 'export/a.csv': 'x', '__MACOSX/._a.csv': 'y', 'b.vcf': 'z' }));
    const entries = await zippedFiles(file);
    assert.ok(Array.isArray(entries));
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['export/a.csv', 'b.vcf'],
    );
  });

  test('whose names lead out of the folder is refused', async () => {
    const zip = await zipOf({ 'aa/evil.csv': 'x' });
    const evil = Buffer.from(zip.toString('latin1').replaceAll('aa/evil.csv', '../evil.csv'), 'latin1');
    assert.match(await zipRefusal(evil), /leads out of its folder/);
  });

  test('that unpacks to too much is refused before it is unpacked', async () => {
    const bomb = await zipOf({ 'a.csv': Buffer.alloc(40 * 1024 * 1024) });
    assert.match(await zipRefusal(bomb), /packed so tightly that it would unpack to more/);
  });

  test('with a wrong checksum is refused when the file is read', async () => {
    const zip = await zipOf({ 'a.csv': 'Name\nAnn\n' });
    const at = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 16;
    zip[at] = zip[at]! ^ 1;
    const entries = await zippedFiles(await fileOf(zip));
    assert.ok(Array.isArray(entries));
    const read = await orProblem(() => Array.fromAsync(entries[0]!.read()));
    assert.ok(read instanceof Problem && /checksum/.test(read.detail));
  });
});

test('other files are refused with what to send instead', async () => {
  assert.match(await refusal(''), /is empty/);
  assert.match(await refusal('%PDF-1.7 …'), /is a PDF/);
  assert.match(
    await refusal(Buffer.from('d0cf11e0a1b11ae1', 'hex')),
    /damaged, or a document of another kind/,
  );
  assert.match(await refusal(Buffer.alloc(5000)), /is no text/);
  assert.match(await refusal('<html><body>Sign in</body></html>'), /is a web page/);
});

async function read(content: string | Buffer) {
  const sheets = await sheetsOf({ name: 'file', file: await fileOf(content) });
  if (sheets instanceof Problem) return [sheets.detail];
  return cellsIn(sheets[0]!);
}

async function refusal(content: string | Buffer): Promise<string> {
  return String((await read(content)).at(-1));
}

async function zipRefusal(content: Buffer): Promise<string> {
  const entries = await zippedFiles(await fileOf(content));
  return entries instanceof Problem ? entries.detail : 'not refused';
}

async function firstCard(text: string): Promise<Record<string, string>> {
  const [, cells] = await read(text);
  const filled = VCARD_COLUMNS.map((name, index) => [name, (cells as string[])[index]!] as const);
  return Object.fromEntries(filled.filter(([, cell]) => cell !== ''));
}
