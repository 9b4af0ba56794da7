import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookDelivery } from '@rapport/contract/webhook-deliveries';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe, untilDeliveries } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import { SECRET_KEY, startWorkerProcess } from '../../testing/worker-process.ts';

// A machine stands still for longer than its worker's lease lasts, and then goes on as if nothing
// had happened.

const DELIVERIES = 8;
/** Longer than a lease, and a look for leases that have run out. */
const FROZEN_MS = 40_000;

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

test('a worker that was frozen until others took over writes nothing of what it had under way', async (t) => {
  const ada = await app.addUser();
  const account_uuid = await app.addAccount(ada);
  const { uuid } = await subscribe(app, ada, receiver.url);
  await planTestDeliveries({ ...app, account_uuid }, DELIVERIES);
  const open: ServerResponse[] = [];
  receiver.handle((response) => open.push(response));
  const frozen = startWorkerProcess(app.connectionString);
  await receiver.untilReceived(DELIVERIES);
  frozen.kill('SIGSTOP');
  const thawed = delay(FROZEN_MS);
  receiver.answerWith(200);
  const other = startWorkerProcess(app.connectionString);
  t.after(() => [frozen, other].map((worker) => worker.kill('SIGKILL')));
  await untilDeliveries(app.db, uuid, { succeeded: DELIVERIES });
  const before = await readLog();

  await thawed;
  for (const response of open) response.writeHead(410).end();
  frozen.kill('SIGCONT');
  frozen.kill('SIGTERM');
  assert.deepEqual(await once(frozen, 'exit'), [0, null]);
  assert.deepEqual(await readLog(), before);
  const subscription = await app.call('GET', `/api/v2/webhook-subscriptions/${uuid}`, { as: ada });
  assert.equal(subscription.body.data.enabled, true);
  const uuids = receiver.received.map(({ headers }) => headers['x-delivery-uuid']);
  assert.deepEqual([uuids.length, new Set(uuids).size], [2 * DELIVERIES, DELIVERIES]);

  async function readLog(): Promise<object[]> {
    const { data } = (await app.call('GET', '/api/v2/webhook-deliveries', { as: ada })).body;
    const one = ({ uuid }: WebhookDelivery) =>
      app.call('GET', `/api/v2/webhook-deliveries/${uuid}`, { as: ada });
    const shown = await Promise.all(data.map(one));
    return shown.map(({ body }) => body.data);
  }
});
