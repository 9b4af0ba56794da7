import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { runRapport } from '../../../../cli/src/testing/test-command.ts';
import { operator } from '../../access/caller.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { secretKeyFrom } from '../../platform/secrets/secret-key.ts';
import { SettableClock } from '../../platform/time/clock.ts';
import { createPersonalAccessToken } from '../../tokens/actions.ts';
import { freePort } from '../free-port.ts';
import { count, type KillReport, untilMore } from '../kills.ts';
import { orThrow } from '../or-throw.ts';
import { HITS, type Hit, type PatroniCluster, startPatroniCluster } from '../patroni-cluster.ts';
import { makeToken, SECRET_KEY } from '../real-service.ts';
import { startTestReceiver } from '../test-receiver.ts';
import { startService } from './service.ts';

const OUR_HITS = ['API killed', 'worker killed', 'worker frozen'] as const;

export type ClusterReport = Omit<KillReport, 'kills'> & {
  hits: Record<string, number>;
  /** The longest time in seconds without a confirmed change, by the kind of hit. */
  outages_s: Record<string, number>;
  /**
   * The number of events that the reader of the feed never saw, and of those it saw more than once.
   */
  feed_gaps: number;
  feed_repeats: number;
  /** The number of tokens whose revocation was confirmed, and of those accepted afterwards. */
  revoked: number;
  revived: number;
  at_a_time_max: number;
  /**
   * The number of times that /readyz or `rapport doctor` said all is well while no change was
   * confirmed.
   */
  false_readiness: number;
  doctors: number;
  false_doctors: number;
};

const WRITERS = 4;
const PAUSE_MAX_MS = 2_000;
const FROZEN_WORKER_MS = 40_000;
/** Shorter outages are not reported. */
const OUTAGE_MS = 10_000;

/**
 * Runs Rapport on a cluster that is hit at random. Meanwhile it creates Clients, revokes tokens and
 * reads the feed. Counts the losses.
 */
export async function runClusterHits(
  folder: string,
  hits: number,
  tell: (line: string) => void,
): Promise<ClusterReport> {
  const ports = {
    database: await freePort(),
    http: await freePort(),
    api: [await freePort(), await freePort()],
  };
  const cluster = await startPatroniCluster(folder, ports);
  const receiver = await startTestReceiver();
  const db = openDatabase(cluster.connectionString);
  let load: Load | undefined;
  try {
    const settings = await startService(cluster, folder, {
      api_ports: ports.api,
      workers: 2,
      settings: {
        RAPPORT_SECRET_KEY: SECRET_KEY,
        RAPPORT_RATE_LIMIT: '0',
        RAPPORT_WEBHOOK_SCHEDULE: `0s,${Array(28).fill('3s').join(',')}`,
        RAPPORT_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1',
        LOG_LEVEL: 'error',
      },
    });
    receiver.handle((response) => setTimeout(() => response.end(), 30));
    load = new Load(cluster.base_url, db, await makeToken(db), ports.api, settings);
    // Tried again, because HAProxy may have found an API too slow, on a machine that starts many
    // programs at once.
    const subscribe = () =>
      load!.post('/api/v2/webhook-subscriptions', { url: receiver.url, events: ['client.created'] });
    await subscribe().catch(() => delay(10_000).then(subscribe));
    const running = load.run();
    const done: Record<string, number> = {};
    const outages_s: Record<string, number> = {};
    for (const hit of chooseHits(hits)) {
      await untilMore(load.confirmed);
      await delay(Math.random() * PAUSE_MAX_MS);
      const before = load.confirmed_at.length;
      await harm(cluster, hit);
      await untilMore(load.confirmed);
      await load.checkRevocations();
      const outage_s = longestGap(load.confirmed_at.slice(Math.max(0, before - 1))) / 1000;
      done[hit] = (done[hit] ?? 0) + 1;
      outages_s[hit] = Math.max(outages_s[hit] ?? 0, outage_s);
      tell(`${hit}: ${outage_s.toFixed(1)} s without a confirmed change; ${load.confirmed.length} confirmed`);
    }
    await delay(5_000);
    load.stop();
    await running;
    await load.checkRevocations(true);
    const counted = await count(db, receiver, load.confirmed);
    return {
      ...counted,
      hits: done,
      outages_s,
      at_a_time_max: receiver.concurrency_max,
      ...(await load.report()),
    };
  } finally {
    load?.stop();
    await receiver.close();
    await db.close();
    await cluster.close();
  }
}

