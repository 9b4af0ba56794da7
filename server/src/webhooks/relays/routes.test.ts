import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { verifySync } from '@rapport/webhooks';
import sql from 'sql-template-tag';
import { addApplication, callWith, connect, signedIn } from '../../testing/oauth-flow.ts';
import { orThrow } from '../../testing/or-throw.ts';
import { overtake } from '../../testing/overtake.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { untilDeliveries } from '../../testing/test-deliveries.ts';
import { until } from '../../testing/until.ts';
import { findCaller } from '../../tokens/actions.ts';
import { reportAttempt } from './actions.ts';

const LEASE_MS = 2 * 60_000;
const ACCEPTED = {
  duration_ms: 12,
  first_byte_ms: 10,
  response_status: 200,
  error_kind: null,
  error_detail: null,
  request_headers: { 'x-attempt': '1' },
  response_excerpt: 'thanks',
};
const REFUSED = { ...ACCEPTED, response_status: 500, error_kind: 'http_status' };

let app: TestApp;
let ada: TestUser;
let account_uuid: string;
let relay: { uuid: string; signing_secret: string; url: string };
before(async () => {
  app = await startTestApp();
});
after(() => app.close());
beforeEach(async () => {
  ada = await app.addUser();
  account_uuid = await app.addAccount(ada);
  // A machine that the service must not reach.
  const body = { url: 'http://10.0.0.7:4000/hook', events: ['client.*'] };
  const created = await call('POST', '/api/v2/webhook-relays', body);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  relay = created.body.data;
});

const call = (method: string, path: string, body?: object, headers = {}) =>
  app.call(method, path, { as: ada, body, headers });
const createClient = async (name = 'Zoë') =>
  (await call('POST', '/api/v2/clients', { name })).body.data.uuid as string;
const fetchRelayed = async (prefer?: string) =>
  (await call('GET', `/api/v2/webhook-relays/${relay.uuid}/deliveries`, undefined, prefer ? { prefer } : {}))
    .body.data;
const report = (uuid: string, attempt: object = ACCEPTED, headers = {}) =>
  call('POST', `/api/v2/webhook-deliveries/${uuid}/attempts`, attempt, headers);
const listSubscriptions = async () => (await call('GET', '/api/v2/webhook-subscriptions')).body.data;

describe('a relay', () => {
  test('is a webhook subscription with a secret of its own, as long as it is there', async () => {
    assert.deepEqual(await listSubscriptions(), [relay]);
    assert.match(relay.signing_secret, /^[A-Za-z0-9]{60}$/);
    assert.equal((await call('DELETE', `/api/v2/webhook-subscriptions/${relay.uuid}`)).status, 204);
    assert.deepEqual(await listSubscriptions(), []);
    const gone = await call('GET', `/api/v2/webhook-relays/${relay.uuid}/deliveries`);
    assert.equal(gone.status, 404);
  });

  test('hands out what happens, with the bytes and headers of a delivery', async () => {
    await call('POST', `/api/v2/accounts/${account_uuid}/invitations`, {
      email: 'x@example.com',
      role: 'viewer',
    });
    const uuid = await createClient();
    const [delivery, ...rest] = await fetchRelayed();
    assert.deepEqual(rest, []);
    const event = verifySync(Buffer.from(delivery.body), delivery.headers, relay.signing_secret);
    assert.deepEqual([event.event, (event.data as { uuid: string }).uuid], ['client.created', uuid]);
    assert.deepEqual(Object.keys(delivery.headers).sort(), [
      'content-type',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
      'x-attempt',
      'x-delivery-uuid',
      'x-event',
      'x-signature',
      'x-subscription-uuid',
    ]);
    assert.equal(delivery.headers['x-subscription-uuid'], relay.uuid);
    assert.equal(delivery.headers['x-delivery-uuid'], delivery.uuid);
  });

  test('answers whoever waits as soon as something happens', async () => {
    const waiting = fetchRelayed('wait=20');
    await createClient();
    assert.equal((await waiting).length, 1);
  });

  test('hands out a delivery until its attempt is reported, and then never again', async () => {
    await createClient();
    const [[first], [again]] = [await fetchRelayed(), await fetchRelayed()];
    assert.equal(first.uuid, again.uuid);
    const reported = await report(first.uuid);
    assert.equal(reported.status, 200, JSON.stringify(reported.body));
    assert.deepEqual([reported.body.data.state, reported.body.data.attempt_count], ['succeeded', 1]);
    assert.deepEqual(await fetchRelayed(), []);
    const [subscription] = await listSubscriptions();
    assert.notEqual(subscription.last_outgoing_webhook_call_at, null);
    assert.equal((await report(first.uuid)).status, 409);
  });

  test('tells the second of two who report one delivery at once that it has ended', async () => {
    await createClient();
    const [{ uuid }] = await fetchRelayed();
    const caller = orThrow(
      await findCaller(app, ada.token, { request_id: 'first', change_uuid: 'change', address: '127.0.0.1' }),
    );
    const second = await overtake(
      app.db,
      'webhook_relays',
      (tx) => reportAttempt({ ...app, db: tx }, caller, uuid, ACCEPTED),
      () => report(uuid),
    );
    assert.deepEqual([second.status, second.body.code], [409, 'conflict']);
    assert.equal(
      second.body.detail,
      'No report of this delivery is awaited: its state is succeeded. Resend it to have it handed out again.',
    );
  });

  test('keeps in the log what its owner reports', async () => {
    await createClient();
    const [{ uuid }] = await fetchRelayed();
    await report(uuid, REFUSED);
    const { attempts, state } = (await call('GET', `/api/v2/webhook-deliveries/${uuid}`)).body.data;
    assert.equal(state, 'failed');
    const { started_at: _, ...attempt } = attempts[0];
    assert.deepEqual(attempt, { number: 1, dns_ms: null, connect_ms: null, ...REFUSED });
    const health = (await call('GET', `/api/v2/webhook-subscriptions/${relay.uuid}/health`)).body.data;
    assert.equal(health.last_24_hours.failed_count, 1);
  });

  test('gets a delivery that is sent again, as the next attempt', async () => {
    await createClient();
    const [{ uuid }] = await fetchRelayed();
    await report(uuid, REFUSED);
    assert.equal((await call('POST', `/api/v2/webhook-deliveries/${uuid}/resend`)).status, 202);
    const [again] = await fetchRelayed();
    assert.deepEqual([again.uuid, again.number, again.headers['x-attempt']], [uuid, 2, '2']);
  });

  test('hands out nothing of an Account that its owner has lost', async () => {
    const owner = await app.addUser();
    const lost = await app.addAccount(owner);
    await app.addLogin(lost, ada, 'member');
    await app.call('POST', '/api/v2/clients', { as: owner, body: { account_uuid: lost, name: 'Secret' } });
    const logins = (await app.call('GET', `/api/v2/accounts/${lost}/logins`, { as: owner })).body.data;
    const { uuid } = logins.find((login: { user: { uuid: string } }) => login.user.uuid === ada.uuid);
    await app.call('DELETE', `/api/v2/logins/${uuid}`, { as: owner, in_browser: true });
    assert.deepEqual(await fetchRelayed(), []);
    await untilDeliveries(app.db, relay.uuid, { not_sent: 1 });
  });
});

