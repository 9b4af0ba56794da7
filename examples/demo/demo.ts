// `npm run demo` shows Rapport's main work on real data and checks each step. Exit code 0: all
// steps succeeded.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeEvent, signedRequest } from '@rapport/webhooks/testing';
import { freePort, type Received, type Running, rapport, startReceiver, startService } from './processes.ts';
import { tellSale } from './sale.ts';

type Subscription = { uuid: string; signing_secret: string; last_outgoing_webhook_call_at: string | null };
type Client = { uuid: string; name: string };
type EventBody = { uuid: string; event: string };

const WAIT_MAX_MS = 60_000;
const UPDATES = 40;
const DELETES = 10;
/** The resources whose events the receiver subscribes to. */
const RESOURCES = ['client', 'contact', 'deal', 'task'];

const folder = await mkdtemp(join(tmpdir(), 'rapport-demo-'));
const [port, receiverPort] = [await freePort(), await freePort()];
const base_url = `http://localhost:${port}`;
const environment = {
  PORT: String(port),
  RAPPORT_BASE_URL: base_url,
  RAPPORT_DATA_DIR: folder,
  // Short waits, so that the demo is shorter than a real outage.
  RAPPORT_WEBHOOK_SCHEDULE: '0s,1s,1s,2s,2s,5s,5s,5s',
  RAPPORT_RATE_LIMIT: '0',
};
const received: Received[] = [];
const started_ms = performance.now();
const running: Running[] = [];
let step = 0;

try {
  running.push(await startService(environment));
  say(`The service runs at ${base_url}, with its own PostgreSQL in a temporary folder.`);

  const { token, accounts } = await createUser();
  say(
    `A User with two Accounts (${accounts.map(({ name }) => name).join(', ')}) and a personal access token.`,
  );

  const first = await subscribe(token);
  let receiver = await startReceiver(receiverPort, first.signing_secret, (line) => received.push(line));
  running.push({ stop: () => receiver.stop() });
  say(
    `A receiver is subscribed to clients, contacts, deals and tasks; its signing secret has ${first.signing_secret.length} characters.`,
  );

  await importCompanies(token, accounts[0]!.uuid);
  await deliveredAll(token);
  const ok = received.filter(({ status }) => status === 200).length;
  expect(ok === received.length, 'a delivery was refused');
  say(`${ok} deliveries arrived, and every signature was right over the raw bytes.`);

  await tellSale((method, path, body) => call(token, method, path, body), accounts[0]!.uuid, delivered, say);

  await sendTampered(first.signing_secret);

  await receiver.stop();
  await changeClients(token);
  await attemptedAgain(token, first);
  receiver = await startReceiver(receiverPort, first.signing_secret, (line) => received.push(line));
  await deliveredAll(token);
  const late = received.filter(({ attempt }) => attempt !== undefined && attempt > 1).length;
  expect(late > 0, 'no delivery came by retry');
  say(`The receiver was down meanwhile. When it came back, ${late} missed deliveries came by retry.`);

  await receiver.stop();
  const second = await replaceSecret(token, first);
  receiver = await startReceiver(receiverPort, second.signing_secret, (line) => received.push(line));
  const [client] = await listClients(token, 1);
  await call(token, 'PATCH', `/api/v2/clients/${client!.uuid}`, {
    description: 'Signed with the new secret.',
  });
  await deliveredAll(token);
  expect((await postSigned(first.signing_secret)) === 401, 'the old secret still verifies');
  say('The secret was replaced by delete and create: the new one verifies, the old one is answered 401.');

  const events = await readFeed(token);
  const arrived = new Set(received.filter(({ status }) => status === 200).map(({ uuid }) => uuid));
  expect(
    events.every(({ uuid }) => arrived.has(uuid)),
    'an event of the feed did not arrive',
  );
  say(`The feed has ${events.length} events; ${arrived.size} different ones arrived. None is missing.`);
  console.log(`\nAll of it held, in ${((performance.now() - started_ms) / 1000).toFixed(1)} s.`);
} catch (error) {
  console.error(`\nThe demo failed: ${(error as Error).message}.`);
  process.exitCode = 1;
} finally {
  for (const process of running.reverse()) await process.stop();
  await rm(folder, { recursive: true, force: true });
}

async function createUser() {
  const email = 'ada@example.com';
  await rapport(
    environment,
    'users',
    'create',
    '--email',
    email,
    '--name',
    'Ada',
    '--password',
    'correct horse battery',
  );
  const accounts = [];
  for (const name of ['Lovelace Engines', 'Analytical Partners']) {
    accounts.push(await rapport<Client>(environment, 'accounts', 'create', '--name', name, '--owner', email));
  }
  const { token } = await rapport<{ token: string }>(
    environment,
    'tokens',
    'create',
    '--user',
    email,
    '--name',
    'Demo',
  );
  return { token, accounts };
}

