import sql from 'sql-template-tag';
import { createUser } from '../server/src/identity/actions.ts';
import { orThrow } from '../server/src/testing/or-throw.ts';
import { measureThroughput, type Setup, setUp, startChild, subscribe } from './deliveries/setup.ts';
import { median, report } from './report.ts';
import { sized } from './sized.ts';

// Measures deliveries per second with a long log, a long backlog of a dead receiver and many
// subscriptions, against an empty database.

const RECEIVERS = 64;
const EVENTS = sized(600, 10);
const ROUNDS = sized(3, 1);
const FINISHED = sized(1_000_000, 1000);
const WAITING = sized(1_000_000, 1000);
const SUBSCRIPTIONS = sized(100_000, 100);
/** The rows of one statement. */
const PART = sized(100_000, 1000);

const receiver = await startChild('receiver.ts');
const base = `http://127.0.0.1:${(receiver.first as { port: number }).port}`;
const setup = await setUp();
const uuids = await subscribe(
  setup,
  Array.from({ length: RECEIVERS }, (_, n) => `${base}/${n}`),
);
const empty = await throughput(setup);
await grow(setup, uuids[0]!);
// Clears the work that half a minute of loading leaves behind: a database that has grown over
// months has none of it.
await setup.db.query(sql`VACUUM ANALYZE`);
await setup.db.query(sql`CHECKPOINT`);
const grown = await throughput(setup);
await setup.close();
receiver.process.disconnect();
report([
  {
    what: 'Deliveries with 1 M finished, 1 M waiting, 100,000 subscriptions ÷ empty',
    measured: grown / empty,
    target: { at_least: 0.9 },
    unit: '',
    note: `${Math.round(grown)} against ${Math.round(empty)} per second`,
  },
]);

async function throughput(setup: Setup): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const load = { workers: 1, events: EVENTS, receivers: RECEIVERS };
    rounds.push(await measureThroughput(setup, receiver, load));
  }
  return median(rounds);
}

async function grow(setup: Setup, finished_uuid: string): Promise<void> {
  const { db } = setup;
  const now = setup.clock.now();
  for (let done = 0; done < FINISHED; done += PART) {
    await db.query(sql`
      WITH delivery AS (SELECT new_uuid(${now}) AS uuid FROM generate_series(1, ${PART}::integer)),
      logged AS (
        INSERT INTO webhook_finished_deliveries (uuid, subscription_uuid, account_uuid, event_uuid, event, state, attempt_count,
          created_at, finished_at)
        SELECT uuid, ${finished_uuid}, ${setup.account_uuid}, gen_random_uuid(), 'client.created', 'succeeded', 1, ${now}, ${now}
        FROM delivery)
      INSERT INTO webhook_attempts (delivery_uuid, number, started_at, duration_ms, response_status, request_headers)
      SELECT uuid, 1, ${now}, 12, 200, '{"content-type":"application/json"}' FROM delivery`);
  }
  const fields = { email: 'others@example.com', name: 'Others', password: 'correct horse battery' };
  const others = orThrow(await createUser({ db, clock: setup.clock, base_url: '' }, fields));
  await db.query(sql`
    WITH row AS (SELECT gen_random_uuid() AS uuid FROM generate_series(1, ${SUBSCRIPTIONS}::integer)),
    endpoint AS (INSERT INTO webhook_endpoints (subscription_uuid) SELECT uuid FROM row)
    INSERT INTO webhook_subscriptions (uuid, user_uuid, url, events, skip_own, signing_secret_encrypted, enabled, created_at, updated_at)
    SELECT uuid, ${others.uuid}, ${`${base}/other`}, '{*}', false, '', true, ${now}, ${now} FROM row`);
  const [dead] = await subscribe(setup, [`${base}/dead`]);
  await db.query(sql`UPDATE webhook_subscriptions SET events = '{account.deleted}' WHERE uuid = ${dead}`);
  for (let done = 0; done < WAITING; done += PART) {
    await db.query(sql`
      INSERT INTO webhook_open_deliveries (uuid, subscription_uuid, account_uuid, event_uuid, event, attempt_count,
        schedule_step, due_at, created_at)
      SELECT new_uuid(${now}), ${dead}, ${setup.account_uuid}, gen_random_uuid(), 'client.created', 0, 0, ${now}, ${now}
      FROM generate_series(1, ${PART}::integer)`);
  }
  // The dead receiver is failing, and its next probe is an hour away.
  const probe_at = new Date(now.getTime() + 3_600_000);
  await db.query(sql`
    UPDATE webhook_endpoints SET slots = 1, consecutive_failures = 9, failing_since = ${now}, paused_until = ${probe_at}
    WHERE subscription_uuid = ${dead}`);
}
