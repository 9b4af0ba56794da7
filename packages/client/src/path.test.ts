import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connect } from './connect.ts';

const OTHER = 'webhook-subscriptions/01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64';

/** Returns the paths of the requests that `work` makes. */
async function pathsOf(work: (rapport: ReturnType<typeof connect>) => Promise<unknown>): Promise<string[]> {
  const paths: string[] = [];
  const fetch = async (url: unknown) => {
    paths.push(new URL(String(url)).pathname);
    return Response.json({ data: {} });
  };
  await work(connect({ baseUrl: 'https://crm.example.com', token: 't', fetch }));
  return paths;
}

describe('an argument that is no uuid', () => {
  for (const [name, work, path] of [
    ['a path', (r) => r.clients.delete(`../${OTHER}`), `/clients/..%2F${encodeURIComponent(OTHER)}`],
    ['two dots', (r) => r.clients.delete('..'), '/clients/%252E%252E'],
    ['a dot', (r) => r.logins.retrieve('.'), '/logins/%252E'],
    ['dots in the middle', (r) => r.clients.restore('..'), '/clients/%252E%252E/restore'],
    ['a query', (r) => r.grants.delete('a?b#c'), '/grants/a%3Fb%23c'],
  ] as [string, Parameters<typeof pathsOf>[0], string][]) {
    it(`stays one segment of the path when it is ${name}`, async () => {
      assert.deepEqual(await pathsOf(work), [`/api/v2${path}`]);
    });
  }
});
