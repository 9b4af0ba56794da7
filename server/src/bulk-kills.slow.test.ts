import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job } from '@rapport/contract/jobs';
import type { BulkResult, BulkStarted } from '@rapport/contract/records/bulk';
import sql from 'sql-template-tag';
import { RealService } from './testing/real-service.ts';
import { until } from './testing/until.ts';

const CLIENTS = 3_000;
const VICTIMS = ['worker', 'database', 'worker', 'api'] as const;

test('a bulk change is killed four times, and each record is changed once, with one event, as one change', {
  timeout: 300_000,
}, async () => {
  const service = await RealService.start('embedded');
  try {
    for (let from = 0; from < CLIENTS; from += 200) await addClients(service, from);
    const body = {
      query: '',
      count: CLIENTS,
      action: 'update',
      data: { source: 'Bulk' },
      add_tags: ['bulk'],
    };
    const { data: begun } = await service.call<BulkStarted>('POST', '/api/v2/clients/bulk', body);
    let reached = 0;
    for (const victim of VICTIMS) {
      reached = await until('the job to get on', async () => {
        const { done_count, finished_at } = await jobOf(service, begun.job_uuid);
        assert.equal(finished_at, null, 'the job ended before it could be killed');
        return done_count > reached && done_count;
      });
      await service.hit(victim);
    }
    const ended = await until('the job to end', async () => {
      const job = await jobOf(service, begun.job_uuid);
      return job.finished_at !== null && job;
    });
    assert.deepEqual(
      [ended.state, ended.result.changed_count, ended.result.kept_count],
      ['completed', CLIENTS, 0],
    );
    const [counts] = await service.db.query(sql`
      SELECT count(*) FILTER (WHERE source = 'Bulk' AND tags = ARRAY['old', 'bulk']) AS changed,
        count(*) FILTER (WHERE version <> 2) AS twice,
        (SELECT count(*) FROM events WHERE event = 'client.updated') AS events,
        (SELECT count(DISTINCT change_uuid) FROM events WHERE event = 'client.updated') AS changes,
        (SELECT count(*) FROM notifications WHERE sort = 'bulk_done') AS told,
        (SELECT count(*) FROM bulk_portions) AS portions
      FROM clients`);
    assert.deepEqual(counts, {
      changed: CLIENTS,
      twice: 0,
      events: CLIENTS,
      changes: 1,
      told: 1,
      portions: 0,
    });
  } finally {
    await service.stop();
  }
});

async function addClients(service: RealService, from: number): Promise<void> {
  const operations = Array.from({ length: 200 }, (_, at) => ({
    action: 'create',
    data: { name: `C ${from + at}`, tags: ['old'] },
  }));
  const { status } = await service.call('POST', '/api/v2/clients/batch', { operations });
  assert.equal(status, 200);
}

/** The job, from the database: the API may be down. */
async function jobOf({ db }: RealService, uuid: string): Promise<Job & { result: BulkResult }> {
  for (;;) {
    const statement = sql`SELECT * FROM jobs WHERE uuid = ${uuid}`;
    const jobs = await db.query<Job & { result: BulkResult }>(statement).catch(() => []);
    if (jobs.length > 0) return jobs[0]!;
  }
}
