import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import type { JobCore } from '../job-types.ts';
import { Problem } from '../platform/problem.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { endLeases, ownAllElsewhere } from '../webhooks/testing/queue-states.ts';
import type { Worker } from '../worker.ts';
import { enqueue } from './actions.ts';
import { jobHealth } from './health.ts';
import type { JobType } from './job-type.ts';

/** Writes one number each step, from `at` to the total. */
const COUNTING: JobType<{ at: number }, JobCore> = {
  name: 'counting',
  is_shown: true,
  run: async (_core, tx, job) => {
    await note(tx, job.step.at);
    await atStep?.(job.step.at);
    const done_count = job.step.at + 1;
    if (done_count === job.total_count) return { completed: { counted: done_count }, done_count };
    return { next: { at: done_count }, done_count };
  },
  ended: async (_core, tx, _job, state) => note(tx, state),
};

/** Talks to somebody outside, who may take long. */
const TALKING: JobType<{ to: string }, JobCore> = {
  name: 'talking',
  is_shown: true,
  outside: async (_core, { step }) => talk(step.to),
  run: async (_core, tx, _job, said) => {
    await note(tx, said as string);
    return { completed: null };
  },
};

const FAILING: JobType<{ as: 'thrown' | 'problem' | 'failed' }, JobCore> = {
  name: 'failing',
  is_shown: true,
  retries_ms: [1_000, 2_000],
  run: async (_core, tx, { step }) => {
    await note(tx, 'half done');
    failures += 1;
    if (step.as === 'problem') return new Problem('not_found', 'There is nothing to do.');
    if (step.as === 'failed') return { failed: 'It cannot be done.' };
    throw new Error('broken');
  },
  ended: async (_core, tx, _job, state) => note(tx, state),
};

let app: TestApp;
let ada: TestUser;
let account_uuid: string;
let workers: Worker[] = [];
/** Awaited in a step of `COUNTING`, after its write. */
let atStep: ((at: number) => Promise<void> | void) | null;
let talk: (to: string) => Promise<string>;
let failures = 0;

before(async () => {
  app = await startTestApp({ jobTypes: [COUNTING, TALKING, FAILING] });
  await app.db.query(sql`CREATE TABLE notes_of_test (position serial, what text)`);
});
after(() => app.close());
beforeEach(async () => {
  [atStep, failures] = [null, 0];
  ada = await app.addUser();
  account_uuid = await app.addAccount(ada);
  await app.db.query(sql`TRUNCATE notes_of_test`);
});
afterEach(async () => {
  for (const worker of workers) await worker.stop();
  workers = [];
  await app.db.query(sql`DELETE FROM jobs`);
});

async function startWorker(): Promise<Worker> {
  const worker = await app.startWorker();
  workers.push(worker);
  return worker;
}

async function note(tx: Pick<TestApp['db'], 'query'>, what: number | string): Promise<void> {
  await tx.query(sql`INSERT INTO notes_of_test (what) VALUES (${String(what)})`);
}

async function noted(): Promise<string[]> {
  const rows = await app.db.query<{ what: string }>(sql`SELECT what FROM notes_of_test ORDER BY position`);
  return rows.map(({ what }) => what);
}

async function count(total_count: number, more: object = {}): Promise<string> {
  const job = { step: { at: 0 }, user_uuid: ada.uuid, account_uuid, total_count, ...more };
  return (await app.db.transaction((tx) => enqueue(app, tx, COUNTING, job)))!;
}

async function fail(as: 'thrown' | 'problem' | 'failed'): Promise<string> {
  const job = { step: { as }, user_uuid: ada.uuid };
  return (await app.db.transaction((tx) => enqueue(app, tx, FAILING, job)))!;
}

async function get(uuid: string) {
  return (await app.call('GET', `/api/v2/jobs/${uuid}`, { as: ada })).body.data;
}

