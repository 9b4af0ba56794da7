import { TEST_PASSWORD, type TestApp, type TestUser } from './test-app.ts';

/** The headers that our pages send from a browser in which the User has just signed in. */
export async function sessionHeaders(app: TestApp, { email }: TestUser): Promise<Record<string, string>> {
  const headers = { origin: app.base_url };
  const answer = await app.call('POST', '/web/sign-in', {
    headers,
    body: { email, password: TEST_PASSWORD },
  });
  return { cookie: answer.headers.getSetCookie()[0]!.split(';')[0]!, 'sec-fetch-site': 'same-origin' };
}
