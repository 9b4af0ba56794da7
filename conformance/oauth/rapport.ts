import { TestBrowser } from '../../server/src/testing/browser.ts';
import { addApplication } from '../../server/src/testing/oauth-flow.ts';
import { TEST_PASSWORD, type TestApp, type TestAppOptions } from '../../server/src/testing/test-app.ts';
import { startSearchedApp } from './searched-app.ts';
import { type Person, REDIRECT_URIS, type Target } from './server.ts';

/** Rapport itself, over HTTP. `app` gives direct access where an item needs it. */
export async function startRapport(options?: TestAppOptions): Promise<Target & { app: TestApp }> {
  const app = await startSearchedApp(options);
  return {
    app,
    base_url: app.base_url,
    client: await addApplication(app, { name: 'Ledger Sync', redirect_urls: REDIRECT_URIS }),
    otherClient: await addApplication(app, {
      name: 'Other',
      redirect_urls: ['https://other.example.com/callback'],
    }),
    pkceClient: await addApplication(app, {
      name: 'Careful',
      redirect_urls: REDIRECT_URIS,
      require_pkce: true,
    }),
    newPerson: async () => {
      const user = await app.addUser();
      await app.addAccount(user);
      return { email: user.email, browser: new TestBrowser(app.base_url) };
    },
    visit,
    advance: (by_ms) => app.clock.advance(by_ms),
    close: app.close,
  };
}

/**
 * Returns the SQL statements that the server sends to its database while `work` runs, in their
 * order. A timer writes the log of API requests, so that statement may be of an earlier request.
 */
export async function statementsOf(app: TestApp, work: () => Promise<void>): Promise<string[]> {
  const statements: string[] = [];
  const { query } = app.db;
  app.db.query = (statement) => {
    if (!statement.text.includes('INSERT INTO api_requests')) statements.push(statement.text);
    return query(statement);
  };
  try {
    await work();
  } finally {
    app.db.query = query;
  }
  return statements;
}

async function visit({ browser, email }: Person, path: string, decision: 'allow' | 'deny' = 'allow') {
  let at = await browser.follow(await browser.get(path));
  if (at.text.includes('name="password"')) {
    at = await browser.follow(await browser.submit(at, { email, password: TEST_PASSWORD }));
  }
  return at.text.includes('value="allow"') ? browser.submit(at, { decision }) : at;
}
