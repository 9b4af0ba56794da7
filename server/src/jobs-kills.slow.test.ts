import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { HOURLY } from './clean-up.ts';
import { JOB_TYPES } from './job-types.ts';
import { sendMails } from './mails/actions.ts';
import type { Database } from './platform/database/database.ts';
import { newUuid } from './platform/ids.ts';
import { secretKeyFrom } from './platform/secrets/secret-key.ts';
import { SettableClock } from './platform/time/clock.ts';
import { RealService, SECRET_KEY } from './testing/real-service.ts';
import { planTestDeliveries } from './testing/test-deliveries.ts';
import { startTestReceiver } from './testing/test-receiver.ts';
import { until } from './testing/until.ts';
import { endAsFailed } from './webhooks/testing/queue-states.ts';

// Every run makes a few kills; `npm run test:long` makes fifty.
const KILLS = Number(process.env.TEST_KILLS ?? 4);
/** A few seconds of work each, begun again as often as it ends. */
const MISSED = 20_000;
const OLD_ROWS = 30_000;
const RECURRING = [...JOB_TYPES, ...HOURLY].filter(({ every_ms }) => every_ms !== undefined);
const VICTIMS = ['worker', 'worker', 'api', 'database'] as const;

test(`${KILLS} kills with mails, recoveries and clean-ups under way lose none and do no step twice`, {
  timeout: 300_000 + KILLS * 20_000,
}, async (t) => {
  const service = await RealService.start('embedded');
  const receiver = await startTestReceiver();
  try {
    const subscription = await subscribe(service, receiver.url);
    await miss(service, subscription);
    const recoveries = [await startRecovery(service, subscription)];
    await addOldRows(service.db);
    const confirmed: string[] = [];
    const stopping = new AbortController();
    const mailing = sendWithoutPause(service.db, confirmed, stopping.signal);
    for (let n = 0; n < KILLS; n++) {
      const before = confirmed.length;
      await until('more mails', async () => confirmed.length > before);
      if (await isEnded(service, recoveries.at(-1)!)) {
        await missAgain(service.db, subscription);
        recoveries.push(await startRecovery(service, subscription));
      }
      await addOldRows(service.db);
      await delay(Math.random() * 700);
      await service.hit(VICTIMS[Math.floor(Math.random() * VICTIMS.length)]!);
    }
    stopping.abort();
    await mailing;
    await untilDone(service.db);
    const sent = await subjectsOf(join(service.settings.RAPPORT_DATA_DIR!, 'mails'));
    const counts = Map.groupBy(sent, (subject) => subject);
    t.diagnostic(
      JSON.stringify({
        confirmed: confirmed.length,
        sent_twice: sent.length - counts.size,
        recoveries: recoveries.length,
      }),
    );
    assert.deepEqual(
      confirmed.filter((subject) => !counts.has(subject)),
      [],
      'a confirmed mail is lost',
    );
    for (const recovery of recoveries) {
      const ended = await service.call<object>('GET', `/api/v2/webhook-recoveries/${recovery}`);
      assert.partialDeepStrictEqual(ended.data, { state: 'finished', recovered_count: MISSED });
      const job = await service.call<object>('GET', `/api/v2/jobs/${recovery}`);
      assert.partialDeepStrictEqual(job.data, { state: 'completed', done_count: MISSED });
    }
    assert.deepEqual(await service.db.query(sql`SELECT FROM idempotency_keys`), []);
    assert.deepEqual(await hourlyOf(service.db), RECURRING.map(({ name }) => name).toSorted());
  } finally {
    await service.stop();
    await receiver.close();
  }
});

/** A subscription whose deliveries wait, so that none leaves the queue by being sent. */
async function subscribe(service: RealService, url: string): Promise<string> {
  const { uuid } = await service.post('/api/v2/webhook-subscriptions', { url, events: ['client.*'] });
  await service.db.query(
    sql`UPDATE webhook_endpoints SET paused_until = now() + interval '1 day', slots = 1, failing_since = now()`,
  );
  return uuid;
}

