import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { lookForChanges } from './read-queries.ts';

// Shows what a look finds, whatever is committed when.

const SHARDS = Array.from({ length: 64 }, (_, shard) => shard);
const WRITERS = 5;
const INSERT = `INSERT INTO webhook_open_deliveries (uuid, subscription_uuid, account_uuid, event_uuid, event, attempt_count,
  schedule_step, due_at, created_at) VALUES ($1, $1, $1, $1, 'client.created', 0, 0, now(), now())`;

let app: TestApp;
let reader: Database;
let writers: pg.Client[];
before(async () => {
  app = await startTestApp();
  reader = openDatabase(app.connectionString, { connections: 1, fixed_plans: true });
  writers = Array.from({ length: WRITERS }, () => new pg.Client(app.connectionString));
  for (const writer of writers) await writer.connect();
});
after(async () => {
  for (const writer of writers) await writer.end();
  await reader.close();
  await app.close();
});

test('every delivery is found by exactly one look, in whatever order transactions begin, write and end', async () => {
  const step = fc.record({
    writer: fc.nat(WRITERS - 1),
    what: fc.constantFrom('write', 'write', 'commit', 'roll back', 'savepoint', 'look', 'look'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      let { snapshot } = await lookForChanges(reader, '1:1:', SHARDS, 0);
      const open = writers.map(() => [] as string[]);
      const expected = new Set<string>();
      const found: string[] = [];
      const look = async () => {
        const seen = await lookForChanges(reader, snapshot, SHARDS, 1000);
        snapshot = seen.snapshot;
        for (const { uuid } of seen.changes) if (uuid !== null) found.push(uuid);
        assert.deepEqual(new Set(found), expected);
        assert.equal(found.length, expected.size);
      };
      const end = async (writer: number, isKept: boolean) => {
        await writers[writer]!.query(isKept ? 'COMMIT' : 'ROLLBACK');
        if (isKept) for (const uuid of open[writer]!) expected.add(uuid);
        open[writer] = [];
      };
      const isOpen = writers.map(() => false);
      for (const { writer, what } of steps) {
        if (what === 'look') await look();
        else if (what === 'commit' || what === 'roll back') {
          if (isOpen[writer]) await end(writer, what === 'commit');
          isOpen[writer] = false;
        } else {
          if (!isOpen[writer]) await writers[writer]!.query('BEGIN');
          isOpen[writer] = true;
          if (what === 'savepoint') await writers[writer]!.query('SAVEPOINT here');
          const uuid = newUuid(new Date());
          await writers[writer]!.query(INSERT, [uuid]);
          open[writer]!.push(uuid);
        }
      }
      for (const [writer, is] of isOpen.entries()) if (is) await end(writer, true);
      await look();
    }),
    { numRuns: 60 },
  );
});
