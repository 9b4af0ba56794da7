import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { connect } from './connect.ts';
import { List } from './list.ts';

/** The same as another one. */
const LEFT_OUT = [
  'GET /api/v1/logins',
  // Only for the browser's session.
  'GET /api/v2/browser-sessions',
  'DELETE /api/v2/browser-sessions',
  'DELETE /api/v2/browser-sessions/current',
  'DELETE /api/v2/browser-sessions/{uuid}',
  'POST /api/v2/personal-access-tokens',
  'POST /api/v2/personal-access-tokens/{uuid}/rotate',
  // For whoever finds a token, who has none to connect with.
  'POST /api/v2/token-leaks',
];

const UUID = '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe('the functions', () => {
  it('call every endpoint of the API description, and nothing else', async () => {
    const { body: description } = await app.call('GET', '/api/openapi.json');
    const described = Object.entries<object>(description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = described.filter((endpoint) => !LEFT_OUT.includes(endpoint));
    assert.deepEqual([...new Set(await calledEndpoints())].sort(), expected.sort());
  });
});

/** Calls every function with a fetch that only writes down what it is asked for. */
async function calledEndpoints(): Promise<string[]> {
  const called: string[] = [];
  const record: typeof fetch = async (url, init) => {
    called.push(`${init?.method} ${new URL(String(url)).pathname.replace(UUID, '{uuid}')}`);
    return Response.json({ data: [], next_cursor: null });
  };
  const { request: _, ...rapport } = connect({ baseUrl: 'http://rapport.test', token: 'any', fetch: record });
  const visit = async (value: unknown): Promise<void> => {
    if (typeof value === 'function') {
      // As many arguments as it insists on: uuids do for all of them.
      const result = value(...Array(value.length).fill(UUID));
      if (result instanceof List) await result.toArray();
      else await result;
      return;
    }
    for (const inner of Object.values(value as object)) await visit(inner);
  };
  await visit(rapport);
  return called;
}