/** Chooses hits in random order: each kind once, before any repeats. */
function chooseHits(count: number): (Hit | (typeof OUR_HITS)[number])[] {
  const kinds = [...HITS, ...OUR_HITS];
  const chosen: (Hit | (typeof OUR_HITS)[number])[] = [];
  while (chosen.length < count) chosen.push(...kinds.toSorted(() => Math.random() - 0.5));
  return chosen.slice(0, count);
}

async function harm(
  { hit, supervisor }: PatroniCluster,
  what: Hit | (typeof OUR_HITS)[number],
): Promise<void> {
  const n = 1 + Math.floor(Math.random() * 2);
  if (what === 'API killed') return supervisor.signal(`api${n}`, 'SIGKILL');
  if (what === 'worker killed') return supervisor.signal(`worker${n}`, 'SIGKILL');
  if (what !== 'worker frozen') return hit(what);
  supervisor.signal(`worker${n}`, 'SIGSTOP');
  await delay(FROZEN_WORKER_MS);
  supervisor.signal(`worker${n}`, 'SIGCONT');
}

function longestGap(times: number[]): number {
  return Math.max(0, ...times.slice(1).map((time, n) => time - times[n]!));
}

/** The Users and programs that use the service during the hits. */
class Load {
  readonly confirmed: string[] = [];
  readonly confirmed_at: number[] = [];
  readonly #base_url: string;
  readonly #db: Database;
  readonly #token: string;
  readonly #api_ports: number[];
  readonly #settings: Record<string, string>;
  readonly #stopping = new AbortController();
  readonly #read = new Map<string, number>();
  #cursor: string | null = null;
  #revoked: string[] = [];
  #checked = 0;
  #revived = 0;
  #doctors = 0;
  #false_doctors = 0;
  #false_readiness = 0;

  constructor(
    base_url: string,
    db: Database,
    token: string,
    api_ports: number[],
    settings: Record<string, string>,
  ) {
    this.#base_url = base_url;
    this.#db = db;
    this.#token = token;
    this.#api_ports = api_ports;
    this.#settings = settings;
  }

