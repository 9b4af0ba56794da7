import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import sql, { raw } from 'sql-template-tag';
import { migrate } from '../../platform/database/migrate.ts';
import { migrationsUpTo } from '../../platform/database/testing/test-database.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe, untilDeliveries } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';

// An upgrade from the schema in which workers claimed deliveries by writing.

const HOUR_MS = 3_600_000;

let app: TestApp;
let receiver: TestReceiver;
before(async () => {
  app = await startTestApp();
  receiver = await startTestReceiver();
});
after(async () => {
  await app.close();
  await receiver.close();
});

/** The tables of the rows that the code of today writes and that are put into the old schema. */
const TABLES = [
  'users',
  'accounts',
  'logins',
  'webhook_subscriptions',
  'webhook_endpoints',
  'events',
  'webhook_open_deliveries',
];

/** What the old schema asks for and the code of today does not write. */
const OLD_VALUES = raw(`'{"state": "new", "fence": 0, "in_flight": 10, "revision": 0}'::jsonb`);

/** Goes back to the schema before workers owned receivers, with the rows of `TABLES`. */
async function goBack(): Promise<void> {
  const kept: string[] = [];
  for (const table of TABLES) {
    const [row] = await app.db.query<{ rows: string }>(
      sql`SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]')::text AS rows FROM ${raw(table)} AS t`,
    );
    kept.push(row!.rows);
  }
  await app.db.query(sql`DROP SCHEMA public CASCADE`);
  await app.db.query(sql`CREATE SCHEMA public`);
  const directory = await migrationsUpTo(28);
  assert.ok('applied' in (await migrate(app.connectionString, { directory })));
  await rm(directory, { recursive: true });
  for (const [at, table] of TABLES.entries()) {
    const [{ columns }] = (await app.db.query<{ columns: string }>(sql`
      SELECT string_agg(column_name, ', ') AS columns FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER' AND is_identity = 'NO'`)) as [
      { columns: string },
    ];
    await app.db.query(sql`
      INSERT INTO ${raw(table)} (${raw(columns)}) SELECT ${raw(columns)} FROM (SELECT (jsonb_populate_record(NULL::${raw(table)}, ${OLD_VALUES} || value)).*
      FROM jsonb_array_elements(${kept[at]}::jsonb)) AS old`);
  }
}

test('deliveries that are new, wait, were put off or were being sent are all sent after an upgrade', async () => {
  const ada = await app.addUser();
  const account_uuid = await app.addAccount(ada);
  const { uuid } = await subscribe(app, ada, receiver.url);
  await planTestDeliveries({ ...app, account_uuid }, 40);
  await goBack();
  const later = new Date(app.clock.now().getTime() + HOUR_MS);
  await app.db.query(sql`
    WITH numbered AS (SELECT uuid, row_number() OVER (ORDER BY uuid) % 4 AS kind FROM webhook_open_deliveries)
    UPDATE webhook_open_deliveries AS delivery SET
      state = (ARRAY['new', 'waiting', 'waiting', 'sending'])[kind + 1], fence = (kind = 3)::integer,
      attempt_count = (kind = 2)::integer, schedule_step = (kind = 2)::integer,
      due_at = CASE WHEN kind >= 2 THEN ${later} ELSE due_at END
    FROM numbered WHERE numbered.uuid = delivery.uuid`);
  await app.db.query(sql`UPDATE webhook_endpoints SET in_flight = 10, backlog_due_at = ${app.clock.now()}`);

  assert.ok('applied' in (await migrate(app.connectionString)));
  await app.startWorker();
  await untilDeliveries(app.db, uuid, { succeeded: 30, pending: 10 });
  app.clock.advance(2 * HOUR_MS);
  await untilDeliveries(app.db, uuid, { succeeded: 40 });
  const uuids = receiver.received.map(({ headers }) => headers['x-delivery-uuid']);
  assert.deepEqual([uuids.length, new Set(uuids).size], [40, 40]);
});
