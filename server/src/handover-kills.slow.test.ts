import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Handover } from '@rapport/contract/handovers';
import type { Job } from '@rapport/contract/jobs';
import sql from 'sql-template-tag';
import { createUser } from './identity/actions.ts';
import { newUuid } from './platform/ids.ts';
import { secretKeyFrom } from './platform/secrets/secret-key.ts';
import { SettableClock } from './platform/time/clock.ts';
import { orThrow } from './testing/or-throw.ts';
import { RealService, SECRET_KEY } from './testing/real-service.ts';
import { until } from './testing/until.ts';

// Every run makes a few kills among some thousand Notes; `npm run test:long` makes fifty among
// 50,000.
const KILLS = Number(process.env.TEST_KILLS ?? 4);
const NOTES = Number(process.env.TEST_HELD ?? 4_000);
const WRITERS = 8;
const AT_ONCE = 200;
const VICTIMS = ['worker', 'database', 'worker', 'api'] as const;

test(`a handover of a Client with ${NOTES} Notes is killed ${KILLS} times while eight write, and none is wrong`, {
  timeout: 300_000 + KILLS * 20_000 + NOTES * 10,
}, async (t) => {
  const service = await RealService.start('embedded');
  try {
    const [from, to] = [await addMember(service, 'Ben'), await addMember(service, 'Cid')];
    const client = await service.post('/api/v2/clients', { name: 'Held', owner_uuid: from });
    const notes: string[] = [];
    while (notes.length < NOTES) notes.push(...(await addNotes(service, client.uuid, from)));
    const [account] = await service.db.query<{ uuid: string }>(sql`SELECT uuid FROM accounts`);
    const written = new Map<string, Set<string>>();
    const stopping = new AbortController();
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      rewrite(
        service,
        notes.filter((_, at) => at % WRITERS === writer),
        written,
        stopping.signal,
      ),
    );
    const path = `/api/v2/accounts/${account!.uuid}/handovers`;
    const { data: begun } = await service.call<Handover>('POST', path, {
      from_user_uuid: from,
      to_user_uuid: to,
    });
    let kills = 0;
    for (let reached = 0; kills < KILLS; kills++) {
      const job = await until('the handover to get on', async () => {
        const one = await jobOf(service, begun.job_uuid!);
        return (one.finished_at !== null || one.done_count > reached) && one;
      });
      if (job.finished_at !== null) break;
      reached = job.done_count;
      await service.hit(VICTIMS[kills % VICTIMS.length]!);
    }
    const ended = await until('the handover to end', async () => {
      const job = await jobOf(service, begun.job_uuid!);
      return job.finished_at !== null && job;
    });
    stopping.abort();
    await Promise.all(writers);
    assert.ok(kills === KILLS, `the handover ended after ${kills} kills`);
    assert.equal(ended.state, 'completed');
    const [counts] = await service.db.query(sql`
      SELECT (SELECT count(*) FROM notes WHERE owner_uuid = ${to}) AS notes,
        (SELECT count(*) FROM clients WHERE owner_uuid = ${to}) AS clients,
        (SELECT count(*) FROM events WHERE change_uuid = ${begun.change_uuid} AND event = 'note.updated') AS events,
        (SELECT count(DISTINCT resource_uuid) FROM events WHERE change_uuid = ${begun.change_uuid}
          AND event = 'note.updated') AS told,
        (SELECT count(*) FROM notes WHERE version <> 1 + (
          SELECT count(*) FROM events WHERE resource_uuid = notes.uuid AND event = 'note.updated')) AS untold`);
    assert.deepEqual(counts, { notes: NOTES, clients: 1, events: NOTES, told: NOTES, untold: 0 });
    const bodies = await service.db.query<{ uuid: string; body: string }>(sql`SELECT uuid, body FROM notes`);
    const wrong = bodies.filter(({ uuid, body }) => written.has(uuid) && !written.get(uuid)!.has(body));
    assert.deepEqual(wrong, []);
    t.diagnostic(JSON.stringify({ kills, rewritten: written.size }));
    assert.ok(written.size > 0);
  } finally {
    await service.stop();
  }
});

async function addMember({ db }: RealService, name: string): Promise<string> {
  const clock = new SettableClock(new Date());
  const core = { db, clock, secretKey: secretKeyFrom(SECRET_KEY), base_url: '' };
  const details = { email: `${name}@example.com`, name, password: 'correct horse battery' };
  const { uuid } = orThrow(await createUser(core, details));
  await db.query(sql`
    INSERT INTO logins (uuid, account_uuid, user_uuid, role, created_at, updated_at)
    SELECT ${newUuid(new Date())}, uuid, ${uuid}, 'member', now(), now() FROM accounts`);
  return uuid;
}

/** Adds as many Notes about the Client as a request takes; returns their uuids. */
async function addNotes(service: RealService, client_uuid: string, owner_uuid: string): Promise<string[]> {
  const records = [{ resource: 'client', uuid: client_uuid }];
  const operations = Array.from({ length: AT_ONCE }, () => ({
    action: 'create',
    data: { body: 'Held', owner_uuid, records },
  }));
  const { data } = await service.call<{ outcomes: { uuid: string }[] }>('POST', '/api/v2/notes/batch', {
    operations,
  });
  return data.outcomes.map(({ uuid }) => uuid);
}

/**
 * Writes other texts into Notes until it is stopped, and notes which each may have: the last one
 * that was confirmed, and those sent since, of which a kill took the answer.
 */
async function rewrite(
  service: RealService,
  notes: string[],
  written: Map<string, Set<string>>,
  signal: AbortSignal,
): Promise<void> {
  for (let turn = 0; !signal.aborted; turn++) {
    const uuid = notes[(turn * 7) % notes.length]!;
    const body = `Written ${turn}`;
    const maybe = written.get(uuid) ?? new Set(['Held']);
    written.set(uuid, maybe.add(body));
    const answer = await service.call('PATCH', `/api/v2/notes/${uuid}`, { body }).catch(() => null);
    if (answer?.status === 200) written.set(uuid, new Set([body]));
  }
}

/** The job, from the database: the API may be down. */
async function jobOf({ db }: RealService, uuid: string): Promise<Job> {
  for (;;) {
    const jobs = await db.query<Job>(sql`SELECT * FROM jobs WHERE uuid = ${uuid}`).catch(() => []);
    if (jobs.length > 0) return jobs[0]!;
  }
}
