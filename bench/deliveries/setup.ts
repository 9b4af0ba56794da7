import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { operator } from '../../server/src/access/caller.ts';
import { createAccount } from '../../server/src/accounts/actions.ts';
import { createUser } from '../../server/src/identity/actions.ts';
import { DatabaseClock } from '../../server/src/platform/clock.ts';
import type { Core } from '../../server/src/platform/core.ts';
import { type Database, openDatabase } from '../../server/src/platform/database/database.ts';
import { newUuid } from '../../server/src/platform/ids.ts';
import { Problem } from '../../server/src/platform/problem.ts';
import { secretKeyFrom } from '../../server/src/platform/secrets/secret-key.ts';
import { planTestDeliveries } from '../../server/src/testing/test-deliveries.ts';
import { type BenchDatabase, SECRET_KEY, startDatabase } from '../service.ts';

/** A database with one Account, whose owner has the subscriptions under test. */
export type Setup = Core & {
  db: Database;
  database: BenchDatabase;
  user_uuid: string;
  account_uuid: string;
  close(): Promise<void>;
};

const SIGNING_SECRET = 'hH3vQ0wzXbJ9dS5kLr2TnYc8UaEg7MfPo1iVsBtRxKqWZyDuCjN4m6pGAeOl';

export async function setUp(): Promise<Setup> {
  const database = await startDatabase();
  const db = openDatabase(database.connectionString);
  const clock = new DatabaseClock();
  const core = { db, clock, secretKey: secretKeyFrom(SECRET_KEY), base_url: 'http://rapport.test' };
  const fields = { email: 'bench@example.com', name: 'Bench', password: 'correct horse battery' };
  const user = await createUser(db, clock, fields);
  if (user instanceof Problem) throw new Error(user.detail);
  const account = await createAccount(core, operator('bench'), user.uuid, { name: 'Bench' });
  const close = async () => {
    await db.close();
    await database.close();
  };
  return { ...core, database, user_uuid: user.uuid, account_uuid: account.uuid, close };
}

/** Subscriptions of the Account's owner to all events, at these addresses. */
export async function subscribe(setup: Setup, urls: string[]): Promise<string[]> {
  const rows = urls.map((url) => {
    const uuid = newUuid();
    const secret = setup.secretKey.encrypt(SIGNING_SECRET, uuid).toString('hex');
    return { uuid, url, secret };
  });
  await setup.db.query(sql`
    WITH row AS (SELECT * FROM json_to_recordset(${JSON.stringify(rows)}) AS row (uuid uuid, url text, secret text)),
    endpoint AS (INSERT INTO webhook_endpoints (subscription_uuid) SELECT uuid FROM row)
    INSERT INTO webhook_subscriptions (uuid, user_uuid, url, events, skip_own, signing_secret_encrypted, enabled, created_at, updated_at)
    SELECT uuid, ${setup.user_uuid}, url, '{*}', false, decode(secret, 'hex'), true, now(), now() FROM row`);
  return rows.map(({ uuid }) => uuid);
}

/** Records this many events; each makes a delivery for every subscription. */
export async function recordEvents(setup: Setup, count: number): Promise<void> {
  for (let done = 0; done < count; done += 500) {
    await planTestDeliveries(setup, Math.min(500, count - done));
  }
}

export async function untilDelivered(db: Database): Promise<void> {
  const left = sql`SELECT FROM webhook_open_deliveries WHERE subscription_uuid NOT IN
    (SELECT uuid FROM webhook_subscriptions WHERE url LIKE '%/dead%') LIMIT 1`;
  while ((await db.query(left)).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

export type Child = { send(message: string): Promise<unknown>; process: ChildProcess; first: unknown };

/** Starts a program of this folder; `first` is the first message it sends. */
export async function startChild(
  file: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Child> {
  const child = fork(join(import.meta.dirname, file), args, { env: { ...process.env, ...env } });
  const [first] = await once(child, 'message');
  const send = async (message: string) => {
    child.send(message);
    const [answer] = await once(child, 'message');
    return answer;
  };
  return { send, process: child, first };
}
