import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { WebhookAttempt } from '@rapport/contract/webhook-deliveries';
import { verifySync } from '@rapport/webhooks';
import { narrowed } from '../../testing/narrow-token.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe, untilDeliveries } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import { until } from '../../testing/until.ts';
import { emptyQueue, setAttemptCount } from '../testing/queue-states.ts';

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;
let subscription: { uuid: string; signing_secret: string };

before(async () => {
  app = await startTestApp();
  await app.startWorker();
});
after(() => app.close());
beforeEach(async () => {
  receiver = await startTestReceiver();
  ada = await app.addUser();
  account_uuid = await app.addAccount(ada);
  subscription = await subscribe(app, ada, receiver.url);
});
afterEach(() => receiver.close());

test('the log shows each attempt: headers as sent, the answer, where the time went', async () => {
  receiver.handle((response) => response.writeHead(500).end('out of\0order'));
  await plan(1);
  await untilDeliveries(app.db, subscription.uuid, { pending: 1 });
  await receiver.untilReceived(1);
  const [listed] = (await get(`/webhook-subscriptions/${subscription.uuid}/deliveries`)).data;
  const { data } = await untilAttempted(listed.uuid, 1);
  assert.deepEqual(
    [data.state, data.event, data.attempt_count, data.response_status, data.error_kind],
    ['pending', 'client.created', 1, 500, 'http_status'],
  );
  assert.ok(Date.parse(data.next_attempt_at) > app.clock.now().getTime());
  assert.equal(data.body, String(receiver.received[0]!.body));
  const [attempt] = data.attempts;
  assert.equal(attempt.response_excerpt, 'out of\ufffdorder');
  assertSentWith(receiver.received[0]!.headers, attempt.request_headers);
  assert.equal(typeof attempt.connect_ms, 'number');
  assert.ok(attempt.first_byte_ms <= attempt.duration_ms);
  assert.doesNotMatch(JSON.stringify(data), new RegExp(subscription.signing_secret));
});

test('a delivery that is sent again shows the attempts of before with all that was known of them', async () => {
  receiver.handle((response) => response.writeHead(201).end('first'));
  await plan(1);
  await untilDeliveries(app.db, subscription.uuid, { succeeded: 1 });
  const [{ uuid }] = (await get('/webhook-deliveries')).data;
  const before = (await get(`/webhook-deliveries/${uuid}`)).data;
  receiver.handle((response) => response.writeHead(410).end('second'));
  await app.call('POST', `/api/v2/webhook-deliveries/${uuid}/resend`, { as: ada });
  await untilDeliveries(app.db, subscription.uuid, { failed: 1 });
  const { data } = await get(`/webhook-deliveries/${uuid}`);
  assert.deepEqual([data.attempt_count, data.response_status, data.error_kind], [2, 410, 'http_status']);
  assert.deepEqual(data.attempts[0], before.attempts[0]);
  assert.deepEqual(
    data.attempts.map((attempt: WebhookAttempt) => [
      attempt.number,
      attempt.response_status,
      attempt.response_excerpt,
    ]),
    [
      [1, 201, 'first'],
      [2, 410, 'second'],
    ],
  );
  for (const [n, { headers }] of receiver.received.entries())
    assertSentWith(headers, data.attempts[n].request_headers);
});

test('deliveries are listed the latest first, page by page, none twice', async () => {
  for (let n = 0; n < 5; n++) {
    await plan(2);
    app.clock.advance(1000);
  }
  await untilDeliveries(app.db, subscription.uuid, { succeeded: 10 });
  const seen: string[] = [];
  let path = `/webhook-subscriptions/${subscription.uuid}/deliveries?limit=3`;
  for (let cursor = ''; cursor !== null; ) {
    const page = await get(path + (cursor && `&cursor=${cursor}`));
    seen.push(...page.data.map((delivery: { uuid: string }) => delivery.uuid));
    cursor = page.next_cursor;
  }
  assert.deepEqual(seen, seen.toSorted().reverse());
  assert.equal(new Set(seen).size, 10);
  path = `/webhook-deliveries?sort=created_at&include=total&limit=1`;
  const first = await get(path);
  assert.deepEqual([first.data[0].uuid, first.total], [seen.at(-1), 10]);
});

