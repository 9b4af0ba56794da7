import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { startSmtpServer } from '../../e2e/smtp-server.ts';
import { createUser } from './identity/actions.ts';
import { startServer } from './main.ts';
import { openDatabase } from './platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from './platform/database/testing/test-database.ts';
import { newSecretKeyText } from './platform/secrets/secret-key.ts';
import { StartProblem } from './platform/start-problem.ts';
import { DatabaseClock, SettableClock } from './platform/time/clock.ts';
import { readConfig } from './start/config.ts';
import { freePort } from './testing/free-port.ts';
import { startPooler } from './testing/pooler.ts';

const email = 'ada@example.com';
const secret_key = newSecretKeyText();

let database: TestDatabase;
let data_dir: string;

before(async () => {
  database = await createTestDatabase();
  data_dir = await mkdtemp(join(tmpdir(), 'rapport-main-'));
  const db = openDatabase(database.connectionString);
  const details = { email, name: 'Ada', password: 'correct horse battery' };
  await createUser({ db, clock: new SettableClock(), base_url: '' }, details);
  await db.close();
});
after(async () => {
  await database.drop();
  await rm(data_dir, { recursive: true });
});

test('a start that ends by an error of ours closes the database', async () => {
  const config = readConfig({
    PORT: '0',
    RAPPORT_BASE_URL: 'http://crm.example.com',
    RAPPORT_DATA_DIR: data_dir,
    RAPPORT_SECRET_KEY: secret_key,
    DATABASE_URL: database.connectionString,
  });
  assert.ok(!(config instanceof StartProblem));
  const broken = () => {
    throw new Error('a fault of ours');
  };
  // Plain http makes the start warn, after it has opened the database.
  const log = Object.assign(pino({ level: 'silent' }), { warn: broken });
  await assert.rejects(startServer(config, 'api', log), /a fault of ours/);
  const db = openDatabase(database.connectionString);
  const others = sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  while ((await db.query(others)).length > 0);
  await db.close();
});

test('a mail that was requested before a stop is sent after the next start', async () => {
  const smtp = await startSmtpServer(Promise.resolve());
  const config = readConfig({
    PORT: '0',
    RAPPORT_DATA_DIR: data_dir,
    RAPPORT_SECRET_KEY: secret_key,
    DATABASE_URL: database.connectionString,
    SMTP_URL: smtp.url,
  });
  assert.ok(!(config instanceof StartProblem), config instanceof StartProblem ? config.message : '');
  const api = await startServer(config, 'api', pino({ level: 'silent' }));
  assert.ok(!(api instanceof StartProblem) && api.address !== null);
  const asked = await fetch(`${api.address}/web/password-resets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: api.address },
    body: JSON.stringify({ email }),
  });
  assert.equal(asked.status, 204);
  await api.stop();
  const worker = await startServer(config, 'worker', pino({ level: 'silent' }));
  assert.ok(!(worker instanceof StartProblem));
  assert.match((await smtp.nextMail(email)).text, /code=/);
  await worker.stop();
  smtp.close();
});

for (const [what, settings, says] of [
  ['an address that is not of this machine', { HOST: '192.0.2.1' }, /cannot listen on 192\.0\.2\.1:0: /],
  [
    'a data folder that nobody can make',
    { DATABASE_URL: '', RAPPORT_DATA_DIR: '/proc/nope' },
    /data folder \/proc\/nope cannot be used: .*RAPPORT_DATA_DIR/,
  ],
] as const) {
  test(`${what} is refused with a sentence`, async () => {
    const config = readConfig({ PORT: '0', ...settings });
    assert.ok(!(config instanceof StartProblem));
    const refusal = await startServer(config, 'api', pino({ level: 'silent' }));
    assert.ok(refusal instanceof StartProblem);
    assert.match(refusal.message, says);
  });
}

for (const settings of ['refuses them', 'drops them'] as const) {
  test(`a pooler that does not pass on connection settings and ${settings} is refused with advice`, async () => {
    const pooler = await startPooler(database.connectionString, settings);
    const config = readConfig({ RAPPORT_SECRET_KEY: secret_key, DATABASE_URL: pooler.connectionString });
    assert.ok(!(config instanceof StartProblem));
    const refusal = await startServer(config, 'api', pino({ level: 'silent' }));
    pooler.close();
    assert.ok(refusal instanceof StartProblem);
    assert.match(
      refusal.message,
      /did not accept the settings .* pooler .* DATABASE_URL to the database itself/,
    );
  });
}

for (const [RAPPORT_BASE_URL, own_port, warned] of [
  ['https://rapport.example', false, true],
  ['https://rapport.example', true, false],
  ['http://localhost:3000', false, false],
] as const) {
  const numbers = own_port ? 'numbers on their own port' : 'its numbers at /metrics';
  test(`an API at ${RAPPORT_BASE_URL} with ${numbers} ${warned ? 'warns' : 'does not warn'} that others see them`, async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) });
    const config = readConfig({
      PORT: '0',
      RAPPORT_BASE_URL,
      RAPPORT_METRICS_PORT: own_port ? String(await freePort()) : '',
      RAPPORT_DATA_DIR: data_dir,
      RAPPORT_SECRET_KEY: secret_key,
      DATABASE_URL: database.connectionString,
    });
    assert.ok(!(config instanceof StartProblem));
    const server = await startServer(config, 'api', log);
    assert.ok(!(server instanceof StartProblem));
    await server.stop();
    assert.equal(
      lines.some((line) => line.includes('RAPPORT_METRICS_PORT')),
      warned,
    );
  });
}

test('a stop logs its beginning, its time limit and its end', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  const config = readConfig({
    RAPPORT_DATA_DIR: data_dir,
    RAPPORT_SECRET_KEY: secret_key,
    DATABASE_URL: database.connectionString,
  });
  assert.ok(!(config instanceof StartProblem));
  const server = await startServer(config, 'worker', log);
  assert.ok(!(server instanceof StartProblem));
  lines.length = 0;
  const stopped = server.stop();
  assert.deepEqual(lines, ['stopping: requests and deliveries under way get at most 20 s']);
  await stopped;
  assert.equal(lines.at(-1), 'stopped');
});

test('the numbers on their own port are found at /metrics, with any query', async () => {
  const metrics_port = await freePort();
  const config = readConfig({
    RAPPORT_METRICS_PORT: String(metrics_port),
    RAPPORT_DATA_DIR: data_dir,
    RAPPORT_SECRET_KEY: secret_key,
    DATABASE_URL: database.connectionString,
  });
  assert.ok(!(config instanceof StartProblem));
  const server = await startServer(config, 'worker', pino({ level: 'silent' }));
  assert.ok(!(server instanceof StartProblem));
  const statuses = await Promise.all(
    ['/metrics', '/metrics?x=1', '/metricsx'].map(
      async (path) => (await fetch(`http://127.0.0.1:${metrics_port}${path}`)).status,
    ),
  );
  await server.stop();
  assert.deepEqual(statuses, [200, 200, 404]);
});

