import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { LOG_OPTIONS } from './platform/process/log.ts';
import { addApplication, authorizeUrl } from './testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from './testing/test-app.ts';
import { startTestReceiver } from './testing/test-receiver.ts';
import { until } from './testing/until.ts';

/** A word in every text that the requests of these tests send. */
const SENT = 'Xanadu';

let app: TestApp;
let ada: TestUser;
let lines: string[] = [];

before(async () => {
  const log = pino({ ...LOG_OPTIONS, level: 'trace' }, { write: (line: string) => void lines.push(line) });
  app = await startTestApp({ log });
  ada = await app.addUser();
  await app.addAccount(ada);
});
after(() => app.close());

/** Runs `work` and returns the lines that it logs, without the one that each request has. */
async function logged(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  lines = [];
  await work();
  assert.ok(!lines.join('').includes(SENT), lines.join(''));
  return lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== 'request');
}

test('a test of a subscription is logged like any attempt, with the addresses of its host', async () => {
  const [line] = await logged(async () => {
    const body = { url: 'http://localhost:9/', events: ['client.*'] };
    const { data } = (await app.call('POST', '/api/v2/webhook-subscriptions', { as: ada, body })).body;
    await app.db.query(
      sql`UPDATE webhook_subscriptions SET url = 'http://10.0.0.5/' WHERE uuid = ${data.uuid}`,
    );
    await app.call('POST', `/api/v2/webhook-subscriptions/${data.uuid}/test`, { as: ada, body: {} });
  });
  const { msg, test, event, error_kind, log_detail } = line!;
  assert.deepEqual(
    [msg, test, event, error_kind],
    ['webhook attempt', true, 'client.created', 'target_not_allowed'],
  );
  assert.match(String(log_detail), /10\.0\.0\.5/);
});

test('an attempt of a worker has a line when it failed; when it succeeded, at debug only', async () => {
  const receiver = await startTestReceiver();
  const as = await app.addUser();
  await app.addAccount(as, 'Hooked');
  const body = { url: receiver.url, events: ['client.*'] };
  const { uuid } = (await app.call('POST', '/api/v2/webhook-subscriptions', { as, body })).body.data;
  const worker = await app.startWorker();
  const attempts = async (status: number) => {
    receiver.answerWith(status);
    const all = await logged(async () => {
      await app.call('POST', '/api/v2/clients', { as, body: { name: 'One' } });
      await until('the attempt', async () => lines.some((line) => line.includes('webhook attempt')));
    });
    return all
      .filter(({ msg }) => msg === 'webhook attempt')
      .map(({ level, subscription_uuid, error_kind }) => [level, subscription_uuid, error_kind]);
  };
  const { debug, info } = pino.levels.values;
  assert.deepEqual(await attempts(204), [[debug, uuid, null]]);
  assert.deepEqual(await attempts(500), [[info, uuid, 'http_status']]);
  await worker.stop();
  await receiver.close();
});

test('an error of ours is logged with the message of PostgreSQL, without rows and values', async () => {
  // Without `app.call`, which refuses answers that the description lacks.
  const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' };
  const create = (fields: object) => {
    const body = JSON.stringify(fields);
    return fetch(`${app.base_url}/api/v2/accounts`, { method: 'POST', headers, body });
  };
  await app.db.query(sql`CREATE UNIQUE INDEX once ON accounts (name)`);
  await app.db.query(sql`CREATE INDEX number ON accounts ((name::int)) WHERE name LIKE '12%'`);
  const [twice] = await logged(async () => {
    assert.equal((await create({ name: SENT })).status, 201);
    assert.equal((await create({ name: SENT })).status, 500);
  });
  const [unreadable] = await logged(async () => {
    assert.equal((await create({ name: `12 "${SENT}"` })).status, 500);
  });
  const told = [twice, unreadable].map((line) => line?.err as Record<string, string>);
  assert.deepEqual(
    told.map(({ message, code }) => [code, message]),
    [
      ['23505', 'duplicate key value violates unique constraint "once"'],
      ['22P02', 'invalid input syntax for type integer: "…"'],
    ],
  );
  for (const { stack } of told) assert.match(stack!, /queries\.ts/);
});

test('a refused OAuth request is logged without its contents, but with the application and the redirect URL to register', async () => {
  const client = await addApplication(app);
  const redirect_uri = `https://ada:${SENT}@app.example.com/other?code=${SENT}#${SENT}`;
  const [unregistered] = await logged(() =>
    fetch(app.base_url + authorizeUrl(client, { redirect_uri, state: SENT })),
  );
  assert.equal(unregistered?.detail, 'https://app.example.com/other');

  const ask = (form: Record<string, string>) => () =>
    fetch(`${app.base_url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { client_id, client_secret } = client;
  const [wrongSecret] = await logged(ask({ grant_type: 'refresh_token', client_id, client_secret: SENT }));
  assert.equal(wrongSecret?.detail, `client_id ${client_id}`);
  const [noClient] = await logged(ask({ grant_type: SENT, client_id: SENT, client_secret }));
  assert.deepEqual([noClient?.error, noClient?.detail], ['invalid_client', '']);
  const [noGrant] = await logged(ask({ grant_type: SENT, client_id, client_secret }));
  assert.equal(noGrant?.error, 'unsupported_grant_type');
});
