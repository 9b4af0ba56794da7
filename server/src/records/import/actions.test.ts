import assert from 'node:assert/strict';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { ImportResult } from '@rapport/contract/records/imports';
import sql from 'sql-template-tag';
import { operator } from '../../access/caller.ts';
import { clients } from '../../crm/clients/kind.ts';
import { KINDS } from '../../crm/kinds.ts';
import { createTestFolder } from '../../platform/database/testing/test-database.ts';
import { newUuid } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { importByOperator, type Watcher } from './actions.ts';

const TOTAL = 1200;

let app: TestApp;
let account_uuid: string;
let file: FileHandle;

before(async () => {
  app = await startTestApp();
  account_uuid = await app.addAccount(await app.addUser());
  const path = join(await createTestFolder(), 'clients.csv');
  const rows = Array.from({ length: TOTAL }, (_, n) => `${n},Company ${n}\n`);
  await writeFile(path, `ID,Name\n${rows.join('')}`);
  file = await open(path);
});
after(async () => {
  await file.close();
  await app.close();
});

// The tests build on each other: each finds what the one before has imported.

test('an import that the database interrupts says what it did, keeps that and nothing else', async () => {
  await app.db.query(sql`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no more'; END $$`);
  await app.db.query(sql`
    CREATE TRIGGER refuse BEFORE INSERT ON clients FOR EACH ROW WHEN (NEW.name = 'Company 777') EXECUTE FUNCTION refuse()`);
  const errors: Error[] = [];
  const refusal = await run({ onError: (error) => errors.push(error) });
  await app.db.query(sql`DROP TRIGGER refuse ON clients`);
  assert.ok(refusal instanceof Problem);
  assert.equal(refusal.code, 'unavailable');
  assert.match(
    refusal.detail,
    /stopped at line 502: the database failed\. .*is kept: 500 created, 0 updated, 0 unchanged, 0 failed\. Send the lines from 502 on/,
  );
  assert.deepEqual(
    errors.map(({ message }) => message),
    ['no more'],
  );
  assert.deepEqual(await counts(), { clients: 500, events: 500 });
});

test('an import ends before the batch for which its caller has the right no more', async () => {
  const refusals = [null, new Problem('role_insufficient', 'No more.')];
  const uuid = await app.addAccount(await app.addUser());
  const options = { mapping: new Map(), dry_run: false, strict: false };
  const refusal = await importByOperator(
    { ...app, kinds: KINDS },
    clients,
    operator('test'),
    uuid,
    file,
    options,
    {
      onError: () => {},
      refuse: async () => refusals.shift() ?? null,
    },
  );
  assert.ok(refusal instanceof Problem);
  assert.equal(refusal.code, 'role_insufficient');
  assert.match(refusal.detail, /stopped at line 502: No more\. What was done before is kept: 500 created/);
});

test('an import that cannot be asked for its right any more says what it did', async () => {
  const answers = [Promise.resolve(null), Promise.reject(new Error('no database'))];
  for (const answer of answers) answer.catch(() => {});
  const errors: Error[] = [];
  const uuid = await app.addAccount(await app.addUser());
  const options = { mapping: new Map(), dry_run: false, strict: false };
  const refusal = await importByOperator(
    { ...app, kinds: KINDS },
    clients,
    operator('test'),
    uuid,
    file,
    options,
    {
      onError: (error) => errors.push(error),
      refuse: async () => answers.shift() ?? null,
    },
  );
  assert.ok(refusal instanceof Problem);
  assert.equal(refusal.code, 'unavailable');
  assert.match(refusal.detail, /stopped at line 502: the database failed\. .* is kept: 500 created/);
  assert.deepEqual(
    errors.map(({ message }) => message),
    ['no database'],
  );
});

test('an import whose caller has gone ends after the batch that was under way', async () => {
  const controller = new AbortController();
  const seen: number[][] = [];
  const onProgress = (...progress: number[]) => {
    seen.push(progress);
    if (seen.length === 2) controller.abort();
  };
  const refusal = await run({ onProgress, signal: controller.signal });
  assert.ok(refusal instanceof Problem);
  assert.match(
    refusal.detail,
    /stopped at line 1002: it was called off\. .* is kept: 500 created, 0 updated, 500 unchanged/,
  );
  assert.deepEqual(seen, [
    [500, TOTAL],
    [1000, TOTAL],
  ]);
  assert.deepEqual(await counts(), { clients: 1000, events: 1000 });
});

test('the same file sent again brings the rest', async () => {
  const result = (await run({})) as ImportResult;
  assert.deepEqual([result.created, result.unchanged, result.failed], [200, 1000, 0]);
  assert.deepEqual(await counts(), { clients: TOTAL, events: TOTAL });
});

test('two imports of the same file at the same time make each client once', async () => {
  const second = await app.addAccount(await app.addUser());
  const results = (await Promise.all([run({}, second), run({}, second)])) as ImportResult[];
  assert.deepEqual(
    results.map(({ created, unchanged }) => created + unchanged),
    [TOTAL, TOTAL],
  );
  assert.deepEqual(await counts(second), { clients: TOTAL, events: TOTAL });
});

test('an Account that is not there is said to be none', async () => {
  for (const missing of [newUuid(app.clock.now()), 'no-uuid']) {
    const refusal = await run({}, missing);
    assert.ok(refusal instanceof Problem);
    assert.equal(refusal.code, 'not_found');
  }
});

function run(watcher: Partial<Watcher>, account = account_uuid) {
  const core = { ...app, base_url: 'http://rapport.test', kinds: KINDS };
  const options = { mapping: new Map(), dry_run: false, strict: false };
  const onError = (error: Error) => assert.ok(watcher.signal, error.message);
  return importByOperator(core, clients, operator('test'), account, file, options, { onError, ...watcher });
}

async function counts(account = account_uuid) {
  const [row] = await app.db.query(sql`
    SELECT (SELECT count(*) FROM clients WHERE account_uuid = ${account}) AS clients,
      (SELECT count(*) FROM events WHERE account_uuid = ${account} AND event = 'client.created') AS events`);
  return row;
}