test('a taken port for the numbers is reported in one sentence, and the service continues', async () => {
  const lines: { msg: string; err?: unknown }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const taken = createServer();
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  const { port } = taken.address() as AddressInfo;
  const config = readConfig({
    RAPPORT_METRICS_PORT: String(port),
    RAPPORT_DATA_DIR: data_dir,
    RAPPORT_SECRET_KEY: secret_key,
    DATABASE_URL: database.connectionString,
  });
  assert.ok(!(config instanceof StartProblem));
  const server = await startServer(config, 'worker', log);
  taken.close();
  assert.ok(!(server instanceof StartProblem));
  await server.stop();
  const told = lines.find(({ msg }) => msg.startsWith('Nobody can read the numbers'));
  assert.match(
    told!.msg,
    new RegExp(`on 127\\.0\\.0\\.1:${port}: another program uses the port\\. It continues`),
  );
  assert.equal(told!.err, undefined);
});

test('a loop that fails by an error of ours is logged, and the server stops in order', async (t) => {
  t.mock.method(DatabaseClock.prototype, 'waitUntil', () => Promise.reject(new Error('no such moment')));
  const config = readConfig({
    RAPPORT_DATA_DIR: data_dir,
    RAPPORT_SECRET_KEY: secret_key,
    DATABASE_URL: database.connectionString,
  });
  assert.ok(!(config instanceof StartProblem));
  const lines: { level: number; err?: { message: string } }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const server = await startServer(config, 'worker', log);
  assert.ok(!(server instanceof StartProblem));
  assert.match(
    await server.failed,
    /^Rapport has an internal error and cannot continue \(no such moment\)\./,
  );
  await server.stop();
  const fatal = lines.find(({ level }) => level === 60);
  assert.equal(fatal?.err?.message, 'no such moment');
});

test('a server whose database is away reports it and waits, until the database is back or the server stops', async () => {
  const port = await freePort();
  const address = new URL(database.connectionString);
  const [host, there] = [address.hostname, Number(address.port)];
  address.port = String(port);
  const config = readConfig({ PORT: '0', RAPPORT_SECRET_KEY: secret_key, DATABASE_URL: address.href });
  assert.ok(!(config instanceof StartProblem));
  const told = Promise.withResolvers<string>();
  const log = pino({}, { write: (line: string) => told.resolve(JSON.parse(line).msg) });
  const stopping = new AbortController();
  const called_off = startServer(config, 'api', log, stopping.signal);
  assert.match(await told.promise, /cannot connect to its database .*Waiting for the database\.$/);
  stopping.abort();
  assert.ok((await called_off) instanceof StartProblem);

  const starting = startServer(config, 'api', pino({ level: 'silent' }));
  const way = createServer((client) => {
    const server = connect(there, host);
    client.pipe(server).pipe(client);
    for (const socket of [client, server]) socket.on('error', () => {});
  });
  await once(way.listen(port, '127.0.0.1'), 'listening');
  const server = await starting;
  assert.ok(!(server instanceof StartProblem));
  await server.stop();
  way.close();
});
