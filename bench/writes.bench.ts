// Measures creates, changes, deletions and batches of Clients with a token, the processor time that
// each takes, and creates against a bare handler with one transaction.
import { readdirSync, readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { median, percentile, type Row, report } from './report.ts';
import { seed } from './seeded.ts';
import { startDatabase, startProcess, startService } from './service.ts';
import { sized } from './sized.ts';

const ROUNDS = sized(3, 1);
const WRITES = sized(1_500, 80);
const BATCHES = sized(8, 1);
const BATCH = 200;

const database = await startDatabase();
const { db, token, account_uuids } = await seed(database.connectionString, [sized(10_000, 200)]);
const ACCOUNT_UUID = account_uuids[0]!;
const ours = await startService(database.connectionString, 'api');
const bare = await startProcess(
  ['bench/bare-writes.ts'],
  { DATABASE_URL: database.connectionString, ACCOUNT_UUID },
  /ready/,
);
const rows: Row[] = [];
for (const callers of [16, 1]) {
  const count = callers === 1 ? WRITES / 5 : WRITES;
  const ratios: number[] = [];
  const seen: Record<string, Measured[]> = { create: [], change: [], deletion: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const floor = await run(bare, count, callers, () => create());
    const created = await run(ours, count, callers, () => create());
    const uuids = created.bodies.map(({ data }) => data!.uuid);
    const changed = await run(ours, count, callers, (n) => [
      'PATCH',
      `/api/v2/clients/${uuids[n]}`,
      { name: `Changed ${n}`, tags: ['bench'] },
    ]);
    const deleted = await run(ours, count, callers, (n) => ['DELETE', `/api/v2/clients/${uuids[n]}`]);
    // The first round warms up.
    if (round === 0) continue;
    ratios.push(created.perSecond / floor.perSecond);
    seen.create!.push(created);
    seen.change!.push(changed);
    seen.deletion!.push(deleted);
  }
  const who = callers === 1 ? 'one caller' : `${callers} callers`;
  const note = `${Math.round(median(seen.create!.map((one) => one.perSecond)))} a second, ${who}`;
  rows.push({
    what: 'create of a client ÷ bare handler',
    measured: median(ratios),
    target: { at_least: 0.5 },
    unit: '',
    note,
  });
  for (const [what, all] of Object.entries(seen)) {
    rows.push({
      what: `${what} of a client, p50, ${who}`,
      measured: median(all.map(({ p50_ms }) => p50_ms)),
      target: null,
      unit: 'ms',
      note: costs(all),
    });
  }
}
for (const callers of [16, 1]) {
  const batches = await run(ours, callers * BATCHES, callers, (n) => [
    'POST',
    '/api/v2/clients/batch',
    {
      account_uuid: ACCOUNT_UUID,
      operations: Array.from({ length: BATCH }, (_, m) => ({
        action: 'create',
        data: { name: `B ${n} ${m}`, external_id: `bench ${callers} ${n} ${m}` },
      })),
    },
  ]);
  rows.push({
    what: `batch of ${BATCH}, p50, ${callers === 1 ? 'one caller' : `${callers} callers`}`,
    measured: batches.p50_ms,
    target: null,
    unit: 'ms',
    note: costs([batches]),
  });
}
report(rows);
await Promise.all([ours.stop(), bare.stop()]);
await db.close();
await database.close();

type Measured = { perSecond: number; p50_ms: number; service_ms: number; database_ms: number };
type Body = { data?: { uuid: string } };

function create(): [string, string, object] {
  return ['POST', '/api/v2/clients', { name: 'Bench', account_uuid: ACCOUNT_UUID }];
}

function costs(all: Measured[]): string {
  const [service, base] = [
    median(all.map(({ service_ms }) => service_ms)),
    median(all.map(({ database_ms }) => database_ms)),
  ];
  return `processor time: service ${service.toFixed(2)} ms, PostgreSQL ${base.toFixed(2)} ms`;
}

async function run(
  { base_url, pid }: { base_url: string; pid: number },
  count: number,
  callers: number,
  make: (n: number) => [method: string, path: string, body?: object],
): Promise<Measured & { bodies: Body[] }> {
  const pool = new Pool(base_url, { connections: callers });
  const times_ms: number[] = [];
  const bodies: Body[] = [];
  const [service, base] = [processorTime_ms(pid), databaseTime_ms()];
  const start_ms = performance.now();
  let sent = 0;
  const caller = async () => {
    while (sent < count) {
      const n = sent++;
      const [method, path, body] = make(n);
      const sent_ms = performance.now();
      const answer = await pool.request({
        method: method as 'POST',
        path,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 300) throw new Error(`${path} answered ${text}`);
      times_ms.push(performance.now() - sent_ms);
      bodies[n] = text === '' ? {} : JSON.parse(text);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const seconds = (performance.now() - start_ms) / 1000;
  await pool.close();
  return {
    bodies,
    perSecond: count / seconds,
    p50_ms: percentile(times_ms, 0.5),
    service_ms: (processorTime_ms(pid) - service) / count,
    database_ms: (databaseTime_ms() - base) / count,
  };
}

/** The processor time of a process and of its ended children so far, from Linux. */
function processorTime_ms(pid: number | string): number {
  const stat = statOf(pid);
  return stat === null ? 0 : [11, 12, 13, 14].reduce((sum, at) => sum + Number(stat[at]), 0) * 10;
}

/** The fields of /proc/PID/stat behind the name of the program. */
function statOf(pid: number | string): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** The processor time of all processes below that of the database. */
function databaseTime_ms(): number {
  const parents = new Map<string, string>();
  for (const pid of readdirSync('/proc')) {
    const stat = /^\d+$/.test(pid) ? statOf(pid) : null;
    if (stat) parents.set(pid, stat[1]!);
  }
  const isBelow = (pid: string): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === String(database.pid) || isBelow(parent));
  };
  let sum = 0;
  for (const pid of parents.keys()) if (isBelow(pid)) sum += processorTime_ms(pid);
  return sum;
}
