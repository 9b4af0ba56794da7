import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import type {
  APIResponse,
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  Request,
  Route,
} from 'playwright-core';
import { startServer } from '../server/src/main.ts';
import {
  createTestDatabase,
  createTestFolder,
} from '../server/src/platform/database/testing/test-database.ts';
import { newSecretKeyText } from '../server/src/platform/secrets/secret-key.ts';
import { readConfig } from '../server/src/start/config.ts';
import { startChromium } from '../server/src/testing/chromium.ts';
import { orThrow } from '../server/src/testing/or-throw.ts';
import { until } from '../server/src/testing/until.ts';

const RAPPORT = join(import.meta.dirname, '../cli/src/rapport.ts');

/** A complete Rapport with its built pages, on a database of its own. */
export type Rapport = {
  base_url: string;
  data_dir: string;
  /** The environment in which a command of the operator works with this Rapport. */
  env: Record<string, string>;
  stop(): Promise<void>;
};

/** Starts a Rapport. `settings` are environment variables in addition to those of every test. */
export async function startRapport(settings: Record<string, string> = {}): Promise<Rapport> {
  const database = await createTestDatabase();
  const data_dir = await createTestFolder();
  const env = {
    PORT: '0',
    // Set, because with an external database webhooks may otherwise not go to this machine.
    RAPPORT_BASE_URL: 'http://localhost:0',
    DATABASE_URL: database.connectionString,
    RAPPORT_DATA_DIR: data_dir,
    RAPPORT_SECRET_KEY: newSecretKeyText(),
    RAPPORT_RATE_LIMIT: '0',
    // A failed delivery waits an hour, so a state that a test looks for does not pass by itself.
    RAPPORT_WEBHOOK_SCHEDULE: '0s,1h',
    ...settings,
  };
  const config = orThrow(readConfig(env));
  const server = orThrow(await startServer(config, 'all', pino({ level: 'silent' })));
  const stop = async () => {
    await server.stop();
    await database.drop();
  };
  return { base_url: server.address!, data_dir, env, stop };
}

/** Registers an application like the operator. */
export async function registerApplication(
  rapport: Rapport,
  redirect_url: string,
): Promise<{ client_id: string; client_secret: string }> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...[RAPPORT, 'oauth-clients', 'create', '--name', 'Ledger Sync', '--company', 'Ledger Ltd'],
      ...['--email', 'dev@ledger.example', '--redirect-url', redirect_url, '--json'],
    ],
    { env: { ...process.env, ...rapport.env } },
  );
  return JSON.parse(stdout);
}

/** Gives an existing User a Login like the operator. Returns the Login. */
export async function addLogin(
  rapport: Rapport,
  account_uuid: string,
  { email, role }: { email: string; role: string },
): Promise<{ uuid: string; user_uuid: string }> {
  const words = ['logins', 'add', '--account', account_uuid, '--email', email, '--role', role, '--json'];
  const env = { ...process.env, ...rapport.env };
  const { stdout } = await promisify(execFile)(process.execPath, [RAPPORT, ...words], { env });
  return JSON.parse(stdout);
}

/**
 * Returns the newest link to `page` in the mails to `email`. Without SMTP, mails are files, which
 * are written after the answer. Other mails, about tokens and sign-ins, may come later.
 */
export async function linkInMail({ data_dir }: Rapport, email: string, page: string): Promise<string> {
  const folder = join(data_dir, 'mails');
  return until(`a mail to ${email} with a link to ${page}`, async () => {
    const mails = existsSync(folder) ? readdirSync(folder).filter((name) => name.includes(email)) : [];
    const links = mails
      .sort()
      .map((name) => /http\S+\n/.exec(readFileSync(join(folder, name), 'utf8'))?.[0].trim());
    return links.filter((link) => link && new URL(link).pathname === page).at(-1);
  });
}

/** A person with a browser. It collects everything that no page may do. */
export type Person = {
  page: Page;
  context: BrowserContext;
  /**
   * Console errors, violations of the policy and requests to other hosts. Empty for a correct page.
   */
  faults: string[];
  /** The bodies of all API answers, to search for secrets. */
  answers: string[];
  close(): Promise<void>;
};

/** Longer than any step takes on a busy machine. A person would have left by then. */
const PATIENCE_MS = 30_000;

export async function openPerson(
  browser: Browser,
  base_url: string,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: base_url,
    viewport: { width: 1280, height: 800 },
    // Movement delays clicks. journey.browser.test.ts keeps it, as most people do.
    reducedMotion: 'reduce',
    // The worker's requests would pass by what a test holds back. phone.browser.test.ts allows it.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  // Shows empty fields, because these tests type into them. crm.browser.test.ts tests that they are
  // hidden.
  await context.addInitScript(() => localStorage.setItem('rapport-empty-fields', 'true'));
  noteRequests(context);
  const page = await context.newPage();
  const faults: string[] = [];
  const answers: string[] = [];
  // Chromium sometimes repeats a message when the next document is loaded.
  const said = new Set<string>();
  page.on('console', (message) => {
    const fault = `${message.text()} (${message.location().url})`;
    const at = `${message.timestamp()} ${fault}`;
    // Chromium reports faults of a form, such as a password field without a username, at a lower
    // level.
    const isFault = message.type() === 'error' || message.text().startsWith('[DOM]');
    if (isFault && !said.has(at)) faults.push(`${page.url()}: ${fault}`);
    said.add(at);
  });
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== base_url && !['blob:', 'data:'].includes(url.protocol))
      faults.push(`asked ${url.origin}`);
  });
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/'))
      answers.push(await response.text().catch(() => ''));
  });
  return { page, context, faults, answers, close: () => context.close() };
}

