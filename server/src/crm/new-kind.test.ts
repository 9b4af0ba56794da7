// In a process of its own: it adds a kind of record to the service.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import pg from 'pg';
import type { AnyKind } from '../records/kind.ts';
import { describeKind, type World, worldOf } from '../records/testing/kind-suite.ts';
import { describeTable } from '../records/testing/table-suite.ts';
import { startTestReceiver } from '../testing/test-receiver.ts';
import { until } from '../testing/until.ts';
import { INVOICE, invoices, MIGRATION } from './testing/invoices.ts';

// The two lines that a new kind needs in `all.ts` and `kinds.ts`, added before any code reads these
// lists.
(RECORDS as unknown as RecordDefinition[]).push(INVOICE);
((await import('./kinds.ts')).KINDS as AnyKind[]).push(invoices);
const { startTestApp } = await import('../testing/test-app.ts');
const { subscribe } = await import('../testing/test-deliveries.ts');
const { clientKinds } = await import('../../../packages/contract/generate/client-kinds.ts');
const { clientResources } = await import('../../../packages/contract/generate/client-resources.ts');

let world: World;

before(async () => {
  const app = await startTestApp();
  const client = new pg.Client({ connectionString: app.connectionString });
  await client.connect();
  await client.query(MIGRATION);
  await client.end();
  world = await worldOf(app);
});
after(() => world.app.close());

test('a new kind needs at most 60 lines: its definition, its rules and its migration', () => {
  const file = readFileSync(join(import.meta.dirname, 'testing/invoices.ts'), 'utf8');
  assert.ok(file.trim().split('\n').length <= 60);
});

describeTable(invoices, () => world.app.db);
describeKind(INVOICE as RecordDefinition, () => world);

test('events of a new kind are delivered, in the feed, and in the history of its Client', async () => {
  const { app, ada, client_uuid } = world;
  const receiver = await startTestReceiver();
  const { signing_secret } = await subscribe(app, ada, receiver.url, {
    events: ['invoice.*'],
    skip_own: false,
    skip_imports: false,
  });
  await app.startWorker();
  const body = { number: 'R-2026-1', client_uuid, amount: 119 };
  const { uuid } = (await app.call('POST', '/api/v2/invoices', { as: ada, body })).body.data;
  await receiver.untilReceived(1);
  await app.call('PATCH', `/api/v2/invoices/${uuid}`, { as: ada, body: { status: 'paid' } });
  const [created, paid] = await receiver.untilReceived(2);
  await receiver.close();
  const { event, previous, data } = JSON.parse(paid!.body.toString());
  assert.deepEqual([event, previous, data.amount], ['invoice.paid', { status: 'open' }, '119.00']);
  assert.equal(created!.headers['x-event'], 'invoice.created');
  const signature = createHmac('sha256', signing_secret!).update(paid!.body).digest('hex');
  assert.equal(paid!.headers['x-signature'], signature);
  const names = async (path: string) =>
    (await app.call('GET', path, { as: ada })).body.data.map((told: { event: string }) => told.event);
  await until('the feed to give it', async () =>
    (await names('/api/v2/events?limit=200')).includes('invoice.paid'),
  );
  const history = await names(`/api/v2/clients/${client_uuid}/events?related=true`);
  assert.deepEqual(history.slice(0, 2), ['invoice.paid', 'invoice.created']);
});

test('a fault by a rule of a new kind is reported with its field', async () => {
  const body = { number: 'R-2', status: 'paid' };
  const { status, body: problem } = await world.app.call('POST', '/api/v2/invoices', { as: world.ada, body });
  assert.deepEqual([status, problem.errors[0].pointer], [422, '/amount']);
});

test('the search finds records of a new kind', async () => {
  const { app, ada } = world;
  await app.call('POST', '/api/v2/invoices', { as: ada, body: { number: 'Searched for' } });
  const { data } = (await app.call('GET', '/api/v2/search?q=search&resources=invoice', { as: ada })).body;
  assert.deepEqual([data.length, data[0].resource, data[0].title], [1, 'invoice', 'Searched for']);
});

test('the client package gets the types and the functions of a new kind', () => {
  const types = clientResources();
  for (const type of ['Invoice', 'InvoiceCreate', 'InvoiceUpdate', 'InvoiceList', 'DeletedInvoice']) {
    assert.match(types, new RegExp(`export (type|interface) ${type}\\b`));
  }
  assert.match(clientKinds(), /invoices: records<\s*Invoice,/);
});
