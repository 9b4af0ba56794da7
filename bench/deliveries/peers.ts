import { createHmac, randomUUID } from 'node:crypto';
import { Queue, Worker } from 'bullmq';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { Redis } from 'ioredis';
import { PgBoss } from 'pg-boss';
import { Agent, request } from 'undici';

// Sends the same POSTs through other queues, configured for speed as their documents advise. They
// only post: no log of attempts, no second kind of signature, no limit for each receiver, no check
// of addresses. Arguments: name, address of the queue's store, base address of the receiver, number
// of jobs, number of paths.

const [name = '', store = '', base = '', countText, pathsText] = process.argv.slice(2);
const [count, paths] = [Number(countText), Number(pathsText)];
const CONCURRENCY = 256;
const secret = 'hH3vQ0wzXbJ9dS5kLr2TnYc8UaEg7MfPo1iVsBtRxKqWZyDuCjN4m6pGAeOl';
const agent = new Agent({ pipelining: 1 });

type Job = { url: string; body: string };
const jobs: Job[] = Array.from({ length: count }, (_, n) => ({
  url: `${base}/${n % paths}`,
  body: process.env.BODY ?? '{}',
}));

/**
 * Queues all jobs, calls `start` when they begin and `done` after each. Resolves with the function
 * that ends the queue.
 */
type Peer = (start: () => void, done: () => void) => Promise<() => Promise<unknown>>;

const peers: Record<string, Peer> = {
  bullmq: async (start, done) => {
    const connection = new Redis(Number(store), { maxRetriesPerRequest: null });
    const queue = new Queue('deliveries', { connection });
    for (let n = 0; n < count; n += 1000) {
      await queue.addBulk(
        jobs.slice(n, n + 1000).map((data) => ({ name: 'post', data, opts: { removeOnComplete: true } })),
      );
    }
    start();
    const worker = new Worker('deliveries', ({ data }) => post(data), {
      connection,
      concurrency: CONCURRENCY,
    });
    worker.on('completed', done);
    return () => worker.close();
  },
  pg_boss: async (start, done) => {
    const boss = new PgBoss(store);
    await boss.start();
    await boss.createQueue('deliveries');
    for (let n = 0; n < count; n += 1000) {
      await boss.insert(
        'deliveries',
        jobs.slice(n, n + 1000).map((data) => ({ data })),
      );
    }
    start();
    // Otherwise each loop waits for the next poll after each batch: 512 jobs a second.
    const options = { batchSize: CONCURRENCY / 4, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true };
    for (let loop = 0; loop < 4; loop++) {
      await boss.work<Job>('deliveries', options, async (batch) => {
        await Promise.all(batch.map(({ data }) => post(data).then(done)));
      });
    }
    return () => boss.stop();
  },
  graphile_worker: async (start, done) => {
    const utils = await makeWorkerUtils({ connectionString: store });
    await utils.migrate();
    for (let n = 0; n < count; n += 1000) {
      const batch = jobs.slice(n, n + 1000).map((payload) => ({ identifier: 'post', payload }));
      await utils.addJobs(batch as Parameters<typeof utils.addJobs>[0]);
    }
    start();
    const runner = await run({
      connectionString: store,
      // Logging each job would cost more than the job.
      logger: new Logger(() => () => {}),
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      preset: {
        worker: {
          localQueue: { size: 512 },
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
          maxPoolSize: 10,
        },
      },
      taskList: { post: async (payload) => post(payload as Job).then(done) },
    });
    return () => runner.stop();
  },
};

// The first round warms up.
await workThrough(peers[name]!);
process.send?.({ per_second: await workThrough(peers[name]!) });

/** Returns jobs per second. */
async function workThrough(peer: Peer): Promise<number> {
  const all = Promise.withResolvers<void>();
  let started_ms = 0;
  let finished = 0;
  const start = () => {
    started_ms = performance.now();
  };
  const stop = await peer(start, () => {
    if (++finished === count) all.resolve();
  });
  await all.promise;
  const per_second = count / ((performance.now() - started_ms) / 1000);
  await stop();
  return per_second;
}

async function post({ url, body }: Job): Promise<void> {
  const rawBody = Buffer.from(body);
  const response = await request(url, {
    method: 'POST',
    dispatcher: agent,
    headers: {
      'content-type': 'application/json',
      'x-signature': createHmac('sha256', secret).update(rawBody).digest('hex'),
      'x-delivery-uuid': randomUUID(),
    },
    body: rawBody,
  });
  await response.body.text();
}