test('the list is filtered by state, event, time and subscription', async () => {
  const other = await subscribe(app, ada, receiver.url);
  await plan(1);
  await untilDeliveries(app.db, other.uuid, { succeeded: 1 });
  await untilDeliveries(app.db, subscription.uuid, { succeeded: 1 });
  const since = app.clock.now().toISOString();
  app.clock.advance(60_000);
  receiver.answerWith(410);
  await plan(1);
  await untilDeliveries(app.db, subscription.uuid, { failed: 1, succeeded: 1 });
  await untilDeliveries(app.db, other.uuid, { failed: 1, succeeded: 1 });
  const count = async (query: string) => (await get(`/webhook-deliveries?${query}`)).data.length;
  assert.equal(await count(''), 4);
  assert.equal(await count('filter[state]=failed'), 2);
  assert.equal(await count('filter[state][in]=failed,succeeded'), 4);
  assert.equal(await count(`filter[state]=failed&filter[subscription_uuid]=${other.uuid}`), 1);
  assert.equal(await count('filter[event]=client.created'), 4);
  assert.equal(await count('filter[event]=client.deleted'), 0);
  assert.equal(await count(`filter[created_at][gt]=${since}`), 2);
  assert.equal(await count(`filter[created_at][lte]=${since}`), 2);
  const refused = await app.call('GET', '/api/v2/webhook-deliveries?filter[state]=lost', { as: ada });
  assert.equal(refused.status, 400);
});

test('the list is filtered by why something was not sent', async () => {
  await app.call('PATCH', `/api/v2/webhook-subscriptions/${subscription.uuid}`, {
    as: ada,
    body: { enabled: false },
  });
  await plan(1);
  const count = async (filter: string) =>
    (await get(`/webhook-deliveries?filter[not_sent_reason]${filter}`)).data.length;
  assert.equal(await count('=subscription_disabled'), 1);
  assert.equal(await count('=own_change'), 0);
  assert.equal(await count('[ne]=own_change'), 1);
  assert.equal(await count('[is_null]=true'), 0);
});

test('what was delivered to a subscription that is deleted can still be read, and is not sent again', async () => {
  await plan(1);
  await untilDeliveries(app.db, subscription.uuid, { succeeded: 1 });
  const path = `/webhook-subscriptions/${subscription.uuid}`;
  const [delivery] = (await get(`${path}/deliveries`)).data;
  await app.call('DELETE', `/api/v2${path}`, { as: ada });
  assert.deepEqual((await get(`${path}/deliveries`)).data, [delivery]);
  assert.equal((await get(`/webhook-deliveries/${delivery.uuid}`)).data.attempts.length, 1);
  const again = await app.call('POST', `/api/v2/webhook-deliveries/${delivery.uuid}/resend`, { as: ada });
  assert.equal(again.status, 404);
  const eve = await app.addUser();
  await app.addLogin(account_uuid, eve, 'owner');
  assert.equal((await app.call('GET', `/api/v2${path}/deliveries`, { as: eve })).status, 404);
});

test('a delivery that has ended is sent again under its own uuid, and its attempts go on counting', async () => {
  receiver.answerWith(500);
  await plan(1);
  await receiver.untilReceived(1);
  const [delivery] = (await get('/webhook-deliveries')).data;
  await untilAttempted(delivery.uuid, 1);
  receiver.answerWith(200);
  app.clock.advance(70_000);
  await untilDeliveries(app.db, subscription.uuid, { succeeded: 1 });
  const resent = await app.call('POST', `/api/v2/webhook-deliveries/${delivery.uuid}/resend`, { as: ada });
  assert.deepEqual([resent.status, resent.body.data.state], [202, 'pending']);
  const [, , third] = await receiver.untilReceived(3);
  assert.equal(third!.headers['x-delivery-uuid'], delivery.uuid);
  assert.equal(third!.headers['x-attempt'], '3');
  await untilDeliveries(app.db, subscription.uuid, { succeeded: 1 });
  const { data } = await get(`/webhook-deliveries/${delivery.uuid}`);
  assert.deepEqual(
    data.attempts.map((attempt: { response_status: number }) => attempt.response_status),
    [500, 200, 200],
  );
});

test('a delivery that waits for its next attempt is sent at once when somebody asks, and one under way is not sent twice', async () => {
  receiver.answerWith(500);
  await plan(1);
  await receiver.untilReceived(1);
  const [{ uuid }] = (await get('/webhook-deliveries')).data;
  await untilAttempted(uuid, 1);
  const answered = Promise.withResolvers<() => void>();
  receiver.handle((response) => answered.resolve(() => response.end()));
  const resend = () => app.call('POST', `/api/v2/webhook-deliveries/${uuid}/resend`, { as: ada });
  const hastened = await resend();
  assert.deepEqual([hastened.status, hastened.body.data.state], [202, 'pending']);
  const answer = await answered.promise;
  await untilDeliveries(app.db, subscription.uuid, { sending: 1 });
  const twice = await resend();
  assert.deepEqual([twice.status, twice.body.code], [409, 'delivery_unfinished']);
  answer();
  await untilDeliveries(app.db, subscription.uuid, { succeeded: 1 });
  assert.equal(receiver.received.length, 2);
});

