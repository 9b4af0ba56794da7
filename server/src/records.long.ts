import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { runRapport } from '../../cli/src/testing/test-command.ts';
import { runKillsUnder } from './testing/kills.ts';
import { IMPORTED_ROWS, type Imports, mixedWrites } from './testing/mixed-writes.ts';

const KILLS = Number(process.env.TEST_KILLS ?? 50);

test(`${KILLS} kills under writes to all kinds lose no event, and the tables of records agree`, {
  timeout: 300_000 + KILLS * 20_000,
}, async (t) => {
  const imports: Imports = [];
  const report = await runKillsUnder(mixedWrites(imports), KILLS, async ({ db, settings }) => {
    const { stdout } = await runRapport(['doctor', '--records', '--json'], settings);
    const kinds = await db.query<{ event: string; count: number }>(
      sql`SELECT event, count(*) FROM events GROUP BY event ORDER BY event`,
    );
    const [contacts] = await db.query<{ count: number }>(sql`
      SELECT count(*) FROM contacts WHERE substring(external_id FROM '^.*-') = ANY(${imports}::text[])`);
    return { checks: JSON.parse(stdout).checks, kinds, imported: contacts!.count };
  });
  const { kills, confirmed, duplicates, seen, ...faults } = report;
  t.diagnostic(JSON.stringify({ kills, confirmed, duplicates, imports: imports.length, kinds: seen.kinds }));
  assert.deepEqual(faults, { lost: [], undelivered: 0, renamed: 0, open: 0, in_flight: 0 });
  assert.deepEqual(
    seen.checks.filter(({ check }: { check: string }) => check === 'records'),
    [{ check: 'records', ok: true, detail: 'agree with their links, histories and events' }],
  );
  assert.equal(seen.imported, imports.length * IMPORTED_ROWS);
  assert.ok(confirmed > 0);
});