function untilState(uuid: string, state: string) {
  return until(`the job to be ${state}`, async () => {
    const job = await get(uuid);
    return job.state === state && job;
  });
}

/** Resolves when so many failures are written down, and with them the time of the next try. */
function untilFailed(uuid: string, times: number) {
  return until(`${times} failures to be written down`, async () => {
    const [job] = await app.db.query<{ failure_count: number }>(
      sql`SELECT failure_count FROM jobs WHERE uuid = ${uuid}`,
    );
    return job?.failure_count === times;
  });
}

const range = (end: number) => Array.from({ length: end }, (_, n) => String(n));

test('a job is made step by step, and says how far it is', async () => {
  const uuid = await count(5);
  assert.equal((await get(uuid)).state, 'waiting');
  await startWorker();
  const job = await untilState(uuid, 'completed');
  assert.deepEqual([job.done_count, job.total_count, job.result], [5, 5, { counted: 5 }]);
  assert.deepEqual(await noted(), range(5));
});

test('a job of a transaction that is rolled back does not exist', async () => {
  await app.db
    .transaction(async (tx) => {
      await enqueue(app, tx, COUNTING, { step: { at: 0 }, user_uuid: ada.uuid });
      throw new Error('rolled back');
    })
    .catch(() => {});
  assert.deepEqual((await app.call('GET', '/api/v2/jobs', { as: ada })).body.data, []);
});

test('a job goes on where a worker that stopped has left it, and makes each step once', async () => {
  const reached = Promise.withResolvers<void>();
  atStep = (at) => {
    if (at === 2) reached.resolve();
  };
  const first = await startWorker();
  const uuid = await count(40);
  await reached.promise;
  await first.stop();
  await startWorker();
  await untilState(uuid, 'completed');
  assert.deepEqual(await noted(), range(40));
});

test('a worker that was taken over while it talked to somebody writes nothing of it', async () => {
  const answers: ((said: string) => void)[] = [];
  talk = () => new Promise((resolve) => answers.push(resolve));
  await startWorker();
  const uuid = (await app.db.transaction((tx) =>
    enqueue(app, tx, TALKING, { step: { to: 'Grace' }, user_uuid: ada.uuid }),
  ))!;
  await until('the question', async () => answers.length === 1);
  await app.db.query(sql`DELETE FROM workers`);
  await ownAllElsewhere(app);
  answers[0]!('too late');
  await until(
    'the turn to end',
    async () => (await app.db.query(sql`SELECT FROM worker_shards WHERE worker_uuid IS NOT NULL`)).length > 0,
  );
  assert.deepEqual(await noted(), []);
  assert.equal((await get(uuid)).state, 'running');
  await endLeases(app);
  await startWorker();
  await until('the second question', async () => answers.length === 2);
  answers[1]!('in time');
  await untilState(uuid, 'completed');
  assert.deepEqual(await noted(), ['in time']);
});

