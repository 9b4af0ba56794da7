import type { Role } from '@rapport/contract/accounts';
import { type Logger, pino } from 'pino';
import { Registry } from 'prom-client';
import { operator } from '../access/caller.ts';
import { createAccount } from '../accounts/actions.ts';
import { addLoginUnchecked } from '../accounts/logins/actions.ts';
import type { PeopleCore } from '../accounts/owner-mails.ts';
import { RequestRecorder } from '../api-requests/recorder.ts';
import { buildApp } from '../app.ts';
import type { ObjectStore } from '../files/objects.ts';
import type { Scanner } from '../files/scanner.ts';
import { insertUser } from '../identity/queries.ts';
import { type JobCore, jobTypesOf } from '../job-types.ts';
import type { AnyJobType } from '../jobs/job-type.ts';
import { jobMetrics } from '../jobs/metrics.ts';
import type { MailDrop } from '../mail/drop/core.ts';
import type { MailProvider } from '../mail/mailboxes/provider.ts';
import { LIFETIMES_DEFAULT, type OAuthLifetimes } from '../oauth/core.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { createTestDatabase } from '../platform/database/testing/test-database.ts';
import type { WebPages } from '../platform/http/pages/web-pages.ts';
import type { RouteTable } from '../platform/http/server/route-table.ts';
import { newUuid } from '../platform/ids.ts';
import type { Mailer, SentMail } from '../platform/mail/mailer.ts';
import { newSecretKeyText, type SecretKey, secretKeyFrom } from '../platform/secrets/secret-key.ts';
import { requestMetrics } from '../platform/telemetry/request-metrics.ts';
import { noTraces, type Traces } from '../platform/telemetry/traces.ts';
import { SettableClock, toApiTime } from '../platform/time/clock.ts';
import { createPersonalAccessToken } from '../tokens/actions.ts';
import { Connections } from '../webhooks/attempts/connections.ts';
import { guardedConnect } from '../webhooks/guard/connector.ts';
import { type TargetPolicy, targetPolicy } from '../webhooks/guard/target.ts';
import { queueMetrics, workerMetrics } from '../webhooks/workers/metrics.ts';
import { startWorker, type Worker } from '../worker.ts';
import { type Description, describedAnswers, withRefusals } from './described-answers.ts';
import { finishJobs } from './finish-jobs.ts';
import { freePort } from './free-port.ts';
import { keptDescription } from './kept-description.ts';
import { orThrow } from './or-throw.ts';

/** A User with a token. */
export type TestUser = { uuid: string; email: string; name: string; token: string };

/** An answer: the status, the headers, and the body as JSON (null when it is empty). */
export type Answer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
  body: any;
};

export type TestApp = {
  db: Database;
  /** The address of the database, for a test that opens its own connection. */
  connectionString: string;
  clock: SettableClock;
  secretKey: SecretKey;
  base_url: string;
  routes: RouteTable;
  /** The mails so far. Jobs send them: `jobs.finished()` does those, or waits for a worker. */
  mails: SentMail[];
  mailer: Mailer;
  jobs: { finished(): Promise<void> };
  jobTypes: AnyJobType<JobCore>[];
  scanner: Scanner | null;
  objects: ObjectStore | null;
  mail_targets: TargetPolicy;
  mail_providers: MailProvider[];
  /** The recorder of API requests; `flush()` writes them to the database. */
  requestRecorder: RequestRecorder;
  /** The API description, as in /api/openapi.json. */
  description: Description;
  /**
   * Calls the API over HTTP, and compares the answer with the description. A string body is sent
   * unchanged, any other body as JSON.
   */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Creates a User without any Account. */
  addUser(name?: string): Promise<TestUser>;
  /** Creates an Account with this owner; returns its uuid. */
  addAccount(owner: TestUser, name?: string): Promise<string>;
  addLogin(account_uuid: string, user: TestUser, role: Role): Promise<void>;
  /**
   * Starts a delivery worker on the same clock, and on the same or the given database. It stops
   * with the app.
   */
  startWorker(options?: { db?: Database }): Promise<Worker>;
  close(): Promise<void>;
};

export type CallOptions = {
  as?: TestUser;
  /**
   * True: the request comes from our pages in a browser in which the User has just signed in, and
   * without their token.
   */
  in_browser?: boolean;
  body?: unknown;
  headers?: Record<string, string>;
  /** `manual`: the answer is the redirect itself. */
  redirect?: 'manual';
};