for (const [what, sent, mend] of [
  [
    'its url is corrected',
    20,
    (path: string) => app.call('PATCH', path, { as: ada, body: { url: `${receiver.url}/new` } }),
  ],
  ['it answers a test', 20, (path: string) => app.call('POST', `${path}/test`, { as: ada, body: {} })],
  [
    'one delivery is sent again by hand',
    1,
    async (path: string) => {
      const [{ uuid }] = (await get(`${path.replace('/api/v2', '')}/deliveries?sort=created_at`)).data;
      return app.call('POST', `/api/v2/webhook-deliveries/${uuid}/resend`, { as: ada });
    },
  ],
] as const) {
  test(`what waits for a receiver that fails is sent at once when ${what}`, async () => {
    receiver.answerWith(500);
    await plan(20);
    const path = `/webhook-subscriptions/${subscription.uuid}`;
    await until(
      'it to fail',
      () => get(path),
      ({ data }) => data.failing_since !== null,
    );
    await untilDeliveries(app.db, subscription.uuid, { pending: 20 });
    receiver.answerWith(200);
    assert.ok((await mend(`/api/v2${path}`)).status < 300);
    const succeeded = () => get(`${path}/deliveries?filter[state]=succeeded`);
    await until('what waits to be sent', succeeded, ({ data }) => data.length >= sent);
    await until(
      'it to work again',
      () => get(path),
      ({ data }) => data.failing_since === null,
    );
  });
}

test('a receiver that answers a test does not count as failing any more, though nothing waits for it', async () => {
  receiver.answerWith(500);
  await plan(5);
  const path = `/webhook-subscriptions/${subscription.uuid}`;
  await until(
    'it to fail',
    () => get(path),
    ({ data }) => data.failing_since !== null,
  );
  await emptyQueue(app);
  receiver.answerWith(200);
  await app.call('POST', `/api/v2${path}/test`, { as: ada, body: {} });
  const { failing_since, disables_at } = (await get(path)).data;
  assert.deepEqual([failing_since, disables_at], [null, null]);
});

test('a delivery that has had a thousand attempts is neither sent again nor recovered', async () => {
  const since = app.clock.now().toISOString();
  await plan(2);
  await untilDeliveries(app.db, subscription.uuid, { succeeded: 2 });
  const [delivery] = (await get('/webhook-deliveries')).data;
  await setAttemptCount(app, delivery.uuid, 1000);
  const resent = await app.call('POST', `/api/v2/webhook-deliveries/${delivery.uuid}/resend`, { as: ada });
  assert.deepEqual([resent.status, resent.body.code], [422, 'limit_reached']);
  app.clock.advance(1000);
  const body = { since, only_failed: false, dry_run: true };
  const path = `/api/v2/webhook-subscriptions/${subscription.uuid}/recover`;
  const { data } = (await app.call('POST', path, { as: ada, body })).body;
  assert.equal(data.delivery_count, 1);
});

test('nothing is sent again to a subscription that is disabled', async () => {
  receiver.answerWith(410);
  await plan(1);
  await untilDeliveries(app.db, subscription.uuid, { failed: 1 });
  const [delivery] = (await get('/webhook-deliveries')).data;
  const resent = await app.call('POST', `/api/v2/webhook-deliveries/${delivery.uuid}/resend`, { as: ada });
  assert.deepEqual([resent.status, resent.body.code], [409, 'subscription_disabled']);
});

test('a test sends a signed sample at once and says what the receiver made of it', async () => {
  const path = `/api/v2/webhook-subscriptions/${subscription.uuid}/test`;
  const tested = await app.call('POST', path, { as: ada });
  assert.equal(tested.status, 200, JSON.stringify(tested.body));
  const [request] = await receiver.untilReceived(1);
  const event = verifySync(request!.body, request!.headers, subscription.signing_secret) as {
    test?: boolean;
  };
  assert.deepEqual(event, tested.body.data.body);
  assert.equal(event.test, true);
  assert.equal(request!.headers['x-subscription-uuid'], subscription.uuid);
  assert.deepEqual(
    [tested.body.data.attempt.response_status, tested.body.data.attempt.response_excerpt],
    [200, 'thanks'],
  );
  assert.equal(
    (await get(`/webhook-subscriptions/${subscription.uuid}`)).data.last_outgoing_webhook_call_at,
    tested.body.data.attempt.started_at,
  );
  assert.equal(
    (await get('/events')).data.some((entry: { test?: boolean }) => entry.test),
    false,
  );
});

