import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { openDatabase } from '../platform/database/database.ts';
import { assertRefused } from '../testing/assert-forbids.ts';
import { addApplication, callWith, connect, signedIn } from '../testing/oauth-flow.ts';
import { sessionHeaders } from '../testing/session-headers.ts';
import { type Answer, startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { subscribe } from '../testing/test-deliveries.ts';
import { startTestReceiver } from '../testing/test-receiver.ts';
import { until } from '../testing/until.ts';

// The requests of one User take turns, so that other Users do not wait behind them.

/** More than the test application has connections to the database. */
const MANY = 12;

let app: TestApp;
let ada: TestUser;
let grace: TestUser;
let account_uuid: string;

before(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [ada, grace] = [await app.addUser(), await app.addUser()];
  account_uuid = await app.addAccount(ada);
});
after(() => app.close());

const clients = (as: TestUser) => app.call('GET', '/api/v2/clients', { as });
const me = (as: TestUser) => app.call('GET', '/api/v2/me', { as });

/** Blocks all reading of Clients while `work` runs. `atWork` counts the blocked statements. */
async function whileClientsAreHeld(work: (atWork: () => Promise<number>) => Promise<void>): Promise<void> {
  const holder = openDatabase(app.connectionString, { connections: 2 });
  const atWork = async () => {
    const [row] = await holder.query<{ count: number }>(
      sql`SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'clients'::regclass`,
    );
    return row!.count;
  };
  await holder.transaction(async (tx) => {
    await tx.query(sql`LOCK TABLE clients IN ACCESS EXCLUSIVE MODE`);
    await work(atWork);
  });
  await holder.close();
}

test('other Users are answered however many requests one User has, with all tokens, applications and sessions', async () => {
  const { access_token } = await connect(app, await signedIn(app, ada), await addApplication(app));
  const headers = await sessionHeaders(app, ada);
  const heavy: Promise<Answer>[] = [];
  await whileClientsAreHeld(async (atWork) => {
    for (let i = 0; i < MANY; i++) {
      heavy.push(clients(ada), callWith(app, access_token, '/api/v2/clients'));
      heavy.push(app.call('GET', '/api/v2/clients', { headers }));
    }
    await until('three to be at work', async () => (await atWork()) === 3);
    assert.equal((await me(grace)).status, 200);
    assert.equal(await atWork(), 3);
  });
  for (const answer of heavy) assert.equal((await answer).status, 200);
});

test('a full line refuses only its User, with the time to wait', async () => {
  const heavy: Promise<Answer>[] = [];
  await whileClientsAreHeld(async () => {
    const refused = Promise.withResolvers<Answer>();
    for (let i = 0; i < 204; i++) {
      const answer = clients(ada);
      heavy.push(answer);
      answer.then((it) => it.status !== 200 && refused.resolve(it), refused.reject);
    }
    const answer = await refused.promise;
    assertRefused(answer, 429, 'rate_limited');
    assert.equal(answer.headers.get('retry-after'), '5');
    assert.match(
      answer.body.detail,
      /^200 of your requests are waiting, .+ This one was not started\. Wait 5 s/,
    );
    assert.equal((await me(grace)).status, 200);
  });
  const statuses = (await Promise.all(heavy)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 203);
  assert.equal((await clients(ada)).status, 200);
});

test('a token revoked while its request waits for its turn is refused', async () => {
  const heavy: Promise<Answer>[] = [];
  await whileClientsAreHeld(async (atWork) => {
    for (let i = 0; i < MANY; i++) heavy.push(clients(ada));
    await until('three to be at work', async () => (await atWork()) === 3);
    await app.db.query(
      sql`UPDATE personal_access_tokens SET revoked_at = ${app.clock.now()} WHERE user_uuid = ${ada.uuid}`,
    );
    app.clock.advance(1_000);
  });
  const statuses = (await Promise.all(heavy)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [...Array(3).fill(200), ...Array(MANY - 3).fill(401)]);
});

test('waiting for events takes no turn', async () => {
  // Two events, of the Account and of its owner's Login. The feed hides them while an older
  // transaction is open.
  const next_cursor = await until('the events of the Account', async () => {
    const { body } = await app.call('GET', '/api/v2/events', { as: ada });
    return body.data.length === 2 && (body.next_cursor as string);
  });
  const path = `/api/v2/events?after=${next_cursor}`;
  const waits = Array.from({ length: 6 }, () =>
    app.call('GET', path, { as: ada, headers: { prefer: 'wait=20' } }),
  );
  let answered = 0;
  for (const wait of waits) wait.then(() => answered++);
  for (let i = 0; i < MANY; i++) assert.equal((await me(ada)).status, 200);
  assert.equal(answered, 0);
  const created = await app.call('POST', '/api/v2/clients', {
    as: ada,
    body: { account_uuid, name: 'Acme' },
  });
  assert.equal(created.status, 201);
  for (const wait of waits) assert.equal((await wait).body.data.length, 1);
});

test('watching deliveries as they happen takes no turn', async () => {
  const receiver = await startTestReceiver();
  const { uuid } = await subscribe(app, ada, receiver.url);
  const headers = await sessionHeaders(app, ada);
  const closing = new AbortController();
  const path = `${app.base_url}/web/webhook-subscriptions/${uuid}/live`;
  for (let i = 0; i < 4; i++) {
    const stream = await fetch(path, { headers, signal: closing.signal });
    assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  }
  assert.equal((await me(ada)).status, 200);
  closing.abort();
  await receiver.close();
});

test('stalled uploads take no turn, and an import takes one for each batch', async () => {
  const uploads = Array.from({ length: 5 }, () => {
    const request = httpRequest(`${app.base_url}/api/v2/clients/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'text/csv' },
    });
    request.write('Name\nAcme\n');
    return request;
  });
  const answered = uploads.map(async (upload) => {
    const [response] = await once(upload, 'response');
    response.resume();
    return { upload, status: response.statusCode };
  });
  // Four requests run, so the fifth is refused.
  const refused = await Promise.any(answered);
  assert.equal(refused.status, 429);
  assert.equal((await me(ada)).status, 200);
  for (const upload of uploads) upload.end();
  const statuses = (await Promise.all(answered)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [200, 200, 200, 200, 429]);
});

test('tests of receivers that do not answer take no turn, and a User can run at most eight', async () => {
  const [hanging, other] = [await startTestReceiver(), await startTestReceiver()];
  const open: (() => void)[] = [];
  hanging.handle((response) => open.push(() => response.end()));
  const subscriptions = [await subscribe(app, ada, hanging.url), await subscribe(app, ada, hanging.url)];
  const send = (uuid: string, as = ada) =>
    app.call('POST', `/api/v2/webhook-subscriptions/${uuid}/test`, { as, body: {} });
  const tests = Array.from({ length: 8 }, (_, i) => send(subscriptions[i % 2]!.uuid));
  await hanging.untilReceived(8);
  const refused = await send(subscriptions[0]!.uuid);
  assertRefused(refused, 429, 'rate_limited');
  assert.equal(refused.headers.get('retry-after'), '5');
  const { uuid } = await subscribe(app, grace, other.url);
  assert.equal((await send(uuid, grace)).body.data.attempt.error_kind, null);

  hanging.answerWith(200);
  for (const answer of open) answer();
  for (const answer of tests) assert.equal((await answer).status, 200);
  assert.equal((await send(subscriptions[0]!.uuid)).status, 200);
  assert.equal(hanging.concurrency_max, 8);
  await hanging.close();
  await other.close();
});