async function subscribe(token: string): Promise<Subscription> {
  const url = `http://localhost:${receiverPort}/webhooks`;
  return (
    await call<{ data: Subscription }>(token, 'POST', '/api/v2/webhook-subscriptions', {
      url,
      events: RESOURCES.map((resource) => `${resource}.*`),
    })
  ).data;
}

async function importCompanies(token: string, account_uuid: string): Promise<void> {
  const csv = await readFile(join(import.meta.dirname, '../data/companies.csv'));
  const path = `/api/v2/clients/import?account_uuid=${account_uuid}`;
  const { data } = await call<{ data: { created: number; failed: number } }>(token, 'POST', path, csv);
  expect(
    data.created === 503 && data.failed === 0,
    `the import created ${data.created} and failed ${data.failed}`,
  );
  say(`${data.created} companies imported from a CSV file, ${data.failed} rows failed.`);
}

async function sendTampered(secret: string): Promise<void> {
  const { body, headers } = signedRequest(fakeEvent('client.updated', { name: '3M' }), secret);
  const tampered = String(body).replace('3M', '4M');
  const answer = await fetch(`http://localhost:${receiverPort}/webhooks`, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: tampered,
  });
  expect(answer.status === 401, `a tampered body was answered ${answer.status}`);
  say('A body with one changed letter was answered 401.');
}

async function changeClients(token: string): Promise<void> {
  const clients = await listClients(token, UPDATES + DELETES);
  const changes = clients.map(({ uuid }, index) => {
    const path = `/api/v2/clients/${uuid}`;
    return index < UPDATES ? call(token, 'PATCH', path, { status: 'active' }) : call(token, 'DELETE', path);
  });
  await Promise.all(changes);
  say(`${UPDATES} clients were updated and ${DELETES} deleted while the receiver was down.`);
}

/** Waits until the service has made an attempt while the receiver was down. */
async function attemptedAgain(
  token: string,
  { uuid, last_outgoing_webhook_call_at: before }: Subscription,
): Promise<void> {
  await until('an attempt while the receiver was down', async () => {
    const { data } = await call<{ data: Subscription }>(
      token,
      'GET',
      `/api/v2/webhook-subscriptions/${uuid}`,
    );
    return data.last_outgoing_webhook_call_at !== before;
  });
}

async function replaceSecret(token: string, old: Subscription): Promise<Subscription> {
  await call(token, 'DELETE', `/api/v2/webhook-subscriptions/${old.uuid}`);
  const created = await subscribe(token);
  expect(created.signing_secret !== old.signing_secret, 'the new subscription has the old secret');
  return created;
}

async function postSigned(secret: string): Promise<number> {
  const { body, headers } = signedRequest(fakeEvent('client.updated', { name: '3M' }), secret);
  const answer = await fetch(`http://localhost:${receiverPort}/webhooks`, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body,
  });
  return answer.status;
}

async function listClients(token: string, limit: number): Promise<Client[]> {
  return (await call<{ data: Client[] }>(token, 'GET', `/api/v2/clients?limit=${limit}&sort=name`)).data;
}

/** Returns all events that the receiver gets, in the order of the feed. */
async function readFeed(token: string): Promise<EventBody[]> {
  const events: EventBody[] = [];
  let page: { data: EventBody[]; next_cursor: string | null };
  let after = '';
  do {
    page = await call(token, 'GET', `/api/v2/events?limit=200${after}`);
    events.push(...page.data.filter(({ event }) => RESOURCES.includes(event.split('.')[0]!)));
    after = `&after=${page.next_cursor}`;
  } while (page.data.length > 0);
  return events;
}

/** Waits for the receiver to verify the delivery of this event. Returns the receiver's output. */
async function delivered(event: string): Promise<Received> {
  const found = () => received.find((one) => one.event === event && one.status === 200);
  await until(`a verified delivery of ${event}`, async () => found() !== undefined);
  return found()!;
}

async function deliveredAll(token: string): Promise<void> {
  const events = await readFeed(token);
  await until('all events at the receiver', async () => {
    const arrived = new Set(received.filter(({ status }) => status === 200).map(({ uuid }) => uuid));
    return events.every(({ uuid }) => arrived.has(uuid));
  });
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_MAX_MS;
  while (!(await holds())) {
    expect(performance.now() < deadline, `waited ${WAIT_MAX_MS / 1000} s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function call<Answer>(
  token: string,
  method: string,
  path: string,
  body?: object | Buffer,
): Promise<Answer> {
  const csv = body instanceof Buffer;
  const response = await fetch(base_url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(body && { 'content-type': csv ? 'text/csv' : 'application/json' }),
    },
    body: csv ? new Uint8Array(body) : body && JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.ok, `${method} ${path} was answered ${response.status}: ${text}`);
  return (text === '' ? null : JSON.parse(text)) as Answer;
}

function expect(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise);
}

function say(sentence: string): void {
  console.log(`${String(++step).padStart(2)}. ${sentence}`);
}