test('a test to another address has the newest record one sees, and says nothing of the receiver', async () => {
  const make = async (name: string) =>
    (await app.call('POST', '/api/v2/clients', { as: ada, body: { account_uuid, name } })).body.data;
  await make('Earlier');
  const newest = await make('Newest');
  await untilDeliveries(app.db, subscription.uuid, { succeeded: 2 });
  const before = await get(`/webhook-subscriptions/${subscription.uuid}`);
  const elsewhere = await startTestReceiver();
  const path = `/api/v2/webhook-subscriptions/${subscription.uuid}/test`;
  const body = { event: 'client.created', url: elsewhere.url, newest: true };
  const tested = await app.call('POST', path, { as: ada, body });
  const [request] = await elsewhere.untilReceived(1);
  await elsewhere.close();
  const event = verifySync(request!.body, request!.headers, subscription.signing_secret) as unknown as {
    data: object;
    test: boolean;
  };
  assert.deepEqual([event.data, event.test, tested.body.data.is_newest], [newest, true, true]);
  assert.equal(tested.body.data.attempt.response_status, 200);
  assert.equal(receiver.received.length, 2);
  assert.deepEqual(await get(`/webhook-subscriptions/${subscription.uuid}`), before);
  // No deal was won here, and events of Logins are not for everybody.
  for (const event of ['deal.won', 'login.created']) {
    const { body } = await app.call('POST', path, { as: ada, body: { event, newest: true } });
    assert.deepEqual(
      [body.data.body.account_uuid === account_uuid, body.data.is_newest],
      [false, false],
      event,
    );
  }
});

test('a test has no record that its sender does not see, and goes to no address that is not allowed', async () => {
  const eve = await app.addUser('Eve');
  const hers = await app.addAccount(eve, 'Hers');
  await app.call('POST', '/api/v2/clients', { as: eve, body: { account_uuid: hers, name: 'Secret' } });
  const path = `/api/v2/webhook-subscriptions/${subscription.uuid}/test`;
  const sent = async (as: TestUser) =>
    (await app.call('POST', path, { as, body: { event: 'client.created', newest: true } })).body.data.body;
  assert.notEqual((await sent(ada)).data.name, 'Secret');
  await app.call('POST', '/api/v2/deals', { as: ada, body: { account_uuid, title: 'Not for contacts' } });
  const narrow = await narrowed(app, ada, 'webhooks contacts:read');
  const body = { event: 'deal.created', newest: true };
  const answer = await app.call('POST', path, { as: narrow, body });
  assert.notEqual(answer.body.data?.body.data.title, 'Not for contacts', JSON.stringify(answer.body));
  for (const url of ['http://169.254.169.254/latest', 'http://10.0.0.1/', 'file:///etc/passwd', 'nowhere']) {
    const refused = await app.call('POST', path, { as: ada, body: { url } });
    assert.deepEqual([refused.status, refused.body.errors?.[0].pointer], [422, '/url'], url);
  }
});

test('a delivery, its test and its resending are 404 for everybody else', async () => {
  await plan(1);
  await untilDeliveries(app.db, subscription.uuid, { succeeded: 1 });
  const [delivery] = (await get('/webhook-deliveries')).data;
  const eve = await app.addUser();
  await app.addLogin(account_uuid, eve, 'owner');
  const requests: [string, string][] = [
    ['GET', `/webhook-deliveries/${delivery.uuid}`],
    ['POST', `/webhook-deliveries/${delivery.uuid}/resend`],
    ['GET', `/webhook-subscriptions/${subscription.uuid}/deliveries`],
    ['POST', `/webhook-subscriptions/${subscription.uuid}/test`],
  ];
  for (const [method, path] of requests) {
    const body = path.endsWith('/test') ? {} : undefined;
    const answer = await app.call(method, `/api/v2${path}`, { as: eve, body });
    assert.equal(answer.status, 404, path);
  }
  const { body } = await app.call('GET', '/api/v2/webhook-deliveries', { as: eve });
  assert.deepEqual(body.data, []);
});

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}

async function get(path: string) {
  const answer = await app.call('GET', `/api/v2${path}`, { as: ada });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

function untilAttempted(uuid: string, attempts: number) {
  const delivery = () => get(`/webhook-deliveries/${uuid}`);
  return until(`${attempts} attempts`, delivery, ({ data }) => data.attempts.length >= attempts);
}

/** Asserts that the log tells the headers that came, except those of every HTTP request. */
function assertSentWith(came: IncomingHttpHeaders, told: Record<string, string>): void {
  const { host: _, connection: __, 'content-length': ___, ...sent } = came;
  assert.deepEqual(told, sent);
}
