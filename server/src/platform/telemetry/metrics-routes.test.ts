import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../testing/test-app.ts';

test('/metrics asks for its token where one is set', async (t) => {
  const app = await startTestApp({ metrics_token: 'a token of twenty' });
  t.after(() => app.close());
  const read = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    return (await fetch(`${app.base_url}/metrics`, { headers })).status;
  };
  assert.deepEqual(
    [await read(), await read('Bearer another'), await read('Bearer a token of twenty')],
    [401, 401, 200],
  );
});

test('many requests to many routes leave a bounded number of series', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const count = async () => {
    const text = await (await fetch(`${app.base_url}/metrics`)).text();
    return text.split('\n').filter((line) => line.startsWith('rapport_http_')).length;
  };
  const paths = ['clients', 'deals', 'tasks', 'nowhere'].flatMap((kind) =>
    ['', '/1', '/2?x=1', '/3/events'].map((rest) => `/api/v2/${kind}${rest}`),
  );
  for (const path of paths) await fetch(`${app.base_url}${path}`);
  // The first look counts itself afterwards.
  await count();
  const before = await count();
  for (const path of paths) await fetch(`${app.base_url}${path}`);
  assert.equal(await count(), before);
  assert.ok(before < 80, `${before} series`);
});