/** Has a subscription miss many deliveries. */
async function miss({ db }: RealService, subscription: string): Promise<void> {
  const clock = new SettableClock(new Date());
  const [account] = await db.query<{ uuid: string }>(sql`SELECT uuid FROM accounts`);
  const core = { db, clock, secretKey: secretKeyFrom(SECRET_KEY), base_url: '' };
  for (let n = 0; n < MISSED; n += 2_000)
    await planTestDeliveries({ ...core, account_uuid: account!.uuid }, 2_000);
  await endAsFailed({ db, clock }, subscription);
  await delay(1_100);
}

/** Has it miss again what was recovered. The database may be down by a kill. */
async function missAgain(db: Database, subscription: string): Promise<void> {
  const queue = { db, clock: new SettableClock(new Date()) };
  await until('the database', () =>
    endAsFailed(queue, subscription).then(
      () => true,
      () => false,
    ),
  );
}

/** Recovers what was missed; returns the uuid of the recovery. */
async function startRecovery(service: RealService, subscription: string): Promise<string> {
  const since = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString();
  // 409: it has begun, and the answer was lost.
  await until('a recovery to begin', async () => {
    const path = `/api/v2/webhook-subscriptions/${subscription}/recover`;
    const begun = await service.call('POST', path, { since }).catch(() => null);
    return begun !== null && [202, 409].includes(begun.status);
  });
  const jobs = await read<{ uuid: string; type: string }[]>(service, '/api/v2/jobs');
  return jobs.find(({ type }) => type === 'webhook_recovery')!.uuid;
}

async function isEnded(service: RealService, recovery: string): Promise<boolean> {
  const job = await read<{ finished_at: string | null }>(service, `/api/v2/jobs/${recovery}`);
  return job.finished_at !== null;
}

/** Reads until the service answers: it may be down by a kill. */
async function read<Data extends object>(service: RealService, path: string): Promise<Data> {
  const { data } = await until('an answer', async () => {
    const answer = await service.call<Data>('GET', path).catch(() => null);
    return answer?.status === 200 && answer;
  });
  return data;
}

/** Adds rows that a clean-up deletes, in many steps, and has it do so now, unless some are left. */
async function addOldRows(db: Database): Promise<void> {
  const left = await db.query(sql`SELECT FROM idempotency_keys LIMIT 1`).catch(() => null);
  if (left === null || left.length > 0) return;
  const [user] = await db.query<{ uuid: string }>(sql`SELECT uuid FROM users`);
  await db.query(sql`
    INSERT INTO idempotency_keys (user_uuid, key, fingerprint, body, created_at)
    SELECT ${user!.uuid}, 'old ' || n, '', '', now() - interval '30 days' FROM generate_series(1, ${OLD_ROWS}) AS n`);
  await db.query(sql`UPDATE jobs SET due_at = now() WHERE type = 'forget_old_answers'`);
}

/** Commits one mail after the other, and notes the subject of each that is confirmed. */
async function sendWithoutPause(db: Database, confirmed: string[], stopping: AbortSignal): Promise<void> {
  const core = { clock: new SettableClock(new Date()), secretKey: secretKeyFrom(SECRET_KEY) };
  while (!stopping.aborted) {
    core.clock.advance(1);
    const subject = newUuid(core.clock.now());
    const said = { subject, text: 'x' };
    const mail = { to: 'ada@example.com', words: { en: said, de: said } };
    const sent = db.transaction((tx) => sendMails(core, tx, [mail])).then(() => confirmed.push(subject));
    await sent.catch(() => {});
    await delay(5);
  }
}

/** Waits for all but the jobs that look again every minute or oftener, and so never end. */
function untilDone(db: Database): Promise<unknown> {
  const looking = RECURRING.filter(({ every_ms }) => every_ms! <= 60_000).map(({ name }) => name);
  const open = sql`
    SELECT type, count(*) FROM jobs WHERE finished_at IS NULL AND due_at < now() + interval '10 minutes'
      AND type <> ALL (${looking}::text[]) GROUP BY 1`;
  return until(
    'all jobs to be done',
    () => db.query(open).catch(() => ['the database is away']),
    (rows) => rows.length === 0,
  );
}

async function hourlyOf(db: Database): Promise<string[]> {
  const rows = await db.query<{ type: string }>(
    sql`SELECT type FROM jobs WHERE finished_at IS NULL AND key = 'every' ORDER BY type`,
  );
  return rows.map(({ type }) => type);
}

async function subjectsOf(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return mails.flatMap((mail) => /^Subject: (.*)$/m.exec(mail)?.[1] ?? []);
}
