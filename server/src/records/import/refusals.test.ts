import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { assertRefused } from '../../testing/assert-forbids.ts';
import { type Answer, startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { CSV, clientsOf, countsOf, openRequest, PATH, sendCsv } from './testing/import-requests.ts';

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
});
after(() => app.close());
beforeEach(async () => {
  ada = await app.addUser();
  await app.addAccount(ada);
});

const send = (body: string, query = '') => sendCsv(app, ada, body, query);
const clients = (query = '') => clientsOf(app, ada, query);

describe('a row is refused with its line, column and reason', () => {
  const faults: [string, string | null, string][] = [
    ['x,,a@example.com,,,', 'Company', 'required'],
    [`x,${'n'.repeat(201)},,,,`, 'Company', 'too_long'],
    ['x\0,A,,,,', 'ID', 'invalid_characters'],
    ['x,A,,,,,', null, 'too_many_items'],
  ];
  for (const [row, column, code] of faults) {
    test(`${code}: ${JSON.stringify(row.slice(0, 50))}`, async () => {
      const answer = await send(
        `ID,Company,Mail,Status,owner_uuid,Other\n1,Before,,,,\n${row}\n2,After,,,,\n`,
      );
      assert.deepEqual(countsOf(answer), { created: 2, updated: 0, unchanged: 0, failed: 1 });
      const [failure, ...more] = answer.body.data.failures;
      assert.deepEqual([failure.line, failure.column, failure.code], [3, column, code]);
      // The sentence begins with the JSON pointer of the value, which the pages put into words.
      assert.match(failure.detail, /^(\/\S+|The (row|text)) .*[.?]$/);
      assert.deepEqual(more, []);
      assert.deepEqual(
        (await clients()).map(({ name }) => name),
        ['After', 'Before'],
      );
    });
  }

  const lost: [string, string | null, string][] = [
    ['x,A,N/A,,,', 'Mail', 'wrong_format'],
    ['x,A,,open,,', 'Status', 'not_in_list'],
    ['x,A,,,not-a-uuid,', 'owner_uuid', 'wrong_format'],
    ['x,A,,,01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64,', 'owner_uuid', 'not_found'],
    [`x,A,,,,${'c'.repeat(16 * 1024)}`, null, 'too_long'],
  ];
  for (const [row, column, code] of lost) {
    test(`and a cell that a record can be without costs that cell alone: ${row.slice(0, 50)}`, async () => {
      const csv = `ID,Company,Mail,Status,owner_uuid,Other\n${row}\n2,After,,,,\n`;
      const strict = await send(csv, '?strict=true');
      assert.deepEqual(countsOf(strict), { created: 1, updated: 0, unchanged: 0, failed: 1 });
      assert.equal(strict.body.data.failures[0].code, code);
      const answer = await send(csv);
      assert.deepEqual(countsOf(answer), { created: 1, updated: 0, unchanged: 1, failed: 0 });
      const { lost_cells, losses } = answer.body.data;
      assert.deepEqual(
        [lost_cells, losses.map((one: { column: string; code: string }) => [one.column, one.code])],
        [1, [[column, code]]],
      );
    });
  }

  test('a row without its empty cells at the end is taken, and several columns of addresses are one list', async () => {
    const answer = await send('Name,Mail,E-mail address,City\nAlpha,a@example.com,b@example.com\nBeta\n');
    assert.deepEqual(countsOf(answer), { created: 2, updated: 0, unchanged: 0, failed: 0 });
    const [alpha, beta] = await clients();
    assert.deepEqual(
      [alpha.emails.map(({ value }: { value: string }) => value), beta.name],
      [['a@example.com', 'b@example.com'], 'Beta'],
    );
  });

  test('a value under a column without a name is not lost in silence', async () => {
    const answer = await send('Name,,\nAlpha,,\nBeta,,lost\n');
    assert.deepEqual(countsOf(answer), { created: 1, updated: 0, unchanged: 0, failed: 1 });
    assert.match(
      answer.body.data.failures[0].detail,
      /^Column 3 has no name in the header, but a value here\./,
    );
  });

  test('all faults of a row are listed, for the first thousand that failed, and all rows counted', async () => {
    const answer = await send(`Name,kind,Mail,Status\n${'A,x,x,y\n'.repeat(1200)}`, '?strict=true');
    assert.deepEqual(countsOf(answer), { created: 0, updated: 0, unchanged: 0, failed: 1200 });
    const lines = answer.body.data.failures.map(({ line }: { line: number }) => line);
    assert.equal(lines.length, 2000);
    assert.deepEqual(
      [...new Set(lines)],
      Array.from({ length: 1000 }, (_, n) => n + 2),
    );
  });

  test('of a row with very many faults the first ten are listed, and of the next row its own', async () => {
    const names = Array.from({ length: 15 }, (_, n) => `Field ${n}`);
    const hostile = names.map(() => '"a\0"');
    const answer = await send(`Name,${names}\nA,${hostile}\nB,${names},too much\n`);
    const lines = answer.body.data.failures.map(({ line }: { line: number }) => line);
    assert.deepEqual(lines, [...Array(10).fill(2), 3]);
  });
});

