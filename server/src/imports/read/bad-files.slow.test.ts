import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Import } from '@rapport/contract/imports';
import sql from 'sql-template-tag';
import { workbookOf, zipOf } from '../../platform/sheets/testing/files.ts';
import { RealService } from '../../testing/real-service.ts';
import { until } from '../../testing/until.ts';

const MIB = 1024 * 1024;
const PEAK_MAX_MIB = 300;

let service: RealService;

before(async () => {
  service = await RealService.start('external');
});
after(() => service.stop());

function sharedTexts(texts: string[]): string {
  return `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;
}

const BAD: [string, () => Promise<Buffer> | Buffer, RegExp][] = [
  ['cut.zip', async () => (await zipOf({ 'a.csv': 'Name\nAnn\n' })).subarray(0, 60), /zip/i],
  ['bomb.zip', () => zipOf({ 'a.csv': Buffer.alloc(150 * MIB) }), /unpack to more/],
  [
    'out.zip',
    async () =>
      Buffer.from(
        (await zipOf({ 'aa/evil.csv': 'x' })).toString('latin1').replaceAll('aa/evil', '../evil'),
        'latin1',
      ),
    /leads out of its folder/,
  ],
  ['account.zip', () => zipOf({ 'manifest.json': '{}', 'data/account.ndjson': '{}' }), /a whole Account/],
  [
    'wide.csv',
    () => Buffer.from(`${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(',')}\n`),
    /10000 columns/,
  ],
  ['cell.csv', () => Buffer.from(`Name,Text\nAnn,"${'x'.repeat(10 * MIB)}"\n`), /longer than|too long|1 MiB/],
  [
    'entities.xlsx',
    () =>
      workbookOf(
        { People: [['Name'], ['Ann']] },
        {
          'xl/sharedStrings.xml':
            '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><sst><si><t>&e;</t></si></sst>',
        },
      ),
    /document type|entit/i,
  ],
  [
    'repeated.xlsx',
    () =>
      workbookOf(
        { People: [['Name']] },
        {
          'xl/sharedStrings.xml': sharedTexts(['Name', randomBytes(200_000).toString('hex')]),
          'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row><c t="s"><v>0</v></c></row>
            <row>${'<c t="s"><v>1</v></c>'.repeat(400)}</row></sheetData></worksheet>`,
        },
      ),
    /row 2 is longer than 1 MiB/,
  ],
  [
    'texts.xlsx',
    () => {
      const some = Array.from({ length: 1296 }, (_, n) => n.toString(36));
      const texts = sharedTexts(some).replaceAll(/<.?sst>/g, '');
      return workbookOf(
        { People: [['Name']] },
        { 'xl/sharedStrings.xml': `<sst>${texts.repeat(8_000)}</sst>` },
      );
    },
    /too much text/,
  ],
  [
    'mixed.csv',
    () => Buffer.concat([Buffer.from('Name\nZoë\n'), Buffer.from('J\xf6rg\n', 'latin1')]),
    /encoding|UTF-8/,
  ],
  ['zeros.csv', () => Buffer.alloc(100 * MIB), /no text/],
  ['empty.csv', () => Buffer.alloc(0), /empty/],
];

test('each bad file is refused with what to do, and leaves nothing, in little memory', async (t) => {
  for (const [name, content, sentence] of BAD) {
    const { status, detail } = await service.sendFiles('/api/v2/imports', {
      [name]: new Blob([(await content()) as unknown as Uint8Array<ArrayBuffer>]),
    });
    assert.equal(status, 400, `${name}: ${detail}`);
    assert.match(detail, sentence, name);
    assert.match(detail, /Nothing was imported|imported nothing/, name);
  }
  assert.deepEqual(await service.db.query(sql`SELECT uuid FROM imports`), []);
  const peak = await service.peakOf('api');
  t.diagnostic(`peak of the API: ${Math.round(peak)} MiB`);
  assert.ok(peak < PEAK_MAX_MIB, `${peak} MiB`);
});

test('two gigabytes of zeros end at the limit, without being kept', async () => {
  const zeros = new Blob(Array(64).fill(new Uint8Array(32 * MIB)));
  // The service may end the connection while the rest is still being sent.
  const answer = await service.sendFiles('/api/v2/imports', { 'zeros.csv': zeros }).catch(() => null);
  if (answer) assert.equal(answer.status, 413, answer.detail);
  await until('the service to answer', async () => {
    await delay(50);
    return (await service.call('GET', '/api/v2/imports').catch(() => null))?.status === 200 || undefined;
  });
  assert.deepEqual(await service.db.query(sql`SELECT uuid FROM imports`), []);
  assert.ok((await service.peakOf('api')) < PEAK_MAX_MIB);
});

test('a large good file is imported in little memory', async (t) => {
  const rows = Array.from(
    { length: 40_000 },
    (_, n) => `Firm ${n},firm${n}.example.org,"${'text '.repeat(40)}"`,
  );
  const file = new Blob([`Name,Website,Description\n${rows.join('\n')}\n`]);
  const { data, detail } = await service.sendFiles<Import>('/api/v2/imports', { 'firms.csv': file });
  assert.ok(data, detail);
  const path = `/api/v2/imports/${data.uuid}`;
  await service.call('POST', `${path}/start`);
  const ended = await until('the end of the import', async () => {
    await delay(200);
    const { data: one } = await service.call<Import>('GET', path);
    return one.state === 'running' ? undefined : one;
  });
  assert.deepEqual([ended.state, ended.counts.created], ['completed', 40_000]);
  const peaks = [await service.peakOf('api'), await service.peakOf('worker')];
  t.diagnostic(`peaks of API and worker: ${peaks.map(Math.round).join(' and ')} MiB`);
  assert.ok(Math.max(...peaks) < PEAK_MAX_MIB, String(peaks));
});
