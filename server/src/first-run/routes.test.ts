import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, TEST_PASSWORD } from '../testing/test-app.ts';

test('the first User and the Account need a visible name', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const signUp = (names: { name: string; account_name: string }) => {
    const body = { ...names, email: 'ada@example.com', password: TEST_PASSWORD, sample_data: false };
    return app.call('POST', '/web/first-run', { headers: { origin: app.base_url }, body });
  };
  const refused = await signUp({ name: ' \u00a0', account_name: ' ' });
  assert.deepEqual(
    [refused.status, refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)],
    [422, ['/name', '/account_name']],
  );
  assert.equal((await signUp({ name: 'Ada', account_name: 'Engines' })).status, 204);
});
