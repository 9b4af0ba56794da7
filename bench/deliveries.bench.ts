import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../server/src/testing/free-port.ts';
import {
  type Child,
  measureThroughput,
  type Setup,
  setUp,
  startChild,
  subscribe,
} from './deliveries/setup.ts';
import { median, type Row, report } from './report.ts';
import { lineOf, startLeashed } from './service.ts';
import { sized } from './sized.ts';

// Measures durable, logged deliveries per second against the lower bound for any sender, and
// against other queues that only post.

const RECEIVERS = 64;
const EVENTS = sized(300, 10);
const DELIVERIES = RECEIVERS * EVENTS;
const ROUNDS = sized(3, 1);
const BODY = JSON.stringify({ filler: 'x'.repeat(400) });

const receiver = await startChild('receiver.ts');
const base = `http://127.0.0.1:${(receiver.first as { port: number }).port}`;
const setup = await setUp();
await subscribe(
  setup,
  Array.from({ length: RECEIVERS }, (_, n) => `${base}/${n}`),
);

const bareSender = () => resultOf(startPeer('bare-sender.ts', [base, `${DELIVERIES * 2}`, `${RECEIVERS}`]));
const rows: Row[] = [await compare('bare undici POST loop', bareSender, null)];

for (const name of ['bullmq', 'pg_boss', 'graphile_worker']) {
  const redis = name === 'bullmq' ? await startRedis() : null;
  if (name === 'bullmq' && redis === null) {
    console.log(
      'There is no redis-server on this machine, so BullMQ is left out (apt-get install redis-server).',
    );
    continue;
  }
  const store = redis ? String(redis.port) : setup.database.connectionString;
  const peer = () => resultOf(startPeer('peers.ts', [name, store, base, `${DELIVERIES}`, `${RECEIVERS}`]));
  rows.push(await compare(`${name.replace('_', '-')}, which only posts`, peer, { at_least: 1.2 }));
  await redis?.stop();
}

await setup.close();
receiver.process.disconnect();
report(rows);

/**
 * Measures another sender and ours in turns, so that other work on the machine slows both alike.
 */
async function compare(
  other: string,
  measureOther: () => Promise<number>,
  target: Row['target'],
): Promise<Row> {
  const [theirs, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await measureOther());
    ours.push(await drain(setup));
    console.log(`  ${Math.round(ours.at(-1)!)} a second, ${other} ${Math.round(theirs.at(-1)!)}`);
  }
  return {
    what: `Deliveries ÷ ${other}`,
    measured: median(ours) / median(theirs),
    target,
    unit: '',
    note: `${Math.round(median(ours))} against ${Math.round(median(theirs))} per second`,
  };
}

async function drain(setup: Setup): Promise<number> {
  return measureThroughput(setup, receiver, { workers: 1, events: EVENTS, receivers: RECEIVERS });
}

function startPeer(file: string, args: string[]): Promise<Child> {
  return startChild(file, args, { BODY });
}

/** Returns the result of a sender, which is the only message that it sends. */
async function resultOf(starting: Promise<Child>): Promise<number> {
  const child = await starting;
  const { per_second } = child.first as { per_second: number };
  if (child.process.connected) child.process.disconnect();
  return per_second;
}

async function startRedis(): Promise<{ port: number; stop(): Promise<void> } | null> {
  if (spawnSync('redis-server', ['--version']).error) return null;
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'rapport-bench-redis-'))];
  const durable = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec', '--dir', folder];
  const redis = startLeashed(['redis-server', '--port', `${port}`, '--bind', '127.0.0.1', ...durable]);
  await lineOf(redis, /Ready to accept connections/);
  const stop = async () => {
    redis.kill('SIGTERM');
    await once(redis, 'exit');
    await rm(folder, { recursive: true });
  };
  return { port, stop };
}
