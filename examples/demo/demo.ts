// `npm run demo` shows Rapport's main work on real data and checks each step. Exit code 0: all
// steps succeeded.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Rapport } from '@rapport/client';
import type { Account, Client, Event, WebhookSubscription } from '@rapport/client/resources';
import { fakeEvent, signedRequest } from '@rapport/webhooks/testing';
import { command, freePort, type Received, type Running, startReceiver, startService } from './processes.ts';
import { tellSale } from './sale.ts';

const WAIT_MAX_MS = 60_000;
const UPDATES = 40;
const DELETES = 10;
/** The resources whose events the receiver subscribes to. */
const RESOURCES = ['client', 'contact', 'deal', 'task'];

const folder = await mkdtemp(join(tmpdir(), 'rapport-demo-'));
const [port, receiverPort] = [await freePort(), await freePort()];
const base_url = `http://localhost:${port}`;
const receiver_url = `http://localhost:${receiverPort}/webhooks`;
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
  const rapport = connect({ baseUrl: base_url, token });
  say(
    `A User with two Accounts (${accounts.map(({ name }) => name).join(', ')}) and a personal access token.`,
  );

  const first = await subscribe(rapport);
  let receiver = await startReceiver(receiverPort, first.signing_secret, (line) => received.push(line));
  running.push({ stop: () => receiver.stop() });
  say(
    `A receiver is subscribed to clients, contacts, deals and tasks; its signing secret has ${first.signing_secret.length} characters.`,
  );

  await importCompanies(rapport, accounts[0]!.uuid);
  await deliveredAll(rapport);
  const ok = received.filter(({ status }) => status === 200).length;
  expect(ok === received.length, 'a delivery was refused');
  say(`${ok} deliveries arrived, and every signature was right over the raw bytes.`);

  await tellSale(rapport, accounts[0]!.uuid, delivered, say);

  const answer = await postSigned(first.signing_secret, '4M');
  expect(answer === 401, `a tampered body was answered ${answer}`);
  say('A body with one changed letter was answered 401.');

  await receiver.stop();
  await changeClients(rapport);
  await attemptedAgain(rapport, first);
  receiver = await startReceiver(receiverPort, first.signing_secret, (line) => received.push(line));
  await deliveredAll(rapport);
  const late = received.filter(({ attempt }) => attempt !== undefined && attempt > 1).length;
  expect(late > 0, 'no delivery came by retry');
  say(`The receiver was down meanwhile. When it came back, ${late} missed deliveries came by retry.`);

  await receiver.stop();
  const second = await replaceSecret(rapport, first);
  receiver = await startReceiver(receiverPort, second.signing_secret, (line) => received.push(line));
  const [client] = await listClients(rapport, 1);
  await rapport.clients.update(client!.uuid, { description: 'Signed with the new secret.' });
  await deliveredAll(rapport);
  expect((await postSigned(first.signing_secret)) === 401, 'the old secret still verifies');
  say('The secret was replaced by delete and create: the new one verifies, the old one is answered 401.');

  const events = await readFeed(rapport);
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
  await command(
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
    accounts.push(
      await command<Account>(environment, 'accounts', 'create', '--name', name, '--owner', email),
    );
  }
  const { token } = await command<{ token: string }>(
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

function subscribe(rapport: Rapport): Promise<WebhookSubscription> {
  const events = RESOURCES.map((resource) => `${resource}.*`);
  return rapport.webhookSubscriptions.create({ url: receiver_url, events });
}

async function importCompanies(rapport: Rapport, account_uuid: string): Promise<void> {
  const csv = await readFile(join(import.meta.dirname, '../data/companies.csv'));
  const { created, failed } = await rapport.clients.import(csv, { account_uuid });
  expect(created === 503 && failed === 0, `the import created ${created} and failed ${failed}`);
  say(`${created} companies imported from a CSV file, ${failed} rows failed.`);
}

async function changeClients(rapport: Rapport): Promise<void> {
  const clients = await listClients(rapport, UPDATES + DELETES);
  const changes = clients.map(({ uuid }, index) =>
    index < UPDATES ? rapport.clients.update(uuid, { status: 'active' }) : rapport.clients.delete(uuid),
  );
  await Promise.all<unknown>(changes);
  say(`${UPDATES} clients were updated and ${DELETES} deleted while the receiver was down.`);
}

/** Waits until the service has made an attempt while the receiver was down. */
async function attemptedAgain(
  rapport: Rapport,
  { uuid, last_outgoing_webhook_call_at: before }: WebhookSubscription,
): Promise<void> {
  await until('an attempt while the receiver was down', async () => {
    const { last_outgoing_webhook_call_at } = await rapport.webhookSubscriptions.retrieve(uuid);
    return last_outgoing_webhook_call_at !== before;
  });
}

async function replaceSecret(rapport: Rapport, old: WebhookSubscription): Promise<WebhookSubscription> {
  await rapport.webhookSubscriptions.delete(old.uuid);
  const created = await subscribe(rapport);
  expect(created.signing_secret !== old.signing_secret, 'the new subscription has the old secret');
  return created;
}

/** Posts an event about 3M, signed, with this name sent. Returns the status of the answer. */
async function postSigned(secret: string, sent = '3M'): Promise<number> {
  const { body, headers } = signedRequest(fakeEvent('client.updated', { name: '3M' }), secret);
  const answer = await fetch(receiver_url, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: String(body).replace('3M', sent),
  });
  return answer.status;
}

async function listClients(rapport: Rapport, limit: number): Promise<Client[]> {
  return (await rapport.clients.list({ limit, sort: 'name' }).firstPage()).data;
}

/** Returns all events that the receiver gets, in the order of the feed. */
async function readFeed(rapport: Rapport): Promise<Event[]> {
  const events = await rapport.events.list({ limit: 200 }).toArray();
  return events.filter(({ event }) => RESOURCES.includes(event.split('.')[0]!));
}

/** Waits for the receiver to verify the delivery of this event. Returns the receiver's output. */
async function delivered(event: string): Promise<Received> {
  const found = () => received.find((one) => one.event === event && one.status === 200);
  await until(`a verified delivery of ${event}`, async () => found() !== undefined);
  return found()!;
}

async function deliveredAll(rapport: Rapport): Promise<void> {
  const events = await readFeed(rapport);
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

function expect(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise);
}

function say(sentence: string): void {
  console.log(`${String(++step).padStart(2)}. ${sentence}`);
}