  async run(): Promise<void> {
    const writers = Array.from({ length: WRITERS }, () => this.#again(() => this.#write()));
    await Promise.all([
      ...writers,
      this.#again(() => this.#readFeed()),
      this.#again(() => this.#revoke(), 2_000),
      this.#again(() => this.#askWhetherReady(), 1_000),
      this.#again(() => this.#askDoctor(), 1_000),
    ]);
  }

  stop(): void {
    this.#stopping.abort();
  }

  async post(
    path: string,
    body: object,
    base_url = this.#base_url,
    limit_ms = 60_000,
  ): Promise<{ uuid: string }> {
    const answer = await this.#fetch('POST', path, this.#token, body, base_url, limit_ms);
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: { uuid: string } }).data;
  }

  /**
   * Checks the tokens revoked since the last check, or `all`. An answer other than yes or no is
   * repeated.
   */
  async checkRevocations(all = false): Promise<void> {
    const tokens = this.#revoked.slice(all ? 0 : this.#checked);
    this.#checked = this.#revoked.length;
    for (const token of tokens) {
      for (;;) {
        const status = await this.#fetch('GET', '/api/v1/logins', token).then(
          ({ status }) => status,
          () => 0,
        );
        if (status === 200) this.#revived++;
        if (status === 200 || status === 401) break;
        await delay(500);
      }
    }
  }

  async report() {
    while ((await this.#readFeed()) > 0);
    const events = await this.#db.query<{ uuid: string }>(
      sql`SELECT uuid FROM events WHERE account_uuid IN (SELECT account_uuid FROM logins)`,
    );
    return {
      feed_gaps: events.filter(({ uuid }) => !this.#read.has(uuid)).length,
      feed_repeats: [...this.#read.values()].filter((times) => times > 1).length,
      revoked: this.#revoked.length,
      revived: this.#revived,
      false_readiness: this.#false_readiness,
      doctors: this.#doctors,
      false_doctors: this.#false_doctors,
    };
  }

  async #again(work: () => Promise<unknown>, pause_ms = 0): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const failed = await work().then(
        () => false,
        () => true,
      );
      if (pause_ms > 0 || failed) await delay(pause_ms || 100);
    }
  }

  async #write(): Promise<void> {
    await this.#create(this.#base_url, 60_000);
    // The cluster shares two cores with the writers.
    await delay(20);
  }

  async #create(base_url: string, limit_ms: number): Promise<void> {
    const { uuid } = await this.post('/api/v2/clients', { name: 'Kept' }, base_url, limit_ms);
    this.confirmed.push(`${uuid} client.created 1`);
    this.confirmed_at.push(Date.now());
  }

  async #readFeed(): Promise<number> {
    const after = this.#cursor === null ? '' : `&after=${this.#cursor}`;
    const answer = await this.#fetch('GET', `/api/v2/events?limit=200${after}`, this.#token);
    if (!answer.ok) throw new Error(`${answer.status}`);
    const page = (await answer.json()) as { data: { uuid: string }[]; next_cursor: string | null };
    for (const { uuid } of page.data) this.#read.set(uuid, (this.#read.get(uuid) ?? 0) + 1);
    this.#cursor = page.next_cursor ?? this.#cursor;
    if (page.data.length === 0 && !this.#stopping.signal.aborted) await delay(200);
    return page.data.length;
  }

  async #revoke(): Promise<void> {
    const core = {
      db: this.#db,
      clock: new SettableClock(new Date()),
      secretKey: secretKeyFrom(SECRET_KEY),
      base_url: '',
    };
    const [user] = await this.#db.query<{ uuid: string }>(sql`SELECT uuid FROM users`);
    const made = orThrow(
      await createPersonalAccessToken(core, operator('test'), user!.uuid, { name: 'ends', expires_at: null }),
    );
    // A token may end no token but itself.
    const answer = await this.#fetch('DELETE', `/api/v2/personal-access-tokens/${made.uuid}`, made.token);
    if (answer.status !== 204) throw new Error(`${answer.status} ${await answer.text()}`);
    this.#revoked.push(made.token);
  }

  async #askWhetherReady(): Promise<void> {
    for (const port of this.#api_ports) {
      const base_url = `http://127.0.0.1:${port}`;
      const isReady = () =>
        fetch(`${base_url}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
          ({ ok }) => ok,
          () => false,
        );
      if (await this.#isFalse(isReady, base_url)) this.#false_readiness++;
    }
  }

  async #askDoctor(): Promise<void> {
    if ((this.confirmed_at.at(-1) ?? Date.now()) > Date.now() - OUTAGE_MS) return;
    const isWell = async () => {
      const { stdout } = await runRapport(['doctor', '--json'], this.#settings);
      this.#doctors++;
      return JSON.parse(stdout || '{}').ok === true;
    };
    if (await this.#isFalse(isWell, this.#base_url)) this.#false_doctors++;
  }

  /**
   * True when `isWell` says yes although no change succeeds. A hit may fall between the two, so
   * both are tried twice.
   */
  async #isFalse(isWell: () => Promise<boolean>, base_url: string): Promise<boolean> {
    for (let times = 0; times < 2; times++) {
      if (!(await isWell())) return false;
      const changed = await this.#create(base_url, OUTAGE_MS).then(
        () => true,
        () => false,
      );
      if (changed) return false;
    }
    return isWell();
  }

  #fetch(
    method: string,
    path: string,
    token: string,
    body?: object,
    base_url = this.#base_url,
    limit_ms = 60_000,
  ): Promise<Response> {
    return fetch(base_url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(limit_ms),
    });
  }
}
