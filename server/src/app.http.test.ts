import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allowedMethods } from './platform/http/server/route-table.ts';
import { assertRefused } from './testing/assert-forbids.ts';
import { RawSender } from './testing/broken-requests.ts';
import { isPageOrOAuth } from './testing/described-answers.ts';
import { guardedRoutes } from './testing/guarded-routes.ts';
import { assertProblemDocument } from './testing/problem-documents.ts';
import { type Answer, startTestApp, type TestApp, type TestUser } from './testing/test-app.ts';

/** More than any route takes as JSON, and less than those that take files. */
const BODY_BYTES = 2 * 1024 * 1024;

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  const account_uuid = await app.addAccount(ada);
  await app.call('POST', '/api/v2/clients', { as: ada, body: { account_uuid, name: 'Lovelace Engines' } });
});
after(() => app.close());

test('every answer has the X-Request-Id of the request, or one of ours if that is unusable', async () => {
  for (const [method, url] of app.routes.map(({ method, url }) => [method, url] as const)) {
    const given = await ask(method, url, { headers: { 'x-request-id': 'order-4711' } });
    assert.equal(given.headers.get('x-request-id'), 'order-4711', `${method} ${url}`);
    const insane = await ask(method, url, { headers: { 'x-request-id': 'a b "c"' } });
    assert.match(insane.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/, `${method} ${url}`);
  }
});

test('every route of the API answers 406 to callers who do not accept JSON', async () => {
  for (const [method, url] of guardedRoutes(app)) {
    const refused = await ask(method, url, { as: ada, headers: { accept: 'text/html' } });
    assert.equal(refused.status, 406, `${method} ${url}`);
    if (method !== 'HEAD') assertRefused(refused, 406, 'not_acceptable', url);
    const taken = await ask(method, url, { as: ada, headers: { accept: 'text/html, */*;q=0.1' } });
    assert.notEqual(taken.status, 406, `${method} ${url}`);
  }
});

test('every route with a body answers 415 to other content types, and 413 to more than one MiB of JSON', async () => {
  for (const [method, url] of guardedRoutes(app).filter(([method]) =>
    ['POST', 'PATCH', 'PUT'].includes(method),
  )) {
    const xml = { 'content-type': 'application/xml' };
    const refused = await ask(method, url, { as: ada, headers: xml, body: '<a/>' });
    assertRefused(refused, 415, 'content_type_unsupported', `${method} ${url}`);
    if (!takesJson(method, url)) continue;
    const large = await ask(method, url, { as: ada, body: { name: 'x'.repeat(1024 * 1024) } });
    assertRefused(large, 413, 'body_too_large', `${method} ${url}`);
  }
});

const FORM_ENDPOINTS = ['/oauth/token', '/oauth/revoke', '/oauth/introspect'];

test('no route waits for a long body of a User who may write nowhere', async () => {
  const { token } = await app.addUser();
  const sender = new RawSender(app, token, '');
  const withBodies = sender
    .routes()
    .filter(({ type }) => !['', 'application/x-www-form-urlencoded'].includes(type));
  assert.ok(withBodies.length > 80, String(withBodies.length));
  for (const route of withBodies) {
    const whole = sender.bytesOf({ ...route, body: Buffer.alloc(BODY_BYTES) });
    const line = await sender.statusLineOf(whole.subarray(0, -BODY_BYTES));
    assert.match(line, /^HTTP\/1\.1 4/, `${route.method} ${route.url}`);
  }
});

test('every path answers 405 to other methods, with its own methods in Allow', async () => {
  for (const url of new Set(app.routes.map((route) => route.url).filter((url) => !url.includes('*')))) {
    const methods = allowedMethods(app.routes, withUuid(url));
    for (const method of ['PUT', 'OPTIONS', 'PATCH', 'DELETE', 'POST'].filter(
      (verb) => !methods.includes(verb),
    )) {
      const refused = await ask(method, url, { as: ada });
      if (FORM_ENDPOINTS.includes(url)) {
        // OAuth programs understand no other form (RFC 6749 §5.2).
        assert.deepEqual([refused.status, refused.body.error], [405, 'invalid_request'], url);
        assert.match(refused.body.error_description, /POST/);
      } else assertRefused(refused, 405, 'method_not_allowed', `${method} ${url}`);
      assert.deepEqual(refused.headers.get('allow')?.split(', ').sort(), methods.sort(), url);
    }
  }
});

test('HEAD answers like GET, without the body', async () => {
  const gets = app.routes.filter(
    ({ method, url }) => method === 'GET' && !url.includes('*') && !isPageOrOAuth(url),
  );
  for (const { url } of gets) {
    const [head, get] = [await ask('HEAD', url, { as: ada }), await ask('GET', url, { as: ada })];
    assert.deepEqual([head.status, head.body], [get.status, null], url);
    for (const name of ['content-type', 'etag'])
      assert.equal(head.headers.get(name), get.headers.get(name), url);
  }
});

test('an unknown address answers 404, also without a token', async () => {
  for (const path of ['/api/v2/nothing', '/api/v3/clients', '/nothing', '//', '/api/v2/clients/a/b']) {
    assertRefused(await app.call('GET', path), 404, 'not_found', path);
  }
});

test('a path with a needless slash at its end is refused with that reason', async () => {
  const client = withUuid('clients/:uuid');
  for (const path of ['clients/', 'event-types/', `${client}/`, `${client}/events/`]) {
    const refused = await app.call('GET', `/api/v2/${path}?limit=1`, { as: ada });
    assertRefused(refused, 404, 'not_found', path);
    assert.equal(refused.body.detail, `There is nothing at /api/v2/${path}. Leave out the slash at its end.`);
  }
});

/** Requests a route with a made-up uuid in its path. A refusal must be a valid problem document. */
async function ask(
  method: string,
  url: string,
  options: { as?: TestUser; headers?: Record<string, string>; body?: unknown },
): Promise<Answer> {
  const answer = await app.call(method, withUuid(url).replace('*', 'x'), options);
  const { status, headers, body } = answer;
  const said = { status, content_type: headers.get('content-type'), request_id: headers.get('x-request-id') };
  if (status >= 400 && method !== 'HEAD' && !isPageOrOAuth(url)) assertProblemDocument({ ...said, body });
  return answer;
}

function withUuid(url: string): string {
  return url.replace(':uuid', '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64');
}

function takesJson(method: string, url: string): boolean {
  const operation = app.description.paths[url.replace(':uuid', '{uuid}')]?.[method.toLowerCase()];
  return 'application/json' in (operation?.requestBody?.content ?? {});
}