describe('the workers', () => {
  test('leave the deliveries of a relay alone, also when it is enabled anew', async () => {
    const worker = await app.startWorker();
    const path = `/api/v2/webhook-subscriptions/${relay.uuid}`;
    await call('PATCH', path, { enabled: false });
    await call('PATCH', path, { enabled: true });
    await createClient();
    await createClient();
    await until('the workers have seen both', async () => {
      const { body } = await call('GET', `${path}/deliveries`);
      return (
        body.data.length === 2 &&
        body.data.every((delivery: { state: string }) => delivery.state === 'pending')
      );
    });
    assert.equal((await fetchRelayed()).length, 2);
    await worker.stop();
  });

  test('end what waits at the relay of an application as soon as its User disconnects it', async () => {
    const { access_token } = await connect(app, await signedIn(app, ada), await addApplication(app));
    const body = { url: 'http://10.0.0.7:4000/hook', events: ['client.*'] };
    const created = await callWith(app, access_token, '/api/v2/webhook-relays', 'POST', body);
    const { uuid } = created.body.data;
    await createClient();
    const [grant] = (await call('GET', '/api/v2/grants')).body.data;
    assert.equal((await call('DELETE', `/api/v2/grants/${grant.uuid}`)).status, 204);
    const worker = await app.startWorker();
    await untilDeliveries(app.db, uuid, { not_sent: 1 });
    await worker.stop();
  });

  test('delete the subscription of somebody who is no longer heard of, and log what waited', async () => {
    await createClient();
    const worker = await app.startWorker();
    app.clock.advance(LEASE_MS - 1000);
    await fetchRelayed();
    app.clock.advance(LEASE_MS - 1000);
    await createClient();
    assert.equal((await listSubscriptions()).length, 1);
    app.clock.advance(2000);
    await until('it is gone', async () => (await listSubscriptions()).length === 0);
    await untilDeliveries(app.db, relay.uuid, { not_sent: 2 });
    await worker.stop();
  });
});

describe('a report and a worker that ends what waits, at the same instant,', () => {
  /** The receiver, which a worker locks first, and the delivery, which it locks then. */
  const receiver = () =>
    sql`SELECT FROM webhook_endpoints WHERE subscription_uuid = ${relay.uuid} FOR NO KEY UPDATE`;
  const delivery = (uuid: string) =>
    sql`SELECT FROM webhook_open_deliveries WHERE subscription_uuid = ${relay.uuid} AND uuid = ${uuid} FOR UPDATE`;
  test('do not wait for each other', async () => {
    await createClient();
    const [{ uuid }] = await fetchRelayed();
    let reporting: ReturnType<typeof report> | undefined;
    await app.db.transaction(async (worker) => {
      const [backend] = await worker.query<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
      await worker.query(receiver());
      reporting = report(uuid, ACCEPTED, { 'idempotency-key': uuid });
      await until('the report waits for the worker', async () => {
        const waiting = sql`SELECT FROM pg_stat_activity WHERE ${backend!.pid} = ANY (pg_blocking_pids(pid))`;
        return (await app.db.query(waiting)).length > 0;
      });
      await worker.query(delivery(uuid));
    });
    assert.equal((await reporting)?.status, 200);
  });
});

test('a delivery of another subscription cannot be reported', async () => {
  const body = { url: 'http://127.0.0.1:9/', events: ['*'] };
  const { uuid } = (await call('POST', '/api/v2/webhook-subscriptions', body)).body.data;
  await createClient();
  const [delivery] = (await call('GET', `/api/v2/webhook-subscriptions/${uuid}/deliveries`)).body.data;
  assert.equal((await report(delivery.uuid)).status, 404);
  assert.equal((await call('GET', `/api/v2/webhook-relays/${uuid}/deliveries`)).status, 404);
});

test('a relay takes no address that is none of the web', async () => {
  for (const url of ['javascript:alert(1)', 'http://[', 'http://', 'http:localhost']) {
    const refused = await call('POST', '/api/v2/webhook-relays', { url, events: ['*'] });
    assert.equal(refused.status, 422, url);
  }
});