/** The operator's settings, for tests that need other values than the defaults. */
export type TestAppOptions = {
  rate_limit?: number;
  base_url?: string;
  traces?: Traces;
  log?: Logger;
  metrics_token?: string;
  secret_key?: string;
  lifetimes?: Partial<OAuthLifetimes>;
  revoke_on_password_change?: boolean;
  file_max_bytes?: number;
  scanner?: Scanner;
  mcp?: boolean;
  mail_drop?: MailDrop | null;
  mail_providers?: MailProvider[];
  objects?: ObjectStore;
  client_document_hosts?: string[];
  mails_prove_addresses?: boolean;
  /** Gives the address by which requests reach the database, such as that of a proxy. */
  through?: (connectionString: string) => Promise<string>;
  /** The locale of the database; C by default. */
  locale?: string;
  /** Awaited before each mail is sent. False: the server refuses it. */
  mailServer?: () => Promise<unknown>;
  /** Types of jobs beside those of the service. */
  jobTypes?: AnyJobType<JobCore>[];
  /** True: the service is a copy, which sends nothing. */
  is_copy?: boolean;
  /** The built pages; none by default. */
  pages?: WebPages;
};

/** The retry schedule of tests: at once, after a minute, after an hour. */
const TEST_SCHEDULE_MS = [0, 60_000, 3_600_000];

/** What tests hand over mail with. */
export const MAIL_DROP = {
  domain: 'drop.example',
  key: 'a key for tests with more than 32 characters',
  authserv_id: 'mx.example',
  imap: null,
} satisfies MailDrop;

/** The password of every test User. */
export const TEST_PASSWORD = 'correct horse battery';

/** Its hash with the least work that argon2id allows: a real one costs more than most requests. */
const TEST_PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$gLHIkr1qgP4r3sH1P/NIg3+PMckaLQ3RkuIiytJhVlY';

type Compare = ReturnType<typeof describedAnswers>;

/** Compares with the description that all services without options have. */
let usual: Compare | undefined;

/** Starts the whole service on loopback, with its own database and a clock that the test moves. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase({ locale: options.locale });
  const { through = async (address: string) => address } = options;
  const db = openDatabase(await through(database.connectionString));
  const queue = openDatabase(database.connectionString, { fixed_plans: true });
  const reader = openDatabase(database.connectionString, { connections: 1, fixed_plans: true });
  const clock = new SettableClock();
  const secretKey = secretKeyFrom(options.secret_key ?? newSecretKeyText());
  const log = options.log ?? pino({ level: 'silent' });
  const policy = targetPolicy({ hosts: [], networks: [] }, new URL('http://127.0.0.1'));
  const registry = new Registry();
  queueMetrics(registry, db, clock);
  const deliveryMetrics = workerMetrics(registry);
  const stepMetrics = jobMetrics(registry);
  const traces = options.traces ?? noTraces;
  const connections = new Connections(
    guardedConnect({ policy, dns_timeout_ms: 5000, connect_timeout_ms: 5000 }),
  );
  // The base URL must be known before the server listens, because links, answers and ID tokens
  // contain it.
  const port = await freePort();
  const base_url = `http://127.0.0.1:${port}`;
  // Another base_url simulates a proxy in front.
  const core = { db, clock, secretKey, base_url: options.base_url ?? base_url };
  const mails: SentMail[] = [];
  const is_copy = options.is_copy ?? false;
  const jobTypes = [...jobTypesOf({ is_copy }), ...(options.jobTypes ?? [])];
  const scanner = options.scanner ?? null;
  const objects = options.objects ?? null;
  const mail_providers = options.mail_providers ?? [];
  const mail = { mail_targets: policy, mail_providers };
  const jobs = {
    finished: () => finishJobs({ ...core, mailer, log, scanner, objects, ...mail }, jobTypes),
  };
  const requestRecorder = new RequestRecorder(db, log);
  const mailer = keptMailer(mails, options);
  const { app, routes } = await buildApp({
    ...core,
    rate_limit: options.rate_limit ?? 0,
    is_copy,
    pages: options.pages ?? null,
    mailer,
    jobTypes,
    requestRecorder,
    lifetimes: { ...LIFETIMES_DEFAULT, ...options.lifetimes },
    revoke_on_password_change: options.revoke_on_password_change ?? false,
    file_max_bytes: options.file_max_bytes ?? 25 * 1024 * 1024,
    scanner,
    mcp: options.mcp ?? false,
    mail_drop: options.mail_drop === undefined ? { ...MAIL_DROP, key: null } : options.mail_drop,
    objects,
    client_document_hosts: options.client_document_hosts ?? [],
    targetPolicy: policy,
    ...mail,
    connections,
    log,
    traces,
    requestMetrics: requestMetrics(registry),
    metrics: { registry, token: options.metrics_token ?? null },
  });
  await app.listen({ port, host: '127.0.0.1' });
  const describe = async () => (await app.inject('/api/openapi.json')).body;
  const isUsual = Object.keys(options).length === 0;
  const text = isUsual ? await keptDescription(base_url, describe) : await describe();
  let parsed: Description | undefined;
  const description = () => (parsed ??= withRefusals(JSON.parse(text)));
  const compare = (isUsual ? usual : undefined) ?? describedAnswers(description());
  if (isUsual) usual = compare;
  const stops: (() => Promise<void>)[] = [];

  return {
    db,
    connectionString: database.connectionString,
    clock,
    secretKey,
    base_url,
    routes,
    mails,
    mailer,
    jobs,
    jobTypes,
    scanner,
    objects,
    ...mail,
    requestRecorder,
    // Most tests do not look into it.
    get description() {
      return description();
    },
    call: describedCalls(base_url, clock, compare),
    ...peopleOf({ ...core, mailer }),
    startWorker: async (workerOptions) => {
      const schedule_ms = TEST_SCHEDULE_MS;
      const worker = await startWorker({
        ...core,
        queue: workerOptions?.db ?? queue,
        reader: workerOptions?.db ?? reader,
        is_copy,
        connections,
        schedule_ms,
        onFailure: (error) => log.fatal(error),
        log,
        traces,
        deliveryMetrics,
        jobMetrics: stepMetrics,
        jobTypes,
        mailer,
        scanner,
        objects,
        ...mail,
        ...workerOptions,
      });
      stops.push(worker.stop);
      return worker;
    },
    close: async () => {
      for (const stop of stops) await stop();
      await connections.destroy();
      await app.close();
      await requestRecorder.flush();
      await Promise.all([db.close(), queue.close(), reader.close()]);
      await database.drop();
    },
  };
}

/** A mailer that keeps the mails, once `options.mailServer` has taken them. */
function keptMailer(mails: SentMail[], { mailServer, mails_prove_addresses = true }: TestAppOptions): Mailer {
  return {
    send: async (mail) => {
      const sent = await mailServer?.();
      if (sent === false || sent === 'no_such_address') return sent;
      mails.push(mail);
      return true;
    },
    proves_addresses: mails_prove_addresses,
  };
}

