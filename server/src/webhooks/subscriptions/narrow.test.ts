import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { narrowed } from '../../testing/narrow-token.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let here: string;
let there: string;
let narrow: TestUser;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  here = await app.addAccount(ada);
  there = await app.addAccount(ada);
  narrow = await narrowed(app, ada, 'deals:read webhooks');
});
after(() => app.close());

const PATH = '/api/v2/webhook-subscriptions';
const url = 'http://127.0.0.1:9/';
const subscribe = (as: TestUser, fields: object) =>
  app.call('POST', PATH, { as, body: { url, events: ['deal.*'], ...fields } });

test('a subscription of a narrow token is only of what the token may read', async () => {
  for (const events of [['*'], ['client.*'], ['deal.won', 'login.created'], ['custom_field.created']]) {
    const { status, body } = await subscribe(narrow, { events });
    assert.equal(status, 422, events.join());
    assert.deepEqual(body.errors[0].code, 'not_allowed');
  }
  const made = await subscribe(narrow, { events: ['deal.*', 'pipeline.updated'] });
  assert.equal(made.status, 201);
  const path = `${PATH}/${made.body.data.uuid}`;
  const widened = await app.call('PATCH', path, { as: narrow, body: { events: ['deal.*', 'note.*'] } });
  assert.equal(widened.status, 422);
});

test('a narrow token sees, changes and tests only subscriptions that it made itself and that are as narrow', async () => {
  const own = (await subscribe(narrow, {})).body.data;
  const others = [(await subscribe(ada, {})).body.data, (await subscribe(ada, { events: ['*'] })).body.data];
  const { body } = await app.call('GET', PATH, { as: narrow });
  const seen = body.data.map(({ uuid }: { uuid: string }) => uuid);
  assert.ok(seen.includes(own.uuid));
  for (const { uuid, signing_secret } of others) {
    assert.ok(!JSON.stringify(body).includes(signing_secret));
    for (const [method, path, given] of [
      ['GET', `${PATH}/${uuid}`, undefined],
      ['PATCH', `${PATH}/${uuid}`, { url: 'http://127.0.0.1:10/' }],
      ['DELETE', `${PATH}/${uuid}`, undefined],
      ['POST', `${PATH}/${uuid}/test`, {}],
      ['GET', `${PATH}/${uuid}/deliveries`, undefined],
      ['POST', `${PATH}/${uuid}/recover`, { since: '2026-11-01T00:00:00Z' }],
    ] as const)
      assert.equal(
        (await app.call(method, path, { as: narrow, body: given })).status,
        404,
        `${method} ${path}`,
      );
  }
  // The User may give it more, on the pages. Then it is none of the token's any more.
  const more = { as: ada, body: { events: ['*'] } };
  assert.equal((await app.call('PATCH', `${PATH}/${own.uuid}`, more)).status, 200);
  assert.equal((await app.call('GET', `${PATH}/${own.uuid}`, { as: narrow })).status, 404);
});

test('a token for one Account subscribes to that one, and cannot leave it out', async () => {
  const as = await narrowed(app, ada, '*', [here]);
  assert.deepEqual((await subscribe(as, {})).body.data.account_uuids, [here]);
  for (const account_uuids of [null, [there], [here, there]]) {
    const { status, body } = await subscribe(as, { account_uuids });
    assert.equal(status, 422, JSON.stringify(account_uuids));
    assert.match(body.errors[0].pointer, /^\/account_uuids/);
  }
});

test('deliveries from a time when a subscription was told of more are not seen by a narrow token', async () => {
  const own = (await subscribe(narrow, {})).body.data;
  const path = `${PATH}/${own.uuid}`;
  const told = (events: string[]) => app.call('PATCH', path, { as: ada, body: { events } });
  await told(['*']);
  const client = { name: 'Delivered', account_uuid: here };
  const made = await app.call('POST', '/api/v2/clients', { as: ada, body: client });
  assert.equal(made.status, 201);
  await told(['deal.*']);
  const deal = { title: 'Delivered', client_uuid: made.body.data.uuid, account_uuid: here };
  await app.call('POST', '/api/v2/deals', { as: ada, body: deal });
  const eventsFor = async (as: TestUser) => {
    const { body } = await app.call('GET', `${path}/deliveries`, { as });
    return body.data.map(({ event }: { event: string }) => event).sort();
  };
  assert.deepEqual(await eventsFor(ada), ['client.created', 'deal.created']);
  assert.deepEqual(await eventsFor(narrow), ['deal.created']);
  const all = (await app.call('GET', `${path}/deliveries`, { as: ada })).body.data;
  const hidden = all.find(({ event }: { event: string }) => event === 'client.created').uuid;
  for (const [method, way] of [
    ['GET', ''],
    ['POST', '/resend'],
  ])
    assert.equal(
      (await app.call(method!, `/api/v2/webhook-deliveries/${hidden}${way}`, { as: narrow })).status,
      404,
    );
});
