import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { REPORT_NAMES } from '@rapport/contract/reports';
import type { Description, Operation } from '../../../server/src/testing/described-answers.ts';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { connect } from './connect.ts';
import { List } from './list.ts';

const LEFT_OUT = [
  // The same list as GET /api/v2/logins.
  'GET /api/v1/logins',
  // Only for the browser's session.
  'GET /api/v2/browser-sessions',
  'DELETE /api/v2/browser-sessions',
  'DELETE /api/v2/browser-sessions/current',
  'DELETE /api/v2/browser-sessions/{uuid}',
  'PATCH /api/v2/me',
  'POST /api/v2/accounts/{uuid}/logins',
  'POST /api/v2/pending-logins/{uuid}/accept',
  'DELETE /api/v2/pending-logins/{uuid}',
  'PATCH /api/v2/logins/{uuid}',
  'DELETE /api/v2/logins/{uuid}',
  'POST /api/v2/accounts/{uuid}/invitations',
  'DELETE /api/v2/invitations/{uuid}',
  'DELETE /api/v2/accounts/{uuid}/personal-access-tokens/{token_uuid}',
  'DELETE /api/v2/accounts/{uuid}/grants/{grant_uuid}',
  'POST /api/v2/invitations/{uuid}/link',
  'DELETE /api/v2/accounts/{uuid}',
  'GET /api/v2/accounts/{uuid}/access',
  'PUT /api/v2/accounts/{uuid}/access',
  'POST /api/v2/accounts/{uuid}/access/preview',
  ...(RECORDS as readonly RecordDefinition[])
    .filter(({ seen_by }) => seen_by)
    .map(({ path }) => `GET ${path}/{uuid}/access`),
  // Set up once, on the pages.
  'GET /api/v2/mails/{uuid}/html',
  'GET /api/v2/mails/{uuid}/attachments/{number}/content',
  'GET /api/v2/mail-threads/{uuid}/deals',
  'POST /api/v2/mail-files',
  'PUT /api/v2/mail-threads/{uuid}/deals/{deal_uuid}',
  'DELETE /api/v2/mail-threads/{uuid}/deals/{deal_uuid}',
  'GET /api/v2/mailboxes',
  'POST /api/v2/mailboxes',
  'GET /api/v2/mailboxes/{uuid}',
  'PATCH /api/v2/mailboxes/{uuid}',
  'DELETE /api/v2/mailboxes/{uuid}',
  'POST /api/v2/mailboxes/check',
  'POST /api/v2/mailboxes/{uuid}/sync',
  'POST /api/v2/mailboxes/authorize',
  'POST /api/v2/mailboxes/authorized',
  'POST /api/v2/mailboxes/{uuid}/authorize',
  'GET /api/v2/mail-drop-boxes',
  'POST /api/v2/mail-drop-boxes',
  'GET /api/v2/mail-drop-boxes/{uuid}',
  'DELETE /api/v2/mail-drop-boxes/{uuid}',
  'GET /api/v2/held-mails',
  'GET /api/v2/held-mails/{uuid}',
  'POST /api/v2/held-mails/{uuid}/keep',
  'DELETE /api/v2/held-mails/{uuid}',
  'GET /api/v2/mail-exclusions',
  'POST /api/v2/mail-exclusions',
  'GET /api/v2/mail-exclusions/{uuid}',
  'DELETE /api/v2/mail-exclusions/{uuid}',
  'POST /api/v2/accounts/{uuid}/handovers',
  'GET /api/v2/accounts/{uuid}/kept-owners',
  'POST /api/v2/accounts/{uuid}/kept-owners/assign',
  'POST /api/v2/accounts/{uuid}/kept-owners/decline',
  'GET /api/v2/teams',
  'POST /api/v2/teams',
  'GET /api/v2/teams/{uuid}',
  'PATCH /api/v2/teams/{uuid}',
  'DELETE /api/v2/teams/{uuid}',
  'GET /api/v2/deleted-accounts',
  'POST /api/v2/deleted-accounts/{uuid}/restore',
  'POST /api/v2/proposals/{uuid}/accept',
  'POST /api/v2/proposals/{uuid}/decline',
  'POST /api/v2/exports',
  'GET /api/v2/exports/{uuid}/file',
  'POST /api/v2/personal-access-tokens',
  'POST /api/v2/personal-access-tokens/{uuid}/rotate',
  'GET /api/v2/calendar-feeds',
  'POST /api/v2/calendar-feeds',
  'GET /api/v2/calendar-feeds/{uuid}',
  'PATCH /api/v2/calendar-feeds/{uuid}',
  'DELETE /api/v2/calendar-feeds/{uuid}',
  // Files, which may be too long for memory: download them with the token.
  ...RECORDS.map(({ path }) => `GET ${path}.csv`),
  ...REPORT_NAMES.map((name) => `GET /api/v2/reports/${name}.csv`),
  'POST /api/v2/custom-fields/preview.csv',
  'GET /api/v2/files/{uuid}/content',
  'GET /api/v2/files/{uuid}/thumbnail',
  // A picture that a browser makes.
  'PUT /api/v2/files/{uuid}/thumbnail',
  // A stream that does not end: read it with an EventSource or by `fetch`.
  'GET /api/v2/live',
  // Anybody who finds a leaked token reports it here, without a token of their own.
  'POST /api/v2/token-leaks',
];

