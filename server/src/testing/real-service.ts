import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { operator } from '../access/caller.ts';
import { createAccount } from '../accounts/actions.ts';
import { createUser } from '../identity/actions.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { openEmbeddedPostgres } from '../platform/database/embedded/embedded.ts';
import { createTestFolder } from '../platform/database/testing/test-database.ts';
import { secretKeyFrom } from '../platform/secrets/secret-key.ts';
import { SettableClock } from '../platform/time/clock.ts';
import { createPersonalAccessToken } from '../tokens/actions.ts';
import { freePort } from './free-port.ts';
import { orThrow } from './or-throw.ts';

/** Not a secret: the test reads and writes the database directly. */
export const SECRET_KEY = 'a key for tests, known to everybody';
const FREEZE_MS = 1_500;
const STARTS_MAX = 200;
/** Longer than any answer takes, also while the database is frozen. */
const ANSWER_LIMIT_MS = 60_000;

type Role = 'api' | 'worker';

/** The service under test: an API and a worker as processes, and their database. */
export class RealService {
  readonly db: Database;
  /** The settings of a command that works beside the service. */
  readonly settings: Record<string, string>;
  readonly #base_url: string;
  readonly #postgres_folder: string;
  readonly #supervisors: Promise<void>[] = [];
  readonly #processes = new Map<Role, ChildProcess>();
  /** For each role, resolved when its process is up. Only while somebody waits for a start. */
  readonly #ready = new Map<Role, PromiseWithResolvers<void>>();
  readonly #closers: (() => Promise<void>)[];
  #token = '';
  #stopping = false;

  /**
   * Starts on an embedded database, on an external one started for the test, or on an existing one.
   * `more` are settings besides.
   */
  static async start(
    database: 'embedded' | 'external' | { connectionString: string; close(): Promise<void> },
    more: Record<string, string> = {},
  ): Promise<RealService> {
    const port = await freePort();
    const data_dir = await createTestFolder();
    const settings: Record<string, string> = {
      PORT: String(port),
      RAPPORT_DATA_DIR: data_dir,
      RAPPORT_SECRET_KEY: SECRET_KEY,
      RAPPORT_RATE_LIMIT: '0',
      RAPPORT_WEBHOOK_SCHEDULE: `0s,${Array(20).fill('1s').join(',')}`,
      LOG_LEVEL: 'fatal',
      ...more,
    };
    // This process uses the database too. After a kill, only this process restarts an external one.
    const folder = database === 'embedded' ? data_dir : await createTestFolder();
    const postgres =
      typeof database === 'object'
        ? database
        : orThrow(await openEmbeddedPostgres({ data_dir: folder, roles: [] }));
    if (database !== 'embedded') {
      settings.DATABASE_URL = postgres.connectionString;
      settings.RAPPORT_BASE_URL = `http://localhost:${port}`;
    }
    const db = openDatabase(postgres.connectionString);
    const service = new RealService(db, settings, port, join(folder, 'postgres'), [
      () => db.close(),
      () => postgres.close(),
    ]);
    await service.#start('api');
    await service.#start('worker');
    service.#token = await makeToken(db);
    return service;
  }

  constructor(
    db: Database,
    settings: Record<string, string>,
    port: number,
    postgres_folder: string,
    closers: (() => Promise<void>)[],
  ) {
    this.db = db;
    this.settings = settings;
    this.#base_url = `http://127.0.0.1:${port}`;
    this.#postgres_folder = postgres_folder;
    this.#closers = closers;
  }

  /** Posts JSON and returns `data` of the answer; throws unless the status is 201. */
  async post(path: string, body: object): Promise<{ uuid: string }> {
    const { status, data } = await this.call<{ uuid: string }>('POST', path, body);
    if (status !== 201) throw new Error(`${status}`);
    return data;
  }

  /** Sends JSON, a text as CSV, or a form; throws when there is no answer. */
  async call<Data>(
    method: string,
    path: string,
    body?: object | string,
    more: Record<string, string> = {},
  ): Promise<{ status: number; data: Data }> {
    const isForm = body instanceof FormData;
    const type = typeof body === 'string' ? 'text/csv' : 'application/json';
    const response = await fetch(this.#base_url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body && !isForm && { 'content-type': type }),
        ...more,
      },
      body: typeof body === 'object' && !isForm ? JSON.stringify(body) : body,
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const text = await response.text();
    const answer = text === '' ? {} : JSON.parse(text);
    return { status: response.status, data: answer.data };
  }

