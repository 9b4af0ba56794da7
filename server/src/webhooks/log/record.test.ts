import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WebhookDelivery } from '@rapport/contract/webhook-deliveries';
import { operator } from '../../access/caller.ts';
import { recordEvents } from '../../events/actions.ts';
import { eraseEvents } from '../../events/look-ups.ts';
import { BODY_MAX_BYTES } from '../../events/rules.ts';
import { newUuid } from '../../platform/ids.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { subscribe } from '../../testing/test-deliveries.ts';

let app: TestApp;
let ada: TestUser;
let account_uuid: string;

/** No worker runs: the record of a delivery is told whether it was sent or not. */
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  account_uuid = await app.addAccount(ada, 'Engines');
  await subscribe(app, ada, 'http://127.0.0.1:9/', { events: ['*'] });
});
after(() => app.close());

test('a delivery tells the Client that it is about, with the name that the event tells', async () => {
  const client = await create({ name: 'Acme' });
  await app.call('PATCH', `/api/v2/clients/${client}`, { as: ada, body: { name: 'Acme Ltd' } });
  const [updated, created] = await listDeliveries();
  assert.deepEqual([created!.record_uuid, created!.record_name], [client, 'Acme']);
  assert.deepEqual([updated!.record_uuid, updated!.record_name], [client, 'Acme Ltd']);
  const { body } = await app.call('GET', `/api/v2/webhook-deliveries/${updated!.uuid}`, { as: ada });
  assert.deepEqual([body.data.record_uuid, body.data.record_name], [client, 'Acme Ltd']);
});

test('a delivery tells the title of a Deal and the text of a Note, which have no name', async () => {
  const client_uuid = await create({ name: 'Buyer' });
  const deal = { title: 'Ten seats', client_uuid };
  const { uuid } = (await app.call('POST', '/api/v2/deals', { as: ada, body: deal })).body.data;
  const note = { body: 'They call back', records: [{ resource: 'deal', uuid }] };
  await app.call('POST', '/api/v2/notes', { as: ada, body: note });
  const told = (await listDeliveries()).slice(0, 2);
  assert.deepEqual(
    told.map(({ event, record_name }) => [event, record_name]),
    [
      ['note.created', 'They call back'],
      ['deal.created', 'Ten seats'],
    ],
  );
});

test('a delivery about a Login tells the name of its User', async () => {
  await app.addLogin(account_uuid, await app.addUser('Grace'), 'member');
  const [delivery] = await listDeliveries();
  assert.deepEqual([delivery!.event, delivery!.record_name], ['login.created', 'Grace']);
});

test('a delivery whose body was cut, or whose Client was purged, tells the uuid alone', async () => {
  const long = { uuid: newUuid(app.clock.now()), name: 'Long', description: 'x'.repeat(BODY_MAX_BYTES) };
  const change = { event: 'client.created', account_uuid, record: long, previous: null } as const;
  await app.db.transaction(async (tx) => recordEvents(app, tx, operator('test'), [change]));
  const purged = await create({ name: 'Gone' });
  await eraseEvents(app.db, [purged]);
  const [second, first] = await listDeliveries();
  assert.deepEqual([first!.record_uuid, first!.record_name], [long.uuid, null]);
  assert.deepEqual([second!.record_uuid, second!.record_name], [purged, null]);
});

test('who has no login to the Account any more is not told what its deliveries were about', async () => {
  const grace = await app.addUser('Grace Hopper');
  await app.addLogin(account_uuid, grace, 'admin');
  await subscribe(app, grace, 'http://127.0.0.1:9/');
  await create({ name: 'Secret' });
  assert.equal((await listDeliveries(grace))[0]!.record_name, 'Secret');
  const { body } = await app.call('GET', '/api/v2/logins', { as: grace });
  await app.call('DELETE', `/api/v2/logins/${body.data[0].uuid}`, { as: grace, in_browser: true });
  const [delivery] = await listDeliveries(grace);
  assert.deepEqual([delivery!.record_uuid, delivery!.record_name], [null, null]);
});

async function create(fields: object): Promise<string> {
  const created = await app.call('POST', '/api/v2/clients', { as: ada, body: { account_uuid, ...fields } });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return created.body.data.uuid;
}

async function listDeliveries(as = ada): Promise<WebhookDelivery[]> {
  const answer = await app.call('GET', '/api/v2/webhook-deliveries', { as });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
}
