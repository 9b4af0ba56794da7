import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import { until } from '../../testing/until.ts';
import { SECRET_KEY, startWorkerProcess } from '../../testing/worker-process.ts';

// A worker that really has no file descriptor left for a connection.

/**
 * Too few for eight attempts at each of the receivers, enough for all else that a worker has open.
 */
const FILES_MAX = 100;
const RECEIVERS = 16;

let app: TestApp;
let receiver: TestReceiver;
before(async () => {
  app = await startTestApp({ secret_key: SECRET_KEY });
  receiver = await startTestReceiver();
});
after(async () => {
  await app.close();
  await receiver.close();
});

test('what no file descriptor is left for is made later, and counts against nobody', async (t) => {
  const ada = await app.addUser();
  const account_uuid = await app.addAccount(ada);
  for (let n = 0; n < RECEIVERS; n++) await subscribe(app, ada, receiver.url);
  await planTestDeliveries({ ...app, account_uuid }, 8);
  const open: ServerResponse[] = [];
  receiver.handle((response) => open.push(response));
  const worker = startWorkerProcess(app.connectionString, FILES_MAX);
  t.after(() => worker.kill('SIGKILL'));

  const lines = createInterface(worker.stdout!);
  const told = await new Promise<string>((resolve) => {
    lines.on('line', (line) => line.includes('could not open connections') && resolve(line));
  });
  assert.match(told, /EMFILE.*Raise the limit of open files/);
  assert.deepEqual(await app.db.query(sql`SELECT FROM webhook_attempts`), []);

  receiver.answerWith(200);
  for (const response of open) response.end();
  const succeeded = sql`SELECT FROM webhook_finished_deliveries WHERE state = 'succeeded' AND attempt_count = 1`;
  await until('all to arrive', async () => (await app.db.query(succeeded)).length === 8 * RECEIVERS);
  const failed = sql`SELECT FROM webhook_attempts WHERE error_kind IS NOT NULL`;
  assert.deepEqual(await app.db.query(failed), []);
  const endpoints = sql`SELECT DISTINCT slots, consecutive_failures FROM webhook_endpoints`;
  assert.deepEqual(await app.db.query(endpoints), [{ slots: 8, consecutive_failures: 0 }]);
  const uuids = receiver.received.map(({ headers }) => headers['x-delivery-uuid']);
  assert.deepEqual([uuids.length, new Set(uuids).size], [8 * RECEIVERS, 8 * RECEIVERS]);
  worker.kill('SIGTERM');
  assert.deepEqual(await once(worker, 'exit'), [0, null]);
});
