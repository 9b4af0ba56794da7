import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { openDatabase } from '../../platform/database/database.ts';
import { FailureLog } from '../../platform/process/failure-log.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

type Line = { level: number; msg: string; err?: { code?: string; message: string; stack?: string } };

/** What a worker without its database cannot do. */
const MISSED = [
  'read what is to be delivered',
  'keep the receivers and jobs of this worker',
  'keep every connection to the database',
];

let app: TestApp;
const lines: Line[] = [];
const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
before(async () => {
  app = await startTestApp({ log });
});
after(() => app.close());

test('a database that is away is one line for each that misses it, without a stack, and one when it is back', async (t) => {
  const { proxy, far } = await databaseBehindProxy();
  const worker = await app.startWorker({ db: far });
  t.after(async () => {
    await worker.stop();
    await far.close();
    proxy.close();
  });
  proxy.close();
  // The clock wakes the loops that follow it. The renewal of the lease follows its own, so its line
  // is awaited. With twelve refusals some loop has asked more than once.
  app.clock.advance(10_000);
  await until('a line for each that misses the database', async () =>
    MISSED.every((what) => told().some(({ msg }) => msg === `could not ${what}; trying again`)),
  );
  await until('the worker to ask again and again', async () => proxy.refused >= 12);
  const kinds = told().map(({ msg, err }) => `${msg} ${err?.code ?? err?.message}`);
  assert.equal(new Set(kinds).size, kinds.length, kinds.join('\n'));
  for (const { err } of told()) assert.equal(err?.stack, '');

  proxy.open();
  for (const what of MISSED) {
    await until(`${what} again`, async () => {
      app.clock.advance(1_000);
      return lines.some(({ level, msg }) => level === 30 && msg === `can ${what} again`);
    });
  }
});

/** What has been logged as going wrong. */
function told(): Line[] {
  return lines.filter(({ level }) => level > 30);
}

/**
 * The database of the app behind a proxy that the test closes: it then hangs up on new connections.
 */
async function databaseBehindProxy() {
  const { hostname, port } = new URL(app.connectionString);
  const sockets = new Set<Socket>();
  let isOpen = true;
  const state = { refused: 0, close, open };
  const server = createServer((client) => {
    if (!isOpen) {
      state.refused++;
      return client.destroy();
    }
    const database = connect({ host: hostname, port: Number(port) });
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    client.pipe(database).pipe(client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  server.unref();
  const through = new URL(app.connectionString);
  through.port = `${(server.address() as AddressInfo).port}`;
  const connecting = new FailureLog(log, 'keep every connection to the database', { isExpected: () => true });
  const far = openDatabase(through.href, {
    onError: (error) => connecting.failed(error),
    onConnected: () => connecting.worked(),
  });
  return { proxy: state, far };

  function close() {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
  }
  function open() {
    isOpen = true;
  }
}