const UUID = '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64';

let app: TestApp;
let paths: Description['paths'];
before(async () => {
  app = await startTestApp();
  const described: Description = (await app.call('GET', '/api/openapi.json')).body;
  // oauth.server.test.ts checks the OAuth endpoints, which have a module of their own.
  paths = Object.fromEntries(Object.entries(described.paths).filter(([path]) => path.startsWith('/api/')));
});
after(() => app.close());

describe('the functions', () => {
  it('call every endpoint of the API description, and nothing else', async () => {
    const called = await callAll(() => Response.json({ data: [{}], next_cursor: null }));
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = described.filter((endpoint) => !LEFT_OUT.includes(endpoint));
    assert.deepEqual([...new Set(called.map(({ endpoint }) => endpoint))].sort(), expected.sort());
  });

  it('ask for the next page of a list with the parameter that its description names', async () => {
    const called = await callAll(({ query }) =>
      query.has('cursor') || query.has('after')
        ? Response.json({ data: [], next_cursor: null })
        : Response.json({ data: [{}], next_cursor: UUID }),
    );
    for (const [path, { get }] of Object.entries(paths)) {
      const said = get && nextCursorOf(get);
      if (said === undefined || said.startsWith('Always null') || LEFT_OUT.includes(`GET ${path}`)) continue;
      const parameter = /^Send it as (\w+)/.exec(said)![1]!;
      assert.ok(
        get!.parameters!.some(({ name }) => name === parameter),
        `${path} has no ${parameter}`,
      );
      const isSent = called.some(
        ({ endpoint, query }) => endpoint === `GET ${path}` && query.get(parameter) === UUID,
      );
      assert.ok(isSent, `${path} is not asked for ${parameter}`);
    }
  });

  it('retry every POST that takes an Idempotency-Key, with the same key, and no other POST', async () => {
    const keys = new Map<string, Set<string | null>>();
    const called = await callAll(({ endpoint, headers }) => {
      const key = headers.get('idempotency-key');
      const isFirst = !keys.has(endpoint);
      keys.set(endpoint, (keys.get(endpoint) ?? new Set()).add(key));
      return isFirst && endpoint.startsWith('POST')
        ? Response.json({ code: 'unavailable' }, { status: 503, headers: { 'retry-after': '0' } })
        : Response.json({ data: [{}], next_cursor: null });
    });
    const endpoints = called
      .map(({ endpoint }) => endpoint)
      .filter((endpoint) => endpoint.startsWith('POST'));
    const repeated = endpoints.filter((endpoint, index) => endpoints.indexOf(endpoint) < index);
    const takesKey = Object.entries(paths)
      .filter(([, { post }]) => post?.parameters?.some(({ name }) => name === 'Idempotency-Key'))
      .map(([path]) => `POST ${path}`)
      .filter((endpoint) => !LEFT_OUT.includes(endpoint));
    assert.deepEqual(repeated.sort(), takesKey.sort());
    for (const endpoint of repeated) assert.equal(keys.get(endpoint)!.size, 1, endpoint);
  });
});

/**
 * Returns the description of `next_cursor` in an answer, or undefined for an answer without one.
 */
function nextCursorOf({ responses }: Operation): string | undefined {
  const { schema } = Object.values(responses['200']!.content!)[0]!;
  // A file has no properties.
  const { properties = {} } = schema as { properties?: Record<string, { description: string }> };
  return properties.next_cursor?.description;
}

type Called = { endpoint: string; query: URLSearchParams; headers: Headers };

/** Calls every function of the client, and returns the requests that they make. */
async function callAll(answer: (asked: Called) => Response): Promise<Called[]> {
  const called: Called[] = [];
  const record: typeof fetch = async (url, init) => {
    const { pathname, searchParams: query } = new URL(String(url));
    const endpoint = `${init?.method} ${pathname.replace(UUID, '{uuid}')}`;
    const asked = { endpoint, query, headers: new Headers(init?.headers) };
    called.push(asked);
    return answer(asked);
  };
  const { request: _, ...rapport } = connect({ baseUrl: 'http://rapport.test', token: 'any', fetch: record });
  const visit = async (value: unknown): Promise<void> => {
    if (typeof value === 'function') {
      // A uuid serves for every required argument.
      const result = value(...Array(value.length).fill(UUID));
      // A POST without a retry rejects with the refusal, which this test expects.
      if (result instanceof List) await result.toArray();
      else await result?.catch?.(() => {});
      return;
    }
    for (const inner of Object.values(value as object)) await visit(inner);
  };
  await visit(rapport);
  return called;
}
