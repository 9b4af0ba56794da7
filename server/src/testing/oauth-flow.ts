import { operator } from '../access/caller.ts';
import { createApplication } from '../oauth/applications/actions.ts';
import { TestBrowser } from './browser.ts';
import { orThrow } from './or-throw.ts';
import { type Answer, TEST_PASSWORD, type TestApp, type TestUser } from './test-app.ts';

export type TestApplication = { client_id: string; client_secret: string; redirect_uri: string };

const REDIRECT_URI = 'https://app.example.com/callback?tenant=7';

/** Registers an application. */
export async function addApplication(
  app: TestApp,
  details: {
    name?: string;
    redirect_urls?: string[];
    allowed_origins?: string[];
    require_pkce?: boolean;
    id_token_signed_response_alg?: 'RS256' | 'ES256';
  } = {},
): Promise<TestApplication> {
  const application = await createApplication(app, operator('test'), {
    name: details.name ?? 'Ledger Sync',
    company: 'Ledger Ltd',
    email: 'dev@ledger.example',
    redirect_urls: details.redirect_urls ?? [REDIRECT_URI],
    allowed_origins: details.allowed_origins,
    require_pkce: details.require_pkce,
    id_token_signed_response_alg: details.id_token_signed_response_alg,
  });
  const { client_id, client_secret, redirect_urls } = orThrow(application);
  return { client_id, client_secret, redirect_uri: redirect_urls[0]! };
}

export async function signedIn(app: TestApp, user: TestUser): Promise<TestBrowser> {
  const browser = new TestBrowser(app.base_url);
  await browser.signIn({ email: user.email, password: TEST_PASSWORD });
  return browser;
}

export function authorizeUrl(application: TestApplication, parameters: Record<string, string> = {}): string {
  const { client_id, redirect_uri } = application;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    scope: '*',
    redirect_uri,
    state: 'af0ifjsldkj',
    ...parameters,
  });
  return `/oauth/authorize?${query}`;
}

/**
 * Goes through the authorization in a signed-in browser, and allows it if asked. Returns the
 * parameters of the answer.
 */
export async function authorize(
  browser: TestBrowser,
  application: TestApplication,
  parameters: Record<string, string> = {},
): Promise<Record<string, string>> {
  let visit = await browser.follow(await browser.get(authorizeUrl(application, parameters)));
  if (visit.location === null) visit = await browser.submit(visit, { decision: 'allow' });
  if (visit.location === null) throw new Error(`There was no redirect:\n${visit.text}`);
  return Object.fromEntries(new URL(visit.location).searchParams);
}

/** Posts a form to an endpoint, with the application's credentials in the body. */
export async function postForm(
  app: Pick<TestApp, 'base_url'>,
  path: string,
  application: TestApplication | null,
  fields: Record<string, string>,
): Promise<Answer> {
  const credentials: Record<string, string> = application
    ? { client_id: application.client_id, client_secret: application.client_secret }
    : {};
  const response = await fetch(app.base_url + path, {
    method: 'POST',
    body: new URLSearchParams({ ...credentials, ...fields }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

export function exchange(
  app: Pick<TestApp, 'base_url'>,
  application: TestApplication,
  code: string,
  more: Record<string, string> = {},
): Promise<Answer> {
  const fields = { grant_type: 'authorization_code', code, redirect_uri: application.redirect_uri, ...more };
  return postForm(app, '/oauth/token', application, fields);
}

export function refresh(
  app: Pick<TestApp, 'base_url'>,
  application: TestApplication,
  refresh_token: string,
  more: Record<string, string> = {},
): Promise<Answer> {
  return postForm(app, '/oauth/token', application, { grant_type: 'refresh_token', refresh_token, ...more });
}

/** Goes the whole way from authorization to tokens. */
export async function connect(
  app: TestApp,
  browser: TestBrowser,
  application: TestApplication,
  parameters: Record<string, string> = {},
): Promise<{ access_token: string; refresh_token: string; id_token?: string }> {
  const { code } = await authorize(browser, application, parameters);
  const answer = await exchange(app, application, code!);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** Calls the API with an access token. */
export function callWith(
  app: TestApp,
  access_token: string,
  path = '/api/v1/logins',
  method = 'GET',
  body?: unknown,
) {
  return app.call(method, path, { headers: { authorization: `Bearer ${access_token}` }, body });
}
