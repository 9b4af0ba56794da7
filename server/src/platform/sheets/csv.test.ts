import assert from 'node:assert/strict';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { createTestFolder } from '../database/testing/test-database.ts';
import { Problem } from '../problem.ts';
import { readRows } from './csv.ts';

let folder: string;

before(async () => {
  folder = await createTestFolder();
});

describe('rows', () => {
  test('know the line they begin at, also behind blank lines and line breaks in quotes', async () => {
    const text = 'a,b\n1,"two\r\nlines"\n\n , \n2,"three\nmore\nlines"\r\n3,x';
    assert.deepEqual(await read(text), [
      [1, 'a', 'b'],
      [2, '1', 'two\r\nlines'],
      [6, '2', 'three\nmore\nlines'],
      [9, '3', 'x'],
    ]);
  });

  test('may end with LF, CR LF or CR, even in one file', async () => {
    assert.deepEqual(await read('a,b\r\n1,2\n3,4\r5,6'), [
      [1, 'a', 'b'],
      [2, '1', '2'],
      [3, '3', '4'],
      [4, '5', '6'],
    ]);
  });

  for (const delimiter of [',', ';', '\t']) {
    test(`are split at ${JSON.stringify(delimiter)} when the header is`, async () => {
      const lines = [`"a,;\t"${delimiter}b`, `1${delimiter}"x,;\ty"`];
      assert.deepEqual(await read(lines.join('\n')), [
        [1, 'a,;\t', 'b'],
        [2, '1', 'x,;\ty'],
      ]);
    });
  }

  test('are split as a first line of Excel says, which is none of them', async () => {
    for (const first of ['sep=;', '\uFEFFsep=;\r', '"sep=;"']) {
      assert.deepEqual(await read(`${first}\nName,a;b\n1;"2\n2"\n3;4`), [
        [2, 'Name,a', 'b'],
        [3, '1', '2\n2'],
        [5, '3', '4'],
      ]);
    }
    assert.deepEqual(await read('sep=\n1'), [
      [1, 'sep='],
      [2, '1'],
    ]);
  });

  test('lose the white space around their cells, but not within quotes', async () => {
    assert.deepEqual(await read('a, b \n  1  , " 2 " \n'), [
      [1, 'a', 'b'],
      [2, '1', ' 2 '],
    ]);
  });

  test('lose the byte order mark before them', async () => {
    assert.deepEqual(await read('\ufeff"a",b\n1,2'), [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ]);
  });

  test('come whole when a character or a quote lies across two chunks', async () => {
    const cell = `${'x'.repeat(64 * 1024 - 5)}é""€`;
    for (const shift of ['', 'y', 'yy', 'yyy', 'yyyy']) {
      const rows = await read(`a\n"${shift}${cell}"\n`);
      assert.deepEqual(rows[1], [2, shift + cell.replace('""', '"')]);
    }
  });

  test('are none in a file that is empty', async () => {
    for (const text of ['', '\ufeff', '\n\r\n \n']) assert.deepEqual(await read(text), []);
  });
});

describe('a file is refused with its fault', () => {
  const head = 'name,note\n1,"a\nb"\n';
  const faults: [string, RegExp][] = [
    [
      `${head}x,"y\nz\n`,
      /row that begins at line 4, column 2 \("note"\), a quote is opened and never closed/,
    ],
    [`${head}"x"y,z\n`, /row that begins at line 4, column 1 \("name"\), text follows a closing quote/],
    [`${head}"x" y,z\n`, /row that begins at line 4, column 1 \("name"\), text follows a closing quote/],
    [`${head}x,y"z"\n`, /row that begins at line 4, column 2 \("note"\), a quote stands in the middle/],
    ['name,"note\n', /row that begins at line 1, column 2, a quote is opened and never closed/],
  ];
  for (const [text, fault] of faults) {
    test(`${JSON.stringify(text.slice(-10))}: ${fault.source}`, async () => {
      assert.match(await faultOf(text), fault);
    });
  }

  test('when a row is longer than 1 MiB, whether it is one text or many', async () => {
    for (const long of [
      `"${'x'.repeat(1024 * 1024)}"`,
      ','.repeat(1024 * 1024),
      `"${'x\n'.repeat(600_000)}`,
    ]) {
      const fault = await faultOf(`${head}${long}\n3,4\n`);
      assert.match(fault, /row that begins at line 4 is longer than 1 MiB\. Is a quote left open there\?/);
    }
    assert.equal((await read(`${head}"${'x'.repeat(1024 * 1000)}",y\n`)).length, 3);
  });

  test('when it is Latin-1, with the first line that shows it', async () => {
    const ascii = 'name\n'.repeat(20_000);
    const fault = await faultOf(Buffer.from(`${ascii}"Zoë"\n`, 'latin1'));
    assert.match(fault, /^Line 20001 is not UTF-8; the file looks like Latin-1 or Windows-1252\./);
    assert.match(fault, /Save it as CSV in UTF-8/);
  });

  test('when it ends in the middle of a character', async () => {
    assert.match(await faultOf(Buffer.from('name\nZoë').subarray(0, -1)), /^Line 2 is not UTF-8/);
  });

  test('when it is UTF-16, with and without a byte order mark, or a workbook', async () => {
    const text = Buffer.from('name,note\n1,2\n', 'utf16le');
    const mark = Buffer.from([0xff, 0xfe]);
    for (const bytes of [text, Buffer.concat([mark, text]), Buffer.concat([mark, text]).swap16()]) {
      assert.match(await faultOf(bytes), /^The file looks like UTF-16\./);
    }
    assert.match(await faultOf('PK\x03\x04…'), /^The file looks like an Excel workbook/);
  });
});

async function read(content: string | Buffer): Promise<(number | string)[][]> {
  const { rows, fault } = await readAll(content);
  assert.equal(fault, undefined);
  return rows;
}

async function faultOf(content: string | Buffer): Promise<string> {
  const { fault } = await readAll(content);
  assert.ok(fault instanceof Problem, 'the file was read without a fault');
  assert.equal(fault.code, 'csv_invalid');
  return fault.detail;
}

/** The rows as line and cells, and the Problem that ended the reading. */
async function readAll(content: string | Buffer) {
  const path = join(folder, 'file.csv');
  await writeFile(path, content);
  const rows: (number | string)[][] = [];
  let fault: Problem | undefined;
  await using file = await open(path);
  for await (const row of readRows(file)) {
    assert.equal(fault, undefined, 'something came after the fault');
    if (row instanceof Problem) fault = row;
    else rows.push([row.line, ...row.cells]);
  }
  return { rows, fault };
}
