import { operator } from '../access/caller.ts';
import { createClient } from '../oauth/clients/actions.ts';
import { TestBrowser } from './browser.ts';
import { orThrow } from './or-throw.ts';
import { type Answer, TEST_PASSWORD, type TestApp, type TestUser } from './test-app.ts';

export type TestClient = { client_id: string; client_secret: string; redirect_uri: string };

const REDIRECT_URI = 'https://app.example.com/callback?tenant=7';

/** A registered application. */
export async function addClient(
  app: TestApp,
  details: {
    name?: string;
    redirect_urls?: string[];
    allowed_origins?: string[];
    require_pkce?: boolean;
    id_token_signed_response_alg?: 'RS256' | 'ES256';
  } = {},
): Promise<TestClient> {
  const client = await createClient(app, operator('test'), {
    name: details.name ?? 'Ledger Sync',
    company: 'Ledger Ltd',
    email: 'dev@ledger.example',
    redirect_urls: details.redirect_urls ?? [REDIRECT_URI],
    allowed_origins: details.allowed_origins,
    require_pkce: details.require_pkce,
    id_token_signed_response_alg: details.id_token_signed_response_alg,
  });
  const { client_id, client_secret, redirect_urls } = orThrow(client);
  return { client_id, client_secret, redirect_uri: redirect_urls[0]! };
}

export async function signedIn(app: TestApp, user: TestUser): Promise<TestBrowser> {
  const browser = new TestBrowser(app.base_url);
  await browser.signIn({ email: user.email, password: TEST_PASSWORD });
  return browser;
}

export function authorizeUrl(client: TestClient, parameters: Record<string, string> = {}): string {
  const { client_id, redirect_uri } = client;
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

/** Goes through the authorization in a signed-in browser, allowing it where asked; returns the parameters of the answer. */
export async function authorize(
  browser: TestBrowser,
  client: TestClient,
  parameters: Record<string, string> = {},
): Promise<Record<string, string>> {
  let visit = await browser.follow(await browser.get(authorizeUrl(client, parameters)));
  if (visit.location === null) visit = await browser.submit(visit, { decision: 'allow' });
  if (visit.location === null) throw new Error(`There was no redirect:\n${visit.text}`);
  return Object.fromEntries(new URL(visit.location).searchParams);
}

/** Posts a form to an endpoint, with the application's credentials in the body. */
export async function postForm(
  app: Pick<TestApp, 'base_url'>,
  path: string,
  client: TestClient | null,
  fields: Record<string, string>,
): Promise<Answer> {
  const credentials: Record<string, string> = client
    ? { client_id: client.client_id, client_secret: client.client_secret }
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
  client: TestClient,
  code: string,
  more: Record<string, string> = {},
): Promise<Answer> {
  const fields = { grant_type: 'authorization_code', code, redirect_uri: client.redirect_uri, ...more };
  return postForm(app, '/oauth/token', client, fields);
}

export function refresh(
  app: Pick<TestApp, 'base_url'>,
  client: TestClient,
  refresh_token: string,
  more: Record<string, string> = {},
): Promise<Answer> {
  return postForm(app, '/oauth/token', client, { grant_type: 'refresh_token', refresh_token, ...more });
}

/** The whole way to tokens. */
export async function connect(
  app: TestApp,
  browser: TestBrowser,
  client: TestClient,
  parameters: Record<string, string> = {},
): Promise<{ access_token: string; refresh_token: string; id_token?: string }> {
  const { code } = await authorize(browser, client, parameters);
  const answer = await exchange(app, client, code!);
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
