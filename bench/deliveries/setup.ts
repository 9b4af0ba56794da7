import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { operator } from '../../server/src/access/caller.ts';
import { createAccount } from '../../server/src/accounts/actions.ts';
import { createUser } from '../../server/src/identity/actions.ts';
import type { Core } from '../../server/src/platform/core.ts';
import { type Database, openDatabase } from '../../server/src/platform/database/database.ts';
import { newUuid } from '../../server/src/platform/ids.ts';
import { secretKeyFrom } from '../../server/src/platform/secrets/secret-key.ts';
import { DatabaseClock } from '../../server/src/platform/time/clock.ts';
import { orThrow } from '../../server/src/testing/or-throw.ts';
import { planTestDeliveries } from '../../server/src/testing/test-deliveries.ts';
import { type BenchDatabase, LEASH, SECRET_KEY, startDatabase } from '../service.ts';

/** A database with one Account. Its owner has the subscriptions under test. */
export type Setup = Core & {
  db: Database;
  database: BenchDatabase;
  user_uuid: string;
  account_uuid: string;
  close(): Promise<void>;
};

/** The log that PostgreSQL writes between two checkpoints by default, 1 GB, in files of 16 MB. */
const LOG_FILES = 64;

const SIGNING_SECRET = 'hH3vQ0wzXbJ9dS5kLr2TnYc8UaEg7MfPo1iVsBtRxKqWZyDuCjN4m6pGAeOl';

export async function setUp(): Promise<Setup> {
  const database = await startDatabase();
  const db = openDatabase(database.connectionString);
  const clock = new DatabaseClock();
  const core = { db, clock, secretKey: secretKeyFrom(SECRET_KEY), base_url: 'http://rapport.test' };
  const fields = { email: 'bench@example.com', name: 'Bench', password: 'correct horse battery' };
  await useUpLogFiles(db);
  const user = orThrow(await createUser(core, fields));
  const account = orThrow(await createAccount(core, operator('bench'), user.uuid, { name: 'Bench' }));
  const close = async () => {
    await db.close();
    await database.close();
  };
  return { ...core, database, user_uuid: user.uuid, account_uuid: account.uuid, close };
}

/**
 * Gives PostgreSQL used log files, which it writes into again after a checkpoint, as in a database
 * that has run for a while. In a new database, each commit that needs the next 16 MB waits 50 ms
 * for a new file.
 */
async function useUpLogFiles(db: Database): Promise<void> {
  for (let file = 0; file < LOG_FILES; file++) {
    await db.query(sql`SELECT pg_logical_emit_message(true, 'bench', 'used up')`);
    await db.query(sql`SELECT pg_switch_wal()`);
  }
  await db.query(sql`CHECKPOINT`);
}

/**
 * Subscribes the Account's owner to all events at each of these URLs. Returns the subscriptions'
 * uuids.
 */
