import assert from 'node:assert/strict';
import { newUuid } from '../platform/ids.ts';
import { type Seed, seedRecords } from './seed-records.ts';
import { type Log, logPlans, type UsedPlan } from './statement-log.ts';
import { type Answer, startTestApp, type TestApp, type TestUser } from './test-app.ts';

/**
 * The rows that any statement of a write may read. It is far from the thousands that a wrong plan
 * reads, and from the few dozen of a right one.
 */
export const VISITED_MAX = 300;

/** A service whose PostgreSQL tells how many rows each statement of a write has read. */
export type PlannedApp = {
  app: TestApp;
  /** Adds `count` records of each kind. See `seedRecords` for `keepsPlans`. */
  fill(count: number, options: { keepsPlans: boolean }): Promise<void>;
  /** Writes in every way; returns each statement that read more than VISITED_MAX rows. */
  writeAll(): Promise<string[]>;
};

export async function startPlannedApp(): Promise<PlannedApp> {
  let log: Log<UsedPlan>;
  const app = await startTestApp({
    through: async (connectionString) => {
      log = await logPlans(connectionString);
      return connectionString;
    },
  });
  const ada = await app.addUser('Ada');
  const account_uuid = await app.addAccount(ada);
  return {
    app,
    fill: async (count, options) => {
      const users = { user_uuid: ada.uuid, rare_user_uuid: newUuid(new Date()) };
      const seed: Seed = { account_uuid, ...users, count };
      await seedRecords(app.connectionString, [seed], options);
      await log.next();
    },
    writeAll: async () => {
      await writeAll(app, ada);
      const plans = await log.next();
      assert.ok(plans.length > 50, `only ${plans.length} plans`);
      return plans
        .filter(({ visited }) => visited > VISITED_MAX)
        .map(({ text, visited }) => `${visited} rows: ${text}`);
    },
  };
}

/** Creates, changes, deletes and restores a record of each kind that names others, and a batch. */
async function writeAll(app: TestApp, ada: TestUser): Promise<void> {
  const send = async (method: string, path: string, body?: object, headers?: Record<string, string>) => {
    const answer: Answer = await app.call(method, `/api/v2${path}`, { as: ada, body, headers });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body?.data;
  };
  const shared = () => ({ owner_uuid: ada.uuid, external_id: newUuid(new Date()), tags: ['written'] });
  const client = await send('POST', '/clients', { name: 'Written', ...shared() });
  const other = await send('POST', '/clients', { name: 'Other' }, { 'idempotency-key': newUuid(new Date()) });
  const contact = await send('POST', '/contacts', {
    last_name: 'Written',
    clients: [{ client_uuid: client.uuid }],
    ...shared(),
  });
  const deal = await send('POST', '/deals', { title: 'Written', client_uuid: client.uuid, ...shared() });
  const about = { records: [client, contact, deal].map(({ uuid }, n) => ({ resource: KINDS[n], uuid })) };
  const task = await send('POST', '/tasks', {
    title: 'Written',
    due_on: '2030-01-01',
    ...about,
    ...shared(),
  });
  const note = await send('POST', '/notes', { body: 'Written', ...about });
  await send('PATCH', `/deals/${deal.uuid}`, { client_uuid: other.uuid, title: 'Moved' });
  await send('PATCH', `/contacts/${contact.uuid}`, { clients: [{ client_uuid: other.uuid }] });
  await send('PATCH', `/tasks/${task.uuid}`, { status: 'completed' });
  const paths = { clients: client, contacts: contact, deals: deal, tasks: task, notes: note };
  for (const [path, { uuid }] of Object.entries(paths)) {
    await send('PATCH', `/${path}/${uuid}`, {
      custom: { written: 'again' },
      external_id: newUuid(new Date()),
    });
    await send('DELETE', `/${path}/${uuid}`);
    await send('POST', `/${path}/${uuid}/restore`);
  }
  await send('POST', '/clients/batch', {
    operations: [
      { action: 'create', data: { name: 'Lot', ...shared() } },
      { action: 'update', uuid: client.uuid, data: { name: 'Again', external_id: newUuid(new Date()) } },
      { action: 'delete', uuid: other.uuid },
    ],
  });
}

const KINDS = ['client', 'contact', 'deal'];
