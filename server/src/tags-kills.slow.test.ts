import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job } from '@rapport/contract/jobs';
import type { Tag } from '@rapport/contract/tags';
import sql from 'sql-template-tag';
import { RealService } from './testing/real-service.ts';
import { until } from './testing/until.ts';

const CLIENTS = 3_000;
const VICTIMS = ['worker', 'database', 'worker'] as const;

test('a tag that gets another name is killed three times, and is in every record once, as one change', {
  timeout: 300_000,
}, async () => {
  const service = await RealService.start('embedded');
  try {
    for (let from = 0; from < CLIENTS; from += 200) await addClients(service, from);
    const { data: tags } = await service.call<Tag[]>('GET', '/api/v2/tags');
    const old = tags.find(({ name }) => name === 'old')!;
    const { data: busy } = await service.call<Tag>('PATCH', `/api/v2/tags/${old.uuid}`, { name: 'new' });
    let reached = 0;
    for (const victim of VICTIMS) {
      reached = await until('the job to get on', async () => {
        const { done_count, finished_at } = await jobOf(service, busy.job_uuid!);
        assert.equal(finished_at, null, 'the job ended before it could be killed');
        return done_count > reached && done_count;
      });
      await service.hit(victim);
    }
    const ended = await until('the job to end', async () => {
      const job = await jobOf(service, busy.job_uuid!);
      return job.finished_at !== null && job;
    });
    assert.deepEqual([ended.state, ended.done_count], ['completed', CLIENTS]);
    const [counts] = await service.db.query(sql`
      SELECT count(*) FILTER (WHERE tags = ARRAY['new', 'other']) AS renamed,
        count(*) FILTER (WHERE version <> 2) AS twice,
        (SELECT count(*) FROM events WHERE event = 'client.updated') AS events,
        (SELECT count(DISTINCT change_uuid) FROM events WHERE event = 'client.updated') AS changes,
        (SELECT count(*) FROM tags WHERE job_uuid IS NOT NULL) AS busy
      FROM clients`);
    assert.deepEqual(counts, { renamed: CLIENTS, twice: 0, events: CLIENTS, changes: 1, busy: 0 });
  } finally {
    await service.stop();
  }
});

async function addClients(service: RealService, from: number): Promise<void> {
  const operations = Array.from({ length: 200 }, (_, at) => ({
    action: 'create',
    data: { name: `C ${from + at}`, tags: ['old', 'other'] },
  }));
  const { status } = await service.call('POST', '/api/v2/clients/batch', { operations });
  assert.equal(status, 200);
}

/** The job, from the database: the API may be down. */
async function jobOf({ db }: RealService, uuid: string): Promise<Job> {
  for (;;) {
    const jobs = await db.query<Job>(sql`SELECT * FROM jobs WHERE uuid = ${uuid}`).catch(() => []);
    if (jobs.length > 0) return jobs[0]!;
  }
}