/** The functions of a test app that add Users, Accounts and Logins. */
function peopleOf(core: PeopleCore): Pick<TestApp, 'addUser' | 'addAccount' | 'addLogin'> {
  let users = 0;
  return {
    addUser: async (name = `User ${++users}`) => {
      const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
      const now = toApiTime(core.clock.now());
      const uuid = newUuid(core.clock.now());
      const user = { uuid, email, email_verified: false, name, created_at: now, updated_at: now };
      if (!(await insertUser(core.db, { ...user, password_hash: TEST_PASSWORD_HASH })))
        throw new Error(`There is a User ${email} already.`);
      const { token } = orThrow(
        await createPersonalAccessToken(core, operator('test'), user.uuid, {
          name: 'test',
          expires_at: null,
        }),
      );
      return { uuid, email, name, token };
    },
    addAccount: async (owner, name = 'Test Account') =>
      orThrow(await createAccount(core, operator('test'), owner.uuid, { name })).uuid,
    addLogin: async (account_uuid, user, role) => {
      orThrow(
        await addLoginUnchecked(core, operator('test'), account_uuid, {
          email: user.email,
          role,
        }),
      );
    },
  };
}

/** Calls the API, and throws when the answer differs from the description. */
function describedCalls(base_url: string, clock: SettableClock, compare: Compare): TestApp['call'] {
  const browsers = freshBrowsers(base_url, clock);
  return async (method, path, { in_browser, as, ...rest } = {}) => {
    const caller = in_browser ? { headers: { ...(await browsers.headersOf(as!)), ...rest.headers } } : { as };
    const answer = await call(base_url + path, method, { ...rest, ...caller });
    const fault = compare(method, path, { ...answer, content_type: answer.headers.get('content-type') });
    if (fault) throw new Error(fault);
    return answer;
  };
}

/** The headers of browsers in which Users have signed in less than ten minutes ago. */
function freshBrowsers(base_url: string, clock: SettableClock) {
  const known = new Map<string, { headers: Record<string, string>; until_ms: number }>();
  return {
    async headersOf({ uuid, email }: TestUser): Promise<Record<string, string>> {
      const now_ms = clock.now().getTime();
      const found = known.get(uuid);
      if (found && found.until_ms > now_ms) return found.headers;
      const body = { email, password: TEST_PASSWORD };
      const headers = { origin: base_url, 'sec-fetch-site': 'same-origin' };
      const answer = await call(`${base_url}/web/sign-in`, 'POST', { body, headers });
      const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
      known.set(uuid, { headers: { ...headers, cookie }, until_ms: now_ms + 10 * 60 * 1000 });
      return { ...headers, cookie };
    },
  };
}

async function call(
  url: string,
  method: string,
  { as, body, headers = {}, redirect }: CallOptions = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect,
    headers: {
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const json = text !== '' && response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text || null };
}