export async function subscribe(setup: Setup, urls: string[]): Promise<string[]> {
  const rows = urls.map((url) => {
    const uuid = newUuid(new Date());
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

/** Records `count` events. Each makes a delivery for every subscription. */
async function recordEvents(setup: Setup, count: number): Promise<void> {
  for (let done = 0; done < count; done += 500) {
    await planTestDeliveries(setup, Math.min(500, count - done));
  }
}

/**
 * Waits until all deliveries have ended, except those for receivers that are dead or hang on
 * purpose.
 */
export async function untilDelivered(db: Database): Promise<void> {
  const left = sql`SELECT FROM webhook_open_deliveries WHERE subscription_uuid NOT IN
    (SELECT uuid FROM webhook_subscriptions WHERE url LIKE '%/dead%' OR url LIKE '%/hang%') LIMIT 1`;
  while ((await db.query(left)).length > 0) await sleep(10);
}

export type Child = { send(message: string): Promise<unknown>; process: ChildProcess; first: unknown };

/** Starts a program of this folder. `first` is the first message that it sends. */
export async function startChild(
  file: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Child> {
  const child = fork(join(import.meta.dirname, file), args, {
    execArgv: LEASH,
    env: { ...process.env, ...env },
  });
  const [first] = await Promise.race([
    once(child, 'message'),
    // Not 'exit', because it may come before the last message.
    once(child, 'disconnect').then(() =>
      Promise.reject(new Error(`${file} ${args[0]} ended before it had said anything.`)),
    ),
  ]);
  const send = async (message: string) => {
    child.send(message);
    const [answer] = await once(child, 'message');
    return answer;
  };
  return { send, process: child, first };
}

/**
 * Starts delivery workers as processes of their own, as an operator does. Their log is written but
 * not kept.
 */
export async function startWorkers(
  { database }: Pick<Setup, 'database'>,
  count: number,
): Promise<{ pids: number[]; stop(): Promise<void> }> {
  const workers = Array.from({ length: count }, () =>
    spawn(process.execPath, [...LEASH, 'cli/src/rapport.ts', 'serve', '--role', 'worker'], {
      cwd: join(import.meta.dirname, '../..'),
      env: {
        ...process.env,
        DATABASE_URL: database.connectionString,
        RAPPORT_SECRET_KEY: SECRET_KEY,
        RAPPORT_BASE_URL: 'http://localhost:3000',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  for (const worker of workers) {
    worker.channel?.unref();
    worker.on('exit', (code) => {
      // The benchmark would otherwise wait for deliveries that nobody makes.
      if (code) throw new Error(`A worker ended with ${code}.`);
    });
  }
  const stop = async () => {
    for (const worker of workers) worker.kill('SIGTERM');
    await Promise.all(workers.map((worker) => worker.exitCode ?? once(worker, 'exit')));
  };
  return { pids: workers.map(({ pid }) => pid!), stop };
}

/**
 * Records `count` events, one every `interval_ms`. Returns the time from each change to its
 * arrival, in milliseconds.
 */
export async function measureLatency(
  setup: Setup,
  receiver: Child,
  { count, interval_ms }: { count: number; interval_ms: number },
): Promise<number[]> {
  await receiver.send('reset');
  await receiver.send('keep arrivals');
  for (let n = 0; n < count; n++) {
    await planTestDeliveries(setup, 1);
    await sleep(interval_ms);
  }
  await untilDelivered(setup.db);
  const { arrivals } = (await receiver.send('arrivals')) as { arrivals: [uuid: string, at_ms: number][] };
  const rows = await setup.db.query<{ uuid: string; created_at: string }>(sql`
    SELECT uuid, created_at FROM webhook_deliveries WHERE uuid = ANY (${arrivals.map(([uuid]) => uuid)}::uuid[])`);
  const changed_ms = new Map(rows.map(({ uuid, created_at }) => [uuid, Date.parse(created_at)]));
  return arrivals.map(([uuid, at_ms]) => at_ms - changed_ms.get(uuid)!);
}

/**
 * Records `events` for each of `receivers`, after all workers are ready and warm. Returns
 * deliveries per second, from the first arrival until the last outcome is recorded. The start of
 * programs and V8's compiling are not measured.
 */
export async function measureThroughput(
  setup: Setup,
  receiver: Child,
  { workers, events, receivers }: { workers: number; events: number; receivers: number },
): Promise<number> {
  const running = await startWorkers(setup, workers);
  await untilListening(setup.db, workers);
  await deliver(setup, receiver, { events, receivers });
  const per_second = await deliver(setup, receiver, { events, receivers });
  await running.stop();
  return per_second;
}

async function deliver(
  setup: Setup,
  receiver: Child,
  { events, receivers }: { events: number; receivers: number },
): Promise<number> {
  await receiver.send('reset');
  await recordEvents(setup, events);
  const { first_ms } = (await receiver.send('first arrival')) as { first_ms: number };
  // Asks the receiver, and only from time to time, because the database has enough to do.
  while (((await receiver.send('count')) as { received: number }).received < events * receivers)
    await sleep(20);
  const unsettled = sql`
    SELECT FROM webhook_subscriptions JOIN webhook_open_deliveries ON subscription_uuid = webhook_subscriptions.uuid
    WHERE user_uuid = ${setup.user_uuid} AND url NOT LIKE '%/dead%' LIMIT 1`;
  while ((await setup.db.query(unsettled)).length > 0) await sleep(5);
  return (events * receivers * 1000) / (Date.now() - first_ms);
}

/** Workers listen for notifications as soon as they are ready. */
async function untilListening(db: Database, workers: number): Promise<void> {
  const listening = sql`SELECT FROM pg_stat_activity WHERE application_name LIKE 'rapport % listen' AND datname = current_database()`;
  while ((await db.query(listening)).length < workers) await sleep(20);
}
