import { after, afterEach, before, beforeEach } from 'node:test';
import sql from 'sql-template-tag';
import { startTestApp, type TestApp, type TestAppOptions, type TestUser } from '../../testing/test-app.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import type { Worker } from '../../worker.ts';

/**
 * The things that each test has: a running service, a receiver, and a User with an Account who may
 * subscribe it.
 */
type Given = { app: TestApp; receiver: TestReceiver; ada: TestUser; account_uuid: string };

/**
 * Gives each test of a file a receiver, a User and an empty queue, with one service for all of
 * them. Workers that a test starts end with it. The clock goes on from test to test.
 */
export function withReceivers(
  give: (given: Given) => Promise<void> | void,
  options: TestAppOptions = {},
): void {
  let app: TestApp;
  let receiver: TestReceiver;
  let workers: Worker[];
  before(async () => {
    app = await startTestApp(options);
  });
  after(() => app.close());
  beforeEach(async () => {
    workers = [];
    receiver = await startTestReceiver();
    const ada = await app.addUser();
    const account_uuid = await app.addAccount(ada);
    const startWorker: TestApp['startWorker'] = async (workerOptions) => {
      const worker = await app.startWorker(workerOptions);
      workers.push(worker);
      return worker;
    };
    await give({ app: { ...app, startWorker }, receiver, ada, account_uuid });
  });
  afterEach(async () => {
    // The receiver closes first, so that no worker waits for its answers.
    await receiver.close();
    for (const worker of workers) await worker.stop();
    for (const table of [sql`webhook_subscriptions`, sql`webhook_open_deliveries`, sql`workers`])
      await app.db.query(sql`DELETE FROM ${table}`);
    await app.db.query(sql`DELETE FROM webhook_attempts`);
    await app.db.query(sql`DELETE FROM webhook_finished_deliveries`);
  });
}
