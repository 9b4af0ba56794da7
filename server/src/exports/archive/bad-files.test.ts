import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { ZipFile } from 'yazl';
import { Problem } from '../../platform/problem.ts';
import { fillAccount } from '../../testing/fill-account.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { archiveOf, filesOf, takeInBytes } from '../testing/archives.ts';

let app: TestApp;
let there: TestApp;
let owner: TestUser;
let account_uuid: string;
let archive: Buffer;
let files: Map<string, string>;

before(async () => {
  [app, there] = await Promise.all([startTestApp(), startTestApp()]);
  const ada = await app.addUser('Ada');
  account_uuid = await app.addAccount(ada);
  await fillAccount(app, ada);
  archive = await archiveOf(app, { account_uuid, events: true, user_uuid: null });
  files = await filesOf(archive);
  owner = await there.addUser('Owner');
  const other = await there.addAccount(owner, 'Another');
  const made = await there.call('POST', '/api/v2/clients', { as: owner, body: { name: 'Mine' } });
  taken = { account_uuid: other, mine: made.body.data.uuid };
});
after(() => Promise.all([app.close(), there.close()]));

/** What is in another Account of the installation. */
let taken: { account_uuid: string; mine: string };

const linesOf = (name: string) =>
  files
    .get(name)!
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** The archive with some files changed. Their checksums are made anew, as a forger would. */
function forged(changes: Record<string, string | null>, manifest: object = {}): Promise<Buffer> {
  const all = new Map([...files, ...Object.entries(changes)]);
  const told = JSON.parse(files.get('manifest.json')!);
  told.files = [...all].flatMap(([name, text]) =>
    text === null || name === 'manifest.json'
      ? []
      : [
          {
            name,
            lines: text.split('\n').length - 1,
            bytes: Buffer.byteLength(text),
            sha256: createHash('sha256').update(text).digest('hex'),
          },
        ],
  );
  all.set('manifest.json', changes['manifest.json'] ?? JSON.stringify({ ...told, ...manifest }));
  return zipped([...all].flatMap(([name, text]) => (text === null ? [] : [[name, Buffer.from(text)]])));
}

function zipped(entries: [string, Buffer][]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of entries) zip.addBuffer(bytes, name);
  zip.end();
  return buffer(zip.outputStream);
}