/** The requests under way of each page. */
const underWay = new WeakMap<Page, Set<Request>>();

/**
 * Notes the requests of all pages, but for that of the worker which has the stream: Chromium never
 * tells the page that it has ended.
 */
function noteRequests(context: BrowserContext): void {
  context.on('page', (page) => {
    const requests = new Set<Request>();
    underWay.set(page, requests);
    page.on('request', (request) => !/live-worker/.test(request.url()) && requests.add(request));
    page.on('requestfinished', (request) => requests.delete(request));
    page.on('requestfailed', (request) => requests.delete(request));
  });
}

/** The time without a request after which a page has all that it asks for. */
const QUIET_MS = 500;

/** Resolves when the page has asked for nothing for half a second. */
export async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  const requests = underWay.get(page)!;
  let busy_at = performance.now();
  await until('a quiet page', async () => {
    if (requests.size > 0) busy_at = performance.now();
    return performance.now() - busy_at > QUIET_MS;
  });
}

/** The details of the first User. */
export const ADA = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'correct horse battery',
  account_name: 'Lovelace Engines Ltd',
};

/** Signs up the first User like the page does, and leaves the browser signed in. */
export async function signUp(person: Person, sample_data: boolean): Promise<void> {
  await person.page.goto('/first-run');
  const status = await person.page.evaluate(
    (body) =>
      fetch('/web/first-run', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then((response) => response.status),
    { ...ADA, sample_data },
  );
  if (status !== 204) throw new Error(`signing up answered ${status}`);
}

/** Starts a Rapport with Ada, its first User, signed in with a browser. `stop` ends both. */
export async function startForAda(
  options: { sample_data?: boolean; settings?: Record<string, string>; context?: BrowserContextOptions } = {},
): Promise<{ rapport: Rapport; browser: Browser; ada: Person; stop(): Promise<void> }> {
  const rapport = await startRapport(options.settings);
  const browser = await startChromium();
  const ada = await openPerson(browser, rapport.base_url, options.context);
  await signUp(ada, options.sample_data ?? false);
  const stop = async () => {
    const pages = browser.contexts().flatMap((context) => context.pages());
    for (const page of pages) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await browser.close();
    await rapport.stop();
  };
  return { rapport, browser, ada, stop };
}

/**
 * Ends the session at the next change that the page sends. If it ended earlier, a read of the page
 * might ask for the password.
 */
export async function endSessionAtNextChange({ page, context }: Person): Promise<void> {
  let isOver = false;
  await page.route('**/api/**', async (route) => {
    if (!isOver && route.request().method() !== 'GET') {
      isOver = true;
      await context.clearCookies();
    }
    await route.fallback();
  });
}

/**
 * Holds the answers to these requests back. `asked` resolves at the first request; `release` lets
 * all pass, also later ones. With `fetch`, only the first is held, after the API has answered it.
 */
export async function hold(
  page: Page,
  address: string | RegExp,
  fetch?: (route: Route) => Promise<APIResponse>,
) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isAsked = false;
  await page.route(address, async (route) => {
    if (fetch && isAsked) return route.continue();
    isAsked = true;
    const response = await fetch?.(route);
    asked.resolve();
    await released.promise;
    return response ? route.fulfill({ response }) : route.continue();
  });
  return { asked: asked.promise, release: released.resolve };
}

/**
 * Stops routing the requests of a page, after its handlers have finished. `page.unroute` would not
 * wait for them: they would fail outside of any test, and the file with them.
 */
export async function stopRouting(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' });
}

const AXE = readFileSync(join(import.meta.dirname, '../node_modules/axe-core/axe.min.js'), 'utf8');
const SCREENSHOTS = join(import.meta.dirname, 'screenshots');

/**
 * Returns the faults that axe finds against WCAG 2.2 AA, or against only `rules`, one per line.
 * Nothing may move during the check.
 */
export async function findBarriers(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  return page.evaluate(async (rules) => {
    const axe = (globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } }).axe;
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const { violations } = await axe.run({
      runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: tags },
      // axe counts this rule only as good practice, but people need it to know what a cell belongs
      // to.
      ...(!rules && { rules: { 'empty-table-header': { enabled: true } } }),
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary.replaceAll('\n', ' ')}`),
    );
  }, rules);
}

type AxeResult = {
  violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
};

/** Takes a picture for people to look at. It is not compared, and not taken when all tests run. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!process.env.TEST_SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

/** Chooses what one rarely does with the record of a page, from the menu of its head. */
export async function chooseRareAct(page: Page, name: string): Promise<void> {
  await page.locator('.record-acts').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** A receiver of webhooks whose answer the test chooses. */
export type Receiver = {
  url: string;
  status: number;
  received: { headers: Record<string, unknown>; body: string }[];
  close(): void;
};

export async function startReceiver(): Promise<Receiver> {
  const received: Receiver['received'] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(receiver.status).end('as you wish');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    status: 204,
    received,
    close: () => server.close(),
  };
  return receiver;
}
