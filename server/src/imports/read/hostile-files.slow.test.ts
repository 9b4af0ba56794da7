import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import sql from 'sql-template-tag';
import { type Cell, workbookOf, zipOf } from '../../platform/sheets/testing/files.ts';
import { openUploads, RawSender } from '../../testing/broken-requests.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { sendFiles } from '../testing/sending.ts';

/** No file holds those who do not send it for longer. */
const HOLD_MAX_MS = 100;
const MIB = 1024 * 1024;

let app: TestApp;
let ann: TestUser;
let account: string;

before(async () => {
  app = await startTestApp();
  ann = await app.addUser();
  account = await app.addAccount(ann);
  // The first import loads what imports need.
  const { body } = await sendFiles(app, ann, account, { 'a.csv': 'Name,Phone\n3M,+1 651 733 1110\n' });
  await app.call('DELETE', `/api/v2/imports/${body.data.uuid}`, { as: ann });
});
after(() => app.close());

const rowsXml = (count: number, cells: string) =>
  `<worksheet><sheetData>${`<row>${cells}</row>`.repeat(count)}</sheetData></worksheet>`;
const sheet = (xml: string, more: Record<string, string> = {}) =>
  workbookOf({ One: [['Name', 'x'.repeat(32_000)]] }, { 'xl/worksheets/sheet1.xml': xml, ...more });
const text = (place: number) => `<c t="s"><v>${place}</v></c>`;
const header = '<row>'.concat(text(0), '</row>');

const BOMBS: Record<string, () => Promise<Buffer> | Buffer> = {
  'formats.xlsx': () =>
    sheet(rowsXml(3, text(0)), {
      'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'['.repeat(500_000)}"/></numFmts><cellXfs>${'<xf numFmtId="200"/>'.repeat(50_000)}</cellXfs></styleSheet>`,
    }),
  'long-text.xlsx': () => sheet(rowsXml(40_000, text(1)).replace('<row>', `${header}<row>`)),
  'far-cells.xlsx': () =>
    sheet(rowsXml(60_000, '<c r="ALL1"><v>1</v></c>').replace('<row>', `${header}<row>`)),
  'many-formats.xlsx': () =>
    sheet(rowsXml(3, text(0)), {
      'xl/styles.xml': `<styleSheet><cellXfs>${'<xf/>'.repeat(1_000_000)}</cellXfs></styleSheet>`,
    }),
  'long-attribute.xlsx': () => sheet(`<worksheet a="${'a'.repeat(3 * MIB)}`),
  'deep.xlsx': () => sheet(`<worksheet>${'<a>'.repeat(MIB)}`),
  'many-sheets.xlsx': () =>
    workbookOf(
      Object.fromEntries(
        Array.from({ length: 400 }, (_, n): [string, Cell[][]] => [`S${n}`, [['Name'], ['A']]]),
      ),
    ),
  'rows.zip': () => zipOf({ 'a.csv': Buffer.from(`Name\n${'a\n'.repeat(4 * MIB)}`) }),
  'many-rows.zip': () =>
    zipOf(
      Object.fromEntries(
        Array.from({ length: 60 }, (_, n) => [`${n}.csv`, 'Name\n'.concat('a\n'.repeat(200_000))]),
      ),
    ),
  'many-files.zip': () =>
    zipOf(Object.fromEntries(Array.from({ length: 999 }, (_, n) => [`${n}.csv`, 'Name\nA\n']))),
  'in-itself.zip': async () =>
    zipOf({ 'a.zip': await zipOf({ 'a.zip': await zipOf({ 'a.csv': 'Name\n' }) }) }),
  'wide.csv': () => Buffer.from(`Name\n${`${','.repeat(900_000)}\n`.repeat(20)}`),
  'quotes.csv': () => Buffer.from(`Name\n${'"a""b",'.repeat(120_000)}\n`),
  'open-quote.csv': () => Buffer.from(`"${'a,"'.repeat(MIB)}`),
  'delimiters.csv': () => Buffer.from(`${'"'.repeat(65_001)}\nName`),
  'phones.csv': () => Buffer.from(`Name,Phone\nA,"${'a'.repeat(64_000)}1"\n`.repeat(2)),
  'tags.csv': () => Buffer.from(`Name,Tags\nA,"${'""a,""""b"",'.repeat(60_000)}"\n`),
  'folds.vcf': () => Buffer.from(`BEGIN:VCARD\r\nNOTE:a${'\r\n b'.repeat(300_000)}\r\nEND:VCARD`),
  'cards.vcf': () => Buffer.from('BEGIN:VCARD\r\nFN:A\r\nEND:VCARD\r\n'.repeat(300_000)),
  'random.xlsx': () => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), randomBytes(MIB)]),
  'random.csv': () => randomBytes(5 * MIB),
  'zeros.csv': () => Buffer.alloc(5 * MIB),
};

