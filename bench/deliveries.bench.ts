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

// Measures durable, logged deliveries per second against the lower bound for any sender, and
// against other queues that only post.

const RECEIVERS = 64;
const EVENTS = 300;
const DELIVERIES = RECEIVERS * EVENTS;
const ROUNDS = 3;
const BODY = JSON.stringify({ filler: 'x'.repeat(400) });

const receiver = await startChild('receiver.ts');
const base = `http://127.0.0.1:${(receiver.first as { port: number }).port}`;
const setup = await setUp();
await subscribe(
  setup,
  Array.from({ length: RECEIVERS }, (_, n) => `${base}/${n}`),
);

// In turns, so that other work on the machine slows all of them alike.
const measured = { bare: [] as number[], ours: [] as number[] };
for (let round = 0; round < ROUNDS; round++) {
  measured.bare.push(
    await resultOf(startPeer('bare-sender.ts', [base, `${DELIVERIES * 2}`, `${RECEIVERS}`])),
  );
  measured.ours.push(await drain(setup));
  console.log(`  ${Math.round(measured.ours.at(-1)!)} a second, bare ${Math.round(measured.bare.at(-1)!)}`);
}
const bare = median(measured.bare);
const ours = median(measured.ours);
const how = `${Math.round(ours)} against ${Math.round(bare)} per second`;
const rows: Row[] = [
  {
    what: 'Deliveries ÷ bare undici POST loop',
    measured: ours / bare,
    target: { at_least: 0.6 },
    unit: '',
    note: how,
  },
];

const peers: [name: string, target: Row['target']][] = [
  ['bullmq', { at_least: 1.2 }],
  ['pg_boss', null],
  ['graphile_worker', null],
];
for (const [name, target] of peers) {
  const redis = name === 'bullmq' ? await startRedis() : null;
  if (name === 'bullmq' && redis === null) {
    console.log(
      'There is no redis-server on this machine, so BullMQ is left out (apt-get install redis-server).',
    );
    continue;
  }
  const store = redis ? String(redis.port) : setup.database.connectionString;
  const theirs = await resultOf(startPeer('peers.ts', [name, store, base, `${DELIVERIES}`, `${RECEIVERS}`]));
  const own = await drain(setup);
  const note = `${Math.round(own)} against ${Math.round(theirs)} per second`;
  rows.push({
    what: `Deliveries ÷ ${name.replace('_', '-')}, which only posts`,
    measured: own / theirs,
    target,
    unit: '',
    note,
  });
  await redis?.stop();
}

await setup.close();
receiver.process.disconnect();
report(rows);

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
