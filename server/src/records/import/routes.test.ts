import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import { assertForbids, assertRefused } from '../../testing/assert-forbids.ts';
import { addTeam } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { CSV, clientsOf, openRequest, PATH, sendCsv } from './testing/import-requests.ts';

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
});
after(() => app.close());
beforeEach(async () => {
  ada = await app.addUser();
  await app.addAccount(ada);
});

const send = (body: string, query = '') => sendCsv(app, ada, body, query);
const clients = (query = '') => clientsOf(app, ada, query);

describe('a request is refused before its body is read', () => {
  test('to all who may not write clients', async () => {
    const team = await addTeam(app);
    const path = `${PATH}?account_uuid=${team.account_uuid}`;
    await assertForbids(app, team, { method: 'POST', path, body: 'Name\nAlpha\n', headers: CSV }, 'member');
    const answers = ['viewer', 'stranger'] as const;
    for (const name of answers) {
      const request = openRequest(app, team[name], { 'content-length': '100000' }, path);
      request.flushHeaders();
      assert.equal(await statusOf(request), name === 'viewer' ? 403 : 404);
    }
  });

  test('with a Content-Length beyond 200 MiB', async () => {
    const request = openRequest(app, ada, { 'content-length': String(200 * 1024 * 1024 + 1) });
    request.flushHeaders();
    assert.equal(await statusOf(request), 413);
  });

  test('with an Idempotency-Key, which says what to do instead', async () => {
    const headers = { ...CSV, 'idempotency-key': 'once' };
    const answer = await app.call('POST', PATH, { as: ada, body: 'Name\nAlpha\n', headers });
    assertRefused(answer, 400, 'header_invalid');
    assert.match(answer.body.detail, /external_id: then the same file can be sent again/);
  });

  test('with another content type than CSV, and CSV is refused everywhere else', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data']) {
      const answer = await app.call('POST', PATH, { as: ada, body: '{}', headers: { 'content-type': type } });
      assertRefused(answer, 415, 'content_type_unsupported', type);
      assert.match(answer.body.detail, /Send the file with Content-Type: text\/csv\.$/);
    }
    const elsewhere = await app.call('POST', '/api/v2/clients', {
      as: ada,
      body: 'Name\nAlpha\n',
      headers: CSV,
    });
    assertRefused(elsewhere, 415, 'content_type_unsupported');
  });

  test('compressed, or in another charset than UTF-8', async () => {
    for (const [type, encoding] of [
      ['text/csv', 'gzip'],
      ['text/csv; charset=latin1', 'identity'],
    ] as const) {
      const headers = { 'content-type': type, 'content-encoding': encoding };
      const answer = await app.call('POST', PATH, { as: ada, body: 'Name\nAlpha\n', headers });
      assertRefused(answer, 415, 'content_type_unsupported');
    }
    assert.equal((await clients()).length, 0);
  });

  test('without a body', async () => {
    assertRefused(await app.call('POST', PATH, { as: ada }), 400, 'csv_invalid');
  });

  test('when four of the same User are under way, until one has ended, and nobody else waits for them', async (t) => {
    const requests = Array.from({ length: 5 }, () => openRequest(app, ada, { 'content-length': '100' }));
    t.after(() => {
      for (const request of requests) request.destroy();
    });
    for (const request of requests) request.on('error', () => {}).write('Name\n');
    const answered = requests.map(async (request) => {
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const { statusCode: status, headers } = response;
      return { request, status, headers, body: JSON.parse(await text(response)) };
    });
    const refused = await Promise.any(answered);
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    assert.match(refused.body.detail, /^You have 4 imports under way\. Nothing was imported/);
    assert.equal(refused.headers['retry-after'], '5');
    const other = await app.addUser();
    await app.addAccount(other);
    const theirs = await app.call('POST', PATH, { as: other, body: 'Name\nAlpha\n', headers: CSV });
    assert.equal(theirs.status, 200);
    requests.find((request) => request !== refused.request)!.destroy();
    await until('a free slot', async () => (await send('')).status === 400);
  });

  const mappings: [string, RegExp][] = [
    [
      'map[Name]=nickname',
      /^map\[Name\] is "nickname", which is not a field\. Fields: kind, name, .*, custom, source_created_at;/,
    ],
    ['map[Name]=name&map[Name]=city', /^map\[Name\] cannot be read\. Write each column once/],
    ['map=name', /^map needs a name in brackets, as in map\[name\]=value/],
    ['map[]=name', /^map\[\] cannot be read/],
    [
      'map[Nam]=name',
      /^The mapping names the column "Nam", which the file does not have\. Its columns are "Name"\./,
    ],
    ['mapping=name', /^mapping is not/],
    ['dry_run=maybe', /^dry_run must be/],
  ];
  for (const [query, fault] of mappings) {
    test(`with the query ${query}`, async () => {
      const answer = await send('Name\nAlpha\n', `?${encodeURI(query)}`);
      assertRefused(answer, 400, 'query_invalid');
      assert.match(answer.body.detail, fault);
      assert.equal((await clients()).length, 0);
    });
  }
});

/** The status of the answer, even if its body breaks off. */
async function statusOf(request: ClientRequest): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  request.once('error', reject).once('response', (response) => resolve(response.statusCode!));
  const status = await promise;
  request.on('error', () => {}).destroy();
  return status;
}

test('a stop ends an import that runs, and its answer says what was done', async () => {
  const other = await startTestApp();
  const bob = await other.addUser();
  const account_uuid = await other.addAccount(bob);
  const rows = Array.from({ length: 100_000 }, (_, at) => `Company ${at}`);
  const answer = sendCsv(other, bob, `Name\n${rows.join('\n')}\n`, `?account_uuid=${account_uuid}`);
  await until('the first Clients', async () => (await clientsOf(other, bob)).length > 0);
  await Promise.all([other.close(), answer]);
  const { status, body } = await answer;
  assert.equal(status, 503);
  const detail =
    /^The import stopped at line (\d+): the service is being stopped\. What was done before is kept: (\d+) created/;
  const [, line, created] = detail.exec(body.detail) ?? assert.fail(body.detail);
  // The header is a line, too.
  assert.equal(Number(line), Number(created) + 2);
  assert.ok(Number(created) > 0 && Number(created) < rows.length);
});