  /** Sends files as a form, as the pages do. The answer with its sentence, if it is a refusal. */
  async sendFiles<Data>(
    path: string,
    files: Record<string, Blob>,
  ): Promise<{ status: number; data: Data; detail: string }> {
    const form = new FormData();
    for (const [name, file] of Object.entries(files)) form.append('file', file, name);
    const headers = { authorization: `Bearer ${this.#token}` };
    // Without a limit of time: a file that is hard to read has its own, by the time of a processor.
    const response = await fetch(this.#base_url + path, { method: 'POST', headers, body: form });
    return { status: response.status, ...((await response.json()) as { data: Data; detail: string }) };
  }

  /** The most memory that the process of a role has had so far, in MiB. Linux alone says it. */
  async peakOf(role: Role): Promise<number> {
    const status = await readFile(`/proc/${this.#processes.get(role)!.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024;
  }

  async hit(victim: 'api' | 'worker' | 'database' | 'frozen database'): Promise<void> {
    if (victim === 'api' || victim === 'worker') {
      const ready = Promise.withResolvers<void>();
      this.#ready.set(victim, ready);
      this.#processes.get(victim)!.kill('SIGKILL');
      return ready.promise;
    }
    const [postmaster, ...children] = await this.#postgresProcesses();
    if (!postmaster) return;
    if (victim === 'database') return signal([postmaster], 'SIGKILL');
    signal([postmaster, ...children], 'SIGSTOP');
    await delay(FREEZE_MS);
    signal([postmaster, ...children], 'SIGCONT');
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const child of this.#processes.values()) child.kill('SIGTERM');
    await Promise.all(this.#supervisors);
    for (const close of this.#closers) await close();
  }

  /** Starts the role and resolves when it is up. From then on it is restarted whenever it ends. */
  #start(role: Role): Promise<void> {
    const ready = Promise.withResolvers<void>();
    this.#ready.set(role, ready);
    this.#supervisors.push(this.#supervise(role).catch((error) => this.#ready.get(role)!.reject(error)));
    return ready.promise;
  }

  /**
   * Restarts the role like an operator's supervisor: a start may fail because the database is just
   * gone.
   */
  async #supervise(role: Role): Promise<void> {
    for (let starts_left = STARTS_MAX; !this.#stopping; starts_left--) {
      if (starts_left === 0) throw new Error(`The ${role} does not start.`);
      const child = spawn(process.execPath, ['cli/src/rapport.ts', 'serve', '--role', role], {
        cwd: join(import.meta.dirname, '../../..'),
        // Nothing else: the service must not get the settings of the test run.
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          ...this.settings,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      this.#processes.set(role, child);
      const exit = once(child, 'exit');
      createInterface(child.stdout).once('line', () => this.#ready.get(role)!.resolve());
      await exit;
    }
  }

  /** The processes of PostgreSQL: the postmaster first, then its children. */
  async #postgresProcesses(): Promise<number[]> {
    const pid_file = await readFile(join(this.#postgres_folder, 'postmaster.pid'), 'utf8').catch(() => '');
    const postmaster = Number(pid_file.split('\n')[0]);
    if (!postmaster) return [];
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
    // The format is "pid (name) state parent …", and the name may contain anything.
    const isChild = (stat: string) =>
      Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === postmaster;
    return [postmaster, ...stats.filter(isChild).map((stat) => Number.parseInt(stat, 10))];
  }
}

export async function makeToken(db: Database): Promise<string> {
  const clock = new SettableClock(new Date());
  const core = { db, clock, secretKey: secretKeyFrom(SECRET_KEY), base_url: '' };
  const fields = { email: 'kills@example.com', name: 'Kills', password: 'correct horse battery' };
  const user = orThrow(await createUser(core, fields));
  orThrow(await createAccount(core, operator('test'), user.uuid, { name: 'Kills' }));
  const token = { name: 'test', expires_at: null };
  return orThrow(await createPersonalAccessToken(core, operator('test'), user.uuid, token)).token;
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended meanwhile.
    }
  }
}
