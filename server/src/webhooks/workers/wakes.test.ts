import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import type { Database } from '../../platform/database/database.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe, untilDeliveries } from '../../testing/test-deliveries.ts';
import type { TestReceiver } from '../../testing/test-receiver.ts';
import { DELIVERIES_CHANNEL } from '../queue/actions.ts';
import { announceWorkers, putIntoBacklogs } from '../testing/queue-states.ts';
import { withReceivers } from '../testing/with-receivers.ts';

// What lets a worker look again at once. The clock stands still, so nothing is found by the next poll.

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;

withReceivers((given) => {
  ({ app, receiver, ada, account_uuid } = given);
});

test('what is new and finds no slot beside a backlog is not left for the next poll', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  await plan(5);
  await putIntoBacklogs(app);
  app.clock.advance(1);
  await plan(5);
  await app.startWorker();
  await untilDeliveries(app.db, uuid, { succeeded: 10 });
});

test('what is claimed is sent also when the database fails before it says what to send', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  await plan(5);
  let failures = 0;
  const query: Database['query'] = async (statement) => {
    if (!statement.text.includes('AS delivery_uuid, lease.event_uuid') || failures === 2)
      return app.db.query(statement);
    failures += 1;
    throw Object.assign(new Error('the connection is lost'), { code: '08006' });
  };
  await app.startWorker({ db: { ...app.db, query } });
  // By a clock that stands still, so that no lease runs out.
  await untilDeliveries(app.db, uuid, { succeeded: 5 });
  assert.equal(failures, 2);
});

test('a slot that comes free while a claim looks is not left for the next poll', async () => {
  const { uuid } = await subscribe(app, ada, receiver.url);
  const open: (() => void)[] = [];
  receiver.handle((response) => open.push(() => response.end()));
  const [quiet, looked, freed] = [signal(), signal(), signal()];
  let isHeld = false;
  const db = databaseWithClaims(async (claim) => {
    const rows = await claim();
    if (open.length === 8 && !rows[0]!.left_new) quiet.resolve();
    if (isHeld) {
      looked.resolve();
      await freed.promise;
    }
    return rows;
  });
  await app.startWorker({ db });
  await plan(8);
  await receiver.untilReceived(8);
  // As long as the worker believes that something was left, whatever it settles wakes it.
  await app.db.query(sql`SELECT pg_notify(${DELIVERIES_CHANNEL}, '')`);
  await quiet.promise;
  isHeld = true;
  await plan(1);
  await looked.promise;
  open[0]!();
  await untilDeliveries(app.db, uuid, { succeeded: 1, sending: 7, pending: 1 });
  freed.resolve();
  await receiver.untilReceived(9);
  receiver.answerWith(200);
  for (const answer of open) answer();
});

test('a worker whose claim fails beside another one claims again without waiting for the next poll', async () => {
  await announceWorkers(app, ['ffffffff-ffff-7fff-bfff-ffffffffffff']);
  // Of sixteen receivers one is of this worker's share in all but one of 65,536 runs; the others are for the help, which waits for the clock.
  for (let n = 0; n < 16; n++) await subscribe(app, ada, receiver.url);
  await plan(1);
  let claims = 0;
  const db = databaseWithClaims((claim) => {
    if (++claims === 1) throw new Error('The connection was lost.');
    return claim();
  });
  await app.startWorker({ db });
  await receiver.untilReceived(1);
});

function plan(count: number): Promise<void> {
  return planTestDeliveries({ ...app, account_uuid }, count);
}

function signal(): PromiseWithResolvers<void> {
  return Promise.withResolvers<void>();
}

/** The database of a worker whose claims are made by way of `meddle`. */
function databaseWithClaims(
  meddle: (claim: () => Promise<{ left_new: boolean }[]>) => Promise<{ left_new: boolean }[]>,
): Database {
  const query = async (statement: Parameters<Database['query']>[0]) => {
    const run = () => app.db.query<{ left_new: boolean }>(statement);
    return statement.name === 'lease_deliveries' ? meddle(run) : run();
  };
  return { ...app.db, query: query as Database['query'] };
}
