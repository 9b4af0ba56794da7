import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startChromium } from '../testing/chromium.ts';
import { startTestApp, TEST_PASSWORD } from '../testing/test-app.ts';

test('a page that reaches this machine by a name of its own cannot sign up the first User; every name of loopback can', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const chromium = await startChromium(['--host-resolver-rules=MAP evil.example 127.0.0.1']);
  t.after(() => chromium.close());
  const { port } = new URL(app.base_url);
  const details = { name: 'Eve', email: 'eve@example.com', password: TEST_PASSWORD, account_name: 'Evil' };
  const signUpFrom = async (host: string) => {
    const page = await chromium.newPage();
    await page.goto(`http://${host}:${port}/healthz`);
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...details, sample_data: false }),
    };
    const signUp = `fetch('/web/first-run', ${JSON.stringify(init)}).then(async (answer) => [answer.status, await answer.text()])`;
    const [status, text] = (await page.evaluate(signUp)) as [number, string];
    return text === '' ? status : JSON.parse(text).code;
  };
  assert.equal(await signUpFrom('evil.example'), 'cross_site');
  assert.equal(await signUpFrom('127.0.0.1'), 204);
  assert.equal(await signUpFrom('localhost'), 'conflict');
});