describe('a file that cannot be read changes nothing', () => {
  const rows = Array.from({ length: 2000 }, (_, n) => `${n},Company ${n}\n`).join('');

  test('a quote that is never closed, thousands of rows behind the beginning', async () => {
    const answer = await send(`ID,Name\n${rows}x,"open\n`);
    assertRefused(answer, 400, 'csv_invalid');
    assert.match(
      answer.body.detail,
      /line 2002, column 2 \("Name"\), a quote is opened and never closed\. Nothing was imported/,
    );
    assert.equal((await clients()).length, 0);
  });

  test('Latin-1 and UTF-16', async () => {
    const latin = await sendBytes(Buffer.from(`ID,Name\n${rows}x,Zoë\n`, 'latin1'));
    assertRefused(latin, 400, 'csv_invalid');
    assert.match(latin.body.detail, /^Line 2002 is not UTF-8; the file looks like Latin-1/);
    const wide = await sendBytes(Buffer.from('ID,Name\n1,Zoë\n', 'utf16le'));
    assertRefused(wide, 400, 'csv_invalid');
    assert.match(wide.body.detail, /looks like UTF-16.*Save it as CSV in UTF-8/);
    assert.equal((await clients()).length, 0);
  });

  const headers: [string, RegExp][] = [
    ['', /^The file is empty/],
    [
      'MMM,3M\nAOS,A. O. Smith\n',
      /^None of the columns "MMM", "3M" is read as name or external_id\. Is the first line a header\?/,
    ],
    [
      'Name,City,Name\n',
      /^The column "Name" is there twice\. Rename one of them, or send the file to POST \/api\/v2\/imports /,
    ],
    ['Name,Company\n', /^The columns "Name", "Company" are all read as name\./],
    [`Name${',x'.repeat(200)}\n`, /^The header has 201 columns, and at most 200 are allowed/],
    [`Name,${'x'.repeat(201)}\n`, /^The name of column 2 has more than 200 characters/],
    ['Name,__proto__\n', /^The name of column 2 cannot be stored/],
  ];
  for (const [file, fault] of headers) {
    test(`the header ${JSON.stringify(file.slice(0, 20))}: ${fault.source.slice(1, 40)}`, async () => {
      const answer = await send(file);
      assertRefused(answer, 400, 'csv_invalid');
      assert.match(answer.body.detail, fault);
    });
  }

  test('a connection that ends in the middle', async () => {
    const request = openRequest(app, ada, { 'content-length': '100000' });
    const lost = new Promise((resolve) => request.once('error', resolve));
    request.write(`ID,Name\n${rows}`);
    request.destroy();
    await lost;
    assert.equal((await clients()).length, 0);
    assert.equal(countsOf(await send('Name\nAlpha\n')).created, 1);
  });
});

async function sendBytes(body: Buffer): Promise<Answer> {
  const headers = { ...CSV, authorization: `Bearer ${ada.token}` };
  const response = await fetch(app.base_url + PATH, { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
