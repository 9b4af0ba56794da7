import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describedAnswers, type Operation } from './described-answers.ts';

const answering = (type: string): Operation => ({
  responses: { 200: { content: { 'application/json': { schema: { type } } } } },
});
const answeringWith = (responses: Operation['responses']) => ({ get: { responses } });
const compare = describedAnswers({
  paths: {
    '/api/v2/clients/{uuid}': { get: answering('object') },
    '/api/v2/clients/import': { post: answering('integer') },
    '/api/v2/{room}/import': { post: answering('string') },
  },
  components: { schemas: {} },
});
const answer = (body: unknown, status = 200) => ({ status, content_type: 'application/json', body });

test('an answer is compared with the operation of its method and path, literal paths before patterns', () => {
  assert.equal(compare('POST', '/api/v2/clients/import?dry_run=true', answer(7)), null);
  assert.match(compare('POST', '/api/v2/clients/import', answer('7'))!, /not as described: data must be/);
  assert.equal(compare('POST', '/api/v2/notes/import', answer('7')), null);
  assert.equal(compare('GET', '/api/v2/clients/import', answer({})), null);
});

test('an answer to HEAD is compared with GET, without the body', () => {
  assert.equal(compare('HEAD', '/api/v2/clients/7', answer(null)), null);
  assert.match(compare('HEAD', '/api/v2/clients/7', answer({}))!, /with a body/);
  assert.match(compare('HEAD', '/api/v2/clients/7', answer(null, 418))!, /does not list/);
});

test('an answer needs the headers in its description', () => {
  const created = { headers: { location: {} }, content: { 'application/json': { schema: {} } } };
  const creating = describedAnswers({
    paths: { '/api/v2/clients': { post: { responses: { 201: created } } } },
    components: { schemas: {} },
  });
  const seen = { ...answer({}, 201), headers: new Headers() };
  assert.match(creating('POST', '/api/v2/clients', seen)!, /answered 201 without location/);
  seen.headers.set('location', '/api/v2/clients/7');
  assert.equal(creating('POST', '/api/v2/clients', seen), null);
});

test('an ETag and its 304 must be described', () => {
  const etag = { etag: {} };
  const reading = describedAnswers({
    paths: {
      '/api/v2/accounts': answeringWith({ 200: {} }),
      '/api/v2/clients': answeringWith({ 200: { headers: etag }, 304: { headers: etag } }),
    },
    components: { schemas: {} },
  });
  const seen = (status: number, body: unknown = null) => ({
    ...answer(body, status),
    headers: new Headers({ etag: '"1"' }),
  });
  assert.match(reading('GET', '/api/v2/accounts', seen(200))!, /with an ETag, which is not described/);
  assert.match(
    reading('GET', '/api/v2/accounts', seen(304))!,
    /answered 304, which its description does not/,
  );
  for (const status of [200, 304]) assert.equal(reading('GET', '/api/v2/clients', seen(status)), null);
  assert.match(reading('GET', '/api/v2/clients', seen(304, {}))!, /answered 304 with application\/json/);
});

test('an answer without a described operation is a fault, except 404 and 405', () => {
  assert.match(compare('POST', '/api/v2/clients/7', answer({}))!, /no operation/);
  assert.match(compare('GET', '/api/v3/clients', answer({}, 400))!, /no operation/);
  assert.equal(compare('POST', '/api/v2/clients/7', answer({}, 405)), null);
  assert.equal(compare('GET', '/api/v3/clients', answer({}, 404)), null);
});

test('pages, OAuth and the routes for operators need no description', () => {
  for (const path of ['/web/sign-in', '/oauth/jwks', '/healthz', '/docs', '/api/openapi.json']) {
    assert.equal(compare('GET', path, answer({})), null, path);
  }
});
