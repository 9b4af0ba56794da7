import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

test('routes for our own pages refuse other sites before the body is read', async () => {
  const posted = app.routes.filter(({ method, url }) => method === 'POST' && url.startsWith('/web/'));
  assert.ok(posted.length > 6, `only ${posted.length}`);
  // Routes that need a session refuse a request without one, also before its body is read.
  const withSession = [
    '/web/password',
    '/web/email',
    '/web/accounts/:uuid/sample-data',
    '/web/sign-in/confirm',
    ...['setup', 'enable', 'recovery-codes'].map((step) => `/web/second-factor/${step}`),
  ];
  const elsewhere: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    {},
  ];
  for (const { url } of posted) {
    for (const headers of elsewhere) {
      const { status, body } = await app.call('POST', url, { headers, body: '{"broken' });
      const expected = withSession.includes(url) ? [401, 'credentials_missing'] : [403, 'cross_site'];
      assert.deepEqual([status, body.code], expected, `${url} ${JSON.stringify(headers)}`);
    }
  }
});
