import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Import } from '@rapport/contract/imports';
import sql from 'sql-template-tag';
import { runRapport } from '../../../../cli/src/testing/test-command.ts';
import { RealService } from '../../testing/real-service.ts';
import { until } from '../../testing/until.ts';

const KILLS = Number(process.env.TEST_KILLS ?? 5);
const ROWS = 2_000 * KILLS;
const FIRMS = 700;
const VICTIMS = ['worker', 'worker', 'database', 'api', 'worker'] as const;

test(`an import of ${ROWS} rows goes on through ${KILLS} kills, each row once, and nothing half made`, {
  timeout: 300_000 + KILLS * 20_000,
}, async (t) => {
  const service = await RealService.start('embedded');
  try {
    const rows = Array.from(
      { length: ROWS },
      (_, n) => `Person ${n},p${n}@example.com,Firm ${n % FIRMS},Tag ${n % 7}`,
    );
    const file = new Blob([`Name,E-mail,Company,Tags\n${rows.join('\n')}\n`]);
    const { data: draft, detail } = await service.sendFiles<Import>('/api/v2/imports', {
      'people.csv': file,
    });
    assert.ok(draft, detail);
    const path = `/api/v2/imports/${draft.uuid}`;
    assert.equal((await service.call('POST', `${path}/start`)).status, 200);
    const ask = async () => (await service.call<Import>('GET', path).catch(() => null))?.data;
    const done: number[] = [];
    for (let n = 0; n < KILLS; n++) {
      const before = done.at(-1) ?? 0;
      const now = await until('the import to get on', async () => {
        const one = await ask();
        return one && (one.progress.done > before || one.state !== 'running') ? one : undefined;
      });
      done.push(now.progress.done);
      await delay(Math.random() * 200);
      await service.hit(VICTIMS[n % VICTIMS.length]!);
    }
    const ended = await until('the end of the import', async () => {
      const one = await ask();
      return one && one.state !== 'running' ? one : undefined;
    });
    t.diagnostic(`killed after ${done.join(', ')} rows`);
    assert.ok(done[0]! < ROWS, 'the first kill came after the end');
    const { created, updated, refused, added } = ended.counts;
    assert.deepEqual(
      { state: ended.state, created, updated, refused, added },
      { state: 'completed', created: ROWS, updated: 0, refused: 0, added: FIRMS },
    );
    const [made] = await service.db.query<Record<string, number>>(sql`
      SELECT (SELECT count(*) FROM contacts)::integer AS contacts,
        (SELECT count(DISTINCT name) FROM contacts)::integer AS names,
        (SELECT count(*) FROM clients)::integer AS clients,
        (SELECT count(*) FROM links)::integer AS links,
        (SELECT count(*) FROM events WHERE event = 'contact.created')::integer AS events`);
    assert.deepEqual(made, { contacts: ROWS, names: ROWS, clients: FIRMS, links: ROWS, events: ROWS });
    const { stdout } = await runRapport(['doctor', '--records', '--json'], service.settings);
    const { checks } = JSON.parse(stdout) as { checks: { check: string; ok: boolean; detail: string }[] };
    assert.deepEqual(
      checks.filter(({ check, ok }) => !ok && check !== 'backup'),
      [],
    );
  } finally {
    await service.stop();
  }
});
