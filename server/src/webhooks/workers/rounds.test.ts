import { test } from 'node:test';
import type { Database } from '../../platform/database/database.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe, untilDeliveries } from '../../testing/test-deliveries.ts';
import type { TestReceiver } from '../../testing/test-receiver.ts';
import { setFailing } from '../testing/queue-states.ts';
import { withReceivers } from '../testing/with-receivers.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;

withReceivers((given) => {
  ({ app, receiver, ada, account_uuid } = given);
});

test('a round that fails keeps none of the others from being made', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  await planTestDeliveries({ ...app, account_uuid }, 1);
  const now = app.clock.now();
  const [since, paused_until] = [-6, 1].map((days) => new Date(now.getTime() + days * DAY_MS));
  await setFailing(app, uuid, { since: since!, paused_until: paused_until! });
  // The first one fails, at the abandoned relay that it would take.
  const transaction: Database['transaction'] = (work) =>
    app.db.transaction((tx) => {
      const query: typeof tx.query = async (statement) => {
        if (statement.text.includes('DELETE FROM webhook_relays')) throw new Error('no relay can be ended');
        return tx.query(statement) as never;
      };
      const failing = new Proxy(tx, {
        get: (target, name: keyof typeof tx) => {
          if (name === 'query') return query;
          const value = target[name];
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      return work(failing);
    });
  await app.startWorker({ db: { ...app.db, transaction } });
  await untilDeliveries(app.db, uuid, { not_sent: 1 });
});
