import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe, untilDeliveries } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import { SECRET_KEY, startWorkerProcess } from '../../testing/worker-process.ts';

// The delivery worker as a process of its own, and how it ends.

const DELIVERIES = 40;
/** The time that a supervisor gives a process before it kills it. */
const STOP_LIMIT_MS = 20_000;

let app: TestApp;
let receiver: TestReceiver;
before(async () => {
  app = await startTestApp({ secret_key: SECRET_KEY });
});
after(() => app.close());
beforeEach(async () => {
  receiver = await startTestReceiver();
});
afterEach(() => receiver.close());

test('a worker that gets SIGTERM finishes what is on its way within 20 s, and nothing is sent twice', async () => {
  const ada = await app.addUser();
  const account_uuid = await app.addAccount(ada);
  const { uuid } = await subscribe(app, ada, receiver.url);
  await planTestDeliveries({ ...app, account_uuid }, DELIVERIES);

  const open: ServerResponse[] = [];
  receiver.handle((response) => open.push(response));
  const worker = startWorkerProcess(app.connectionString);
  await receiver.untilReceived(8);
  const exit = once(worker, 'exit');
  const stopped_ms = performance.now();
  worker.kill('SIGTERM');
  receiver.answerWith(200);
  for (const response of open) response.end();
  assert.deepEqual(await exit, [0, null]);
  assert.ok(performance.now() - stopped_ms < STOP_LIMIT_MS);

  const left = sql`SELECT FROM webhook_deliveries WHERE state = 'sending'`;
  assert.equal((await app.db.query(left)).length, 0);
  const next = startWorkerProcess(app.connectionString);
  await untilDeliveries(app.db, uuid, { succeeded: DELIVERIES });
  next.kill('SIGTERM');
  await once(next, 'exit');
  const uuids = receiver.received.map(({ headers }) => headers['x-delivery-uuid']);
  assert.deepEqual([uuids.length, new Set(uuids).size], [DELIVERIES, DELIVERIES]);
});

test('the receiver of a killed worker gets at most eight attempts at a time while another one takes it over', async () => {
  const ada = await app.addUser();
  const account_uuid = await app.addAccount(ada);
  const { uuid } = await subscribe(app, ada, receiver.url);
  await planTestDeliveries({ ...app, account_uuid }, DELIVERIES);

  receiver.handle(() => {});
  const worker = startWorkerProcess(app.connectionString);
  await receiver.untilReceived(8);
  const other = await app.startWorker();
  receiver.handle((response) => setTimeout(() => response.end(), 20));
  worker.kill('SIGKILL');
  await untilDeliveries(app.db, uuid, { succeeded: DELIVERIES });
  await other.stop();
  assert.equal(receiver.received.length, 8 + DELIVERIES);
  assert.equal(receiver.concurrency_max, 8);
});
