import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CustomField } from '@rapport/contract/custom-fields';
import type { Job } from '@rapport/contract/jobs';
import sql from 'sql-template-tag';
import { RealService } from './testing/real-service.ts';
import { until } from './testing/until.ts';

const CLIENTS = 4_000;
/** One in ten has no day. */
const FAILING = CLIENTS / 10;
const VICTIMS = ['worker', 'database', 'worker'] as const;

test('a conversion that is killed three times goes on, and reads every value once', {
  timeout: 300_000,
}, async () => {
  const service = await RealService.start('embedded');
  try {
    await addClients(service);
    const body = { resource: 'client', key: 'renewal', label: 'Renewal', type: 'date' };
    const { uuid } = await service.post('/api/v2/custom-fields', body);
    const { data: field } = await service.call<CustomField>('GET', `/api/v2/custom-fields/${uuid}`);
    let reached = 0;
    for (const victim of VICTIMS) {
      reached = await until('the job to get on', async () => {
        const { done_count, finished_at } = await jobOf(service, field.job_uuid!);
        assert.equal(finished_at, null, 'the job ended before it could be killed');
        return done_count > reached && done_count;
      });
      await service.hit(victim);
    }
    const ended = await until('the job to end', async () => {
      const job = await jobOf(service, field.job_uuid!);
      return job.finished_at !== null && job;
    });
    assert.partialDeepStrictEqual(ended, {
      state: 'completed',
      done_count: CLIENTS,
      result: { fit: CLIENTS - FAILING, failing: FAILING },
    });
    const [counts] = await service.db.query(sql`
      SELECT count(*) AS clients,
        count(*) FILTER (WHERE custom ->> 'renewal' = '2027-01-15') AS days,
        count(*) FILTER (WHERE custom ->> 'renewal' = 'soon' AND version = 1) AS kept,
        count(*) FILTER (WHERE version > 2) AS twice,
        (SELECT count(*) FROM custom_values WHERE date_value = '2027-01-15') AS values,
        (SELECT count(*) FROM events WHERE event = 'client.updated') AS events
      FROM clients`);
    const days = CLIENTS - FAILING;
    assert.deepEqual(counts, { clients: CLIENTS, days, kept: FAILING, twice: 0, values: days, events: days });
  } finally {
    await service.stop();
  }
});

/** Adds Clients with a day in another spelling, or none. */
async function addClients(service: RealService): Promise<void> {
  for (let from = 0; from < CLIENTS; from += 200) {
    const operations = Array.from({ length: 200 }, (_, at) => ({
      action: 'create',
      data: { name: `C ${from + at}`, custom: { renewal: at % 10 === 0 ? 'soon' : '15.01.2027' } },
    }));
    const { status } = await service.call('POST', '/api/v2/clients/batch', { operations });
    assert.equal(status, 200);
  }
}

/** The job, from the database: the API may be down. */
async function jobOf({ db }: RealService, uuid: string): Promise<Job> {
  for (;;) {
    const jobs = await db.query<Job>(sql`SELECT * FROM jobs WHERE uuid = ${uuid}`).catch(() => []);
    if (jobs.length > 0) return jobs[0]!;
  }
}