/** The lines of a file with one of them changed. */
function changed(name: string, change: (line: Record<string, unknown>) => object, at = 0): string {
  const lines = linesOf(name);
  lines[at] = change(lines[at]);
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

const CLIENTS = 'data/clients.ndjson';

const BAD: Record<string, [() => Buffer | Promise<Buffer>, RegExp]> = {
  'a text': [() => Buffer.from('hello'), /damaged or was cut off/],
  'an empty file': [() => Buffer.alloc(0), /damaged or was cut off/],
  'a cut archive': [() => archive.subarray(0, archive.length / 2), /damaged or was cut off/],
  'an archive with a changed byte': [
    () => {
      const bytes = Buffer.from(archive);
      const at = bytes.indexOf('data/clients.ndjson') + 60;
      bytes[at] = bytes[at]! ^ 0xff;
      return bytes;
    },
    /damaged/,
  ],
  'another zip file': [() => zipped([['a.txt', Buffer.from('a')]]), /no manifest\.json/],
  'a name that leads out': [
    async () => {
      const bytes = await forged({ 'README.txt': null, 'aa/aa/aa.ndjson': 'x\n' });
      return Buffer.from(bytes.toString('latin1').replaceAll('aa/aa/aa', '../../aa'), 'latin1');
    },
    /leads out of its folder/,
  ],
  'a file of a later format': [() => forged({}, { format_version: 3 }), /format version 3.*update it/],
  'a manifest of another program': [() => forged({}, { format: 'other' }), /not one of Rapport/],
  'a manifest that is no JSON': [() => forged({ 'manifest.json': '{' }), /manifest\.json is not JSON/],
  'a wrong checksum': [
    () => {
      const manifest = JSON.parse(files.get('manifest.json')!);
      for (const file of manifest.files) if (file.name === CLIENTS) file.sha256 = '0'.repeat(64);
      return forged({ 'manifest.json': JSON.stringify(manifest) });
    },
    /the checksum of data\/clients\.ndjson is wrong/,
  ],
  'a missing file': [() => forged({ [CLIENTS]: null }), /it has no data\/clients\.ndjson/],
  'a file that this release does not know': [
    () => forged({ 'data/invoices.ndjson': '{}\n' }),
    /data\/invoices\.ndjson, which this Rapport does not know/,
  ],
  'an endless line': [
    () => forged({ 'data/undos.ndjson': `${'x'.repeat(5_000_000)}\n` }),
    /longer than 4 MiB|unpacks to far more/,
  ],
  'a line without an end': [
    () => forged({ [CLIENTS]: files.get(CLIENTS)!.trimEnd() }),
    /last line .* has no end/,
  ],
  'a line that is no JSON': [() => forged({ [CLIENTS]: '{"uuid":\n' }), /Line 1 of data\/clients\.ndjson/],
  'a text where a number belongs': [
    () => forged({ [CLIENTS]: changed(CLIENTS, (line) => ({ ...line, version: 'one' })) }),
    /Line 1 .*version/,
  ],
  'a field that a Client does not have': [
    () => forged({ [CLIENTS]: changed(CLIENTS, (line) => ({ ...line, password: 'x' })) }),
    /Line 1 .*password/,
  ],
  'a website that is a script': [
    () => forged({ [CLIENTS]: changed(CLIENTS, (line) => ({ ...line, website: 'javascript:alert(1)' })) }),
    /Line 1 .*website/,
  ],
  'a record of another Account': [
    () => forged({ [CLIENTS]: changed(CLIENTS, (line) => ({ ...line, account_uuid: taken.account_uuid })) }),
    /belongs to another Account/,
  ],
  'a record twice': [
    () => forged({ [CLIENTS]: `${files.get(CLIENTS)!}${files.get(CLIENTS)!.split('\n')[0]}\n` }),
    /records .*is there twice/,
  ],
  'the uuid of a record in another Account': [
    () =>
      forged({
        [CLIENTS]: `${files.get(CLIENTS)!}${JSON.stringify({ ...linesOf(CLIENTS)[0], uuid: taken.mine, external_id: null })}\n`,
      }),
    /in another Account of this installation/,
  ],
  'a Deal of a Client who is not there': [
    () =>
      forged({
        'data/deals.ndjson': changed('data/deals.ndjson', (line) => ({ ...line, client_uuid: taken.mine })),
      }),
    /refers to .*which is not in it/,
  ],
  'a note about a Client that says it is about a Deal': [
    () =>
      forged({
        'data/notes.ndjson': changed('data/notes.ndjson', (line) => ({
          ...line,
          records: (line.records as object[]).map((record) => ({ ...record, resource: 'deal' })),
        })),
      }),
    /refers to one of another kind/,
  ],
  'an event that Rapport does not know': [
    () =>
      forged({
        'data/events.ndjson': changed('data/events.ndjson', (line) => ({
          ...line,
          body: { ...(line.body as object), event: 'user.made_admin' },
        })),
      }),
    /Line 1 of data\/events\.ndjson .*no event of Rapport/,
  ],
  'an event of a time that has not come': [
    () =>
      forged({
        'data/events.ndjson': changed('data/events.ndjson', (line) => ({
          ...line,
          body: { ...(line.body as object), uuid: 'ffffffff-ffff-7fff-bfff-ffffffffffff' },
        })),
      }),
    /no UUIDv7 of a time that has come/,
  ],
  'an event with a NUL': [
    () =>
      forged({
        'data/events.ndjson': changed('data/events.ndjson', (line) => ({
          ...line,
          body: { ...(line.body as object), actor: { type: 'user', name: 'A\0' } },
        })),
      }),
    /Line 1 of data\/events\.ndjson .*NUL/,
  ],
  'an Account in a zone that does not exist': [
    () =>
      forged({
        'data/account.ndjson': changed('data/account.ndjson', (line) => ({
          ...line,
          time_zone: 'Mars/Base',
        })),
      }),
    /no time zone of the IANA list/,
  ],
  'two Accounts': [
    () => forged({ 'data/account.ndjson': files.get('data/account.ndjson')!.repeat(2) }),
    /has 2 Accounts/,
  ],
};

for (const [name, [make, reason]] of Object.entries(BAD)) {
  test(`${name} is refused with what is wrong, and changes nothing`, async () => {
    const refusal = await takeInBytes(there, await make(), owner.uuid);
    assert.ok(refusal instanceof Problem, 'it was taken in');
    assert.equal(refusal.code, 'archive_invalid');
    assert.match(refusal.detail, reason);
    assert.match(refusal.detail, /Nothing was imported\./);
    const left = await there.db.query(sql`SELECT FROM accounts WHERE uuid = ${account_uuid}`);
    assert.equal(left.length, 0);
  });
}

test('an archive of a former release is taken in after all that, and what it lacks is as in new records', async () => {
  const former = linesOf('data/tasks.ndjson').map(({ reminder: _, ...line }) => `${JSON.stringify(line)}\n`);
  const later = ['file-contents', 'file-pieces', 'files'].map((name) => [`data/${name}.ndjson`, null]);
  const changes = { 'data/tasks.ndjson': former.join(''), ...Object.fromEntries(later) };
  const bytes = await forged(changes, { format_version: 1 });
  const loaded = await takeInBytes(there, bytes, owner.uuid);
  assert.ok(!(loaded instanceof Problem), JSON.stringify(loaded));
  const { body } = await there.call('GET', `/api/v2/tasks?account_uuid=${account_uuid}`, { as: owner });
  assert.deepEqual(
    body.data.map(({ reminder }: { reminder: string }) => reminder),
    former.map(() => 'at_time'),
  );
});