test('no file ends the service, holds it for 100 ms or keeps a place', { timeout: 600_000 }, async (t) => {
  for (const [name, content] of Object.entries(BOMBS)) {
    const sent = await content();
    const began_ms = performance.now();
    const form = new FormData();
    form.append('account_uuid', account);
    form.append('file', new Blob([sent as Uint8Array<ArrayBuffer>]), name);
    const send = await sender(`${app.base_url}/api/v2/imports`, new Response(form));
    const { result, hold_ms } = await longestHold(send);
    const { status, text } = result;
    const body = JSON.parse(text);
    const took_s = ((performance.now() - began_ms) / 1000).toFixed(1);
    t.diagnostic(`${name}: ${status} in ${took_s} s, held ${Math.round(hold_ms)} ms. ${body.detail ?? ''}`);
    assert.ok([201, 400].includes(status), `${name}: ${status} ${body.detail}`);
    if (status === 201) await app.call('DELETE', `/api/v2/imports/${body.data.uuid}`, { as: ann });
    assert.ok(hold_ms < HOLD_MAX_MS, `${name} held the service for ${hold_ms} ms`);
  }
  assert.deepEqual(await app.db.query(sql`SELECT FROM imports`), []);
  await new RawSender(app, ann.token, account).assertAllPlacesAreFree();
  assert.equal(await openUploads(), 0);
});

test('no list sent to the route of a kind holds the service for 100 ms', { timeout: 600_000 }, async (t) => {
  for (const [name, content] of Object.entries(BOMBS).filter(([own]) => own.endsWith('.csv'))) {
    const body = await content();
    const headers = { 'content-type': 'text/csv' };
    const url = `${app.base_url}/api/v2/contacts/import?account_uuid=${account}&dry_run=true`;
    const send = await sender(url, new Response(body as Uint8Array<ArrayBuffer>, { headers }));
    const { result, hold_ms } = await longestHold(send);
    t.diagnostic(`${name}: ${result.status}, held ${Math.round(hold_ms)} ms`);
    assert.ok([200, 400].includes(result.status), `${name}: ${result.status}`);
    assert.ok(hold_ms < HOLD_MAX_MS, `${name} held the service for ${hold_ms} ms`);
  }
});

test('a sound file with bytes changed anywhere is read or refused', { timeout: 600_000 }, async () => {
  const sound = await workbookOf({
    People: [
      ['Name', 'Since'],
      ['Ann', { serial: 46_000 }],
    ],
  });
  const files = Object.fromEntries(
    Array.from({ length: 150 }, (_, n): [string, Buffer] => {
      const file = Buffer.from(sound);
      for (let change = 0; change < 1 + (n % 4); change += 1)
        file[Math.floor(Math.random() * file.length)] = Math.floor(Math.random() * 256);
      return [`${n}.xlsx`, file];
    }),
  );
  for (const [name, file] of Object.entries(files)) {
    const { status, body } = await sendFiles(app, ann, account, { [name]: file });
    assert.ok([201, 400].includes(status), `${file.toString('base64')}: ${status} ${body.detail}`);
  }
});

/** Sends what it is given. It is a thread of its own: what sending costs is not of the service. */
const SENDER = `
  const { parentPort, workerData } = require('node:worker_threads');
  parentPort.once('message', async () => {
    const { url, ...request } = workerData;
    const answer = await fetch(url, request);
    parentPort.postMessage({ status: answer.status, text: await answer.text() });
  });`;

type Answer = { status: number; text: string };

/** Makes what posts a body to an address, from another thread. */
async function sender(url: string, sent: Response): Promise<() => Promise<Answer>> {
  const body = await sent.arrayBuffer();
  const headers = {
    authorization: `Bearer ${ann.token}`,
    'content-type': sent.headers.get('content-type')!,
    accept: 'application/json',
  };
  const workerData = { url, method: 'POST', headers, body };
  const worker = new Worker(SENDER, { eval: true, workerData, transferList: [body] });
  await once(worker, 'online');
  return async () => {
    worker.postMessage('go');
    const [answer] = await once(worker, 'message');
    await worker.terminate();
    return answer;
  };
}

/**
 * The longest time for which this process, where the service is, worked on one thing: its processor
 * time from one turn of its loop to the next.
 */
async function longestHold<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; hold_ms: number }> {
  let [hold_ms, isOver] = [0, false];
  const used_ms = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let before_ms = used_ms();
  const turn = () => {
    const now_ms = used_ms();
    hold_ms = Math.max(hold_ms, now_ms - before_ms);
    before_ms = now_ms;
    if (!isOver) setTimeout(turn, 1);
  };
  turn();
  const result = await work();
  isOver = true;
  return { result, hold_ms };
}