test('a worker cannot be taken over in the middle of a step, and its next one is refused', async () => {
  const [inStep, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  atStep = (at) => {
    if (at !== 1) return;
    inStep.resolve();
    return goOn.promise;
  };
  await startWorker();
  const uuid = await count(50);
  await inStep.promise;
  const takenOver = app.db.query(sql`DELETE FROM workers`).then(() => ownAllElsewhere(app));
  goOn.resolve();
  await takenOver;
  const before = await noted();
  assert.deepEqual(before.slice(0, 2), ['0', '1']);
  await endLeases(app);
  await startWorker();
  await untilState(uuid, 'completed');
  assert.deepEqual(await noted(), range(50));
});

test('a cancelled job stops after the step under way, and its room hears of it', async () => {
  const [inStep, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  atStep = (at) => {
    if (at !== 1) return;
    inStep.resolve();
    return goOn.promise;
  };
  await startWorker();
  const uuid = await count(1000);
  await inStep.promise;
  const cancelling = app.call('POST', `/api/v2/jobs/${uuid}/cancel`, { as: ada });
  goOn.resolve();
  const { status, body } = await cancelling;
  assert.deepEqual([status, body.data.state], [200, 'cancelled']);
  const written = await noted();
  assert.equal(written.at(-1), 'cancelled');
  assert.equal(body.data.done_count, written.length - 1);
  const again = await app.call('POST', `/api/v2/jobs/${uuid}/cancel`, { as: ada });
  assert.deepEqual([again.status, again.body.code], [409, 'job_ended']);
});

test('a step that throws is tried again later, and the job fails when all its pauses are used up', async () => {
  await startWorker();
  const uuid = await fail('thrown');
  await untilFailed(uuid, 1);
  assert.deepEqual(await noted(), []);
  app.clock.advance(1_000);
  await untilFailed(uuid, 2);
  app.clock.advance(2_000);
  const job = await untilState(uuid, 'failed');
  assert.match(job.detail, /fault of Rapport.*operator/);
  assert.deepEqual((await jobHealth(app.db, app.clock)).failed, { [FAILING.name]: 1 });
  assert.deepEqual([failures, await noted()], [3, ['failed']]);
});

test('a step that returns a Problem undoes what it wrote, and the job fails with its words', async () => {
  await startWorker();
  const job = await untilState(await fail('problem'), 'failed');
  assert.equal(job.detail, 'There is nothing to do.');
  // The operator is told of faults alone.
  assert.deepEqual((await jobHealth(app.db, app.clock)).failed, {});
  assert.deepEqual(await noted(), ['failed']);
});

test('a step may fail the job and keep what it wrote', async () => {
  await startWorker();
  const job = await untilState(await fail('failed'), 'failed');
  assert.equal(job.detail, 'It cannot be done.');
  assert.deepEqual(await noted(), ['half done']);
});

test('a job that ends its process again and again is given up', async () => {
  const uuid = await fail('problem');
  for (let n = 0; n < 3; n++) {
    await app.db.query(
      sql`UPDATE jobs SET state = 'running', worker_uuid = gen_random_uuid(), failure_count = ${n}`,
    );
  }
  await startWorker();
  const job = await untilState(uuid, 'failed');
  assert.match(job.detail, /ended again and again/);
  assert.equal(failures, 0);
});

test('an open job keeps others of its type and key out', async () => {
  const add = () =>
    app.db.transaction((tx) => enqueue(app, tx, COUNTING, { step: { at: 0 }, key: 'one', total_count: 1 }));
  assert.notEqual(await add(), null);
  assert.equal(await add(), null);
  await startWorker();
  await until('the job to end', async () => (await noted()).length === 1);
  await until('another to fit', async () => (await add()) !== null);
});

test('the only job of one Account does not wait for the many of another', async () => {
  for (let n = 0; n < 30; n++) await count(20);
  const grace = await app.addUser();
  const other_uuid = await app.addAccount(grace);
  const uuid = await count(20, { account_uuid: other_uuid, user_uuid: grace.uuid });
  await startWorker();
  const ended = await until('the other job to end', async () => {
    const rows = await app.db.query<{ uuid: string }>(
      sql`SELECT uuid FROM jobs WHERE state = 'completed' ORDER BY finished_at, uuid`,
    );
    return rows.some((row) => row.uuid === uuid) && rows;
  });
  assert.ok(ended.length < 15, `${ended.length} of the others came first`);
});

test('jobs that wait for somebody outside hide no other job of their Account', async () => {
  const heard = Promise.withResolvers<string>();
  talk = () => heard.promise;
  for (let n = 0; n < 20; n++) {
    const job = { step: { to: String(n) }, user_uuid: ada.uuid, account_uuid };
    await app.db.transaction((tx) => enqueue(app, tx, TALKING, job));
  }
  const uuid = await count(2);
  await startWorker();
  await untilState(uuid, 'completed');
  heard.resolve('hello');
  await until('the others to end', async () => (await noted()).length === 22);
});
