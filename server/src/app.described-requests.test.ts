import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type DescribedOperation, exampleRequest, operationsOf } from './testing/described-requests.ts';
import { startTestApp, type TestApp, type TestUser } from './testing/test-app.ts';

// Compares the described requests with the behaviour of the routes, by requests that are valid
// except for one thing.

let app: TestApp;
let ada: TestUser;
/** The described operations of the API. */
let operations: DescribedOperation[];

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  operations = operationsOf(app.description).filter(({ path }) => path.startsWith('/api/'));
});
after(() => app.close());

/**
 * Sends the example request with a token, and with an extra query or headers. Returns the code of
 * the refusal.
 */
async function codeOf(operation: DescribedOperation, query = '', headers = {}): Promise<string | undefined> {
  const example = exampleRequest(app.description, operation);
  const path = example.path + (example.path.includes('?') ? query.replace('?', '&') : query);
  const answer = await app.call(operation.method, path, {
    as: ada,
    body: example.body,
    headers: { ...example.headers, ...headers },
  });
  return answer.body?.code;
}

test('an Idempotency-Key is described exactly where it is used', async () => {
  for (const described of operations.filter(({ method }) => method === 'POST')) {
    const { name, operation } = described;
    // The import refuses every key, and says what to do instead.
    if (name.endsWith('/import')) continue;
    const code = await codeOf(described, '', { 'idempotency-key': 'k'.repeat(256) });
    const isDescribed = operation.parameters?.some((parameter) => parameter.name === 'Idempotency-Key');
    assert.equal(code === 'header_invalid', isDescribed ?? false, name);
  }
});

test('a query parameter that is not described is refused', async () => {
  for (const described of operations) {
    assert.equal(await codeOf(described, '?surprise=1'), 'query_invalid', described.name);
  }
});

test('every list takes a limit and a cursor, also a short list without further pages', async () => {
  const lists = operations.filter(({ method, operation }) => {
    const ok = operation.responses['200'] as {
      content?: Record<string, { schema: { properties?: object } }>;
    };
    return method === 'GET' && 'next_cursor' in (ok?.content?.['application/json']?.schema.properties ?? {});
  });
  assert.ok(lists.length > 12, `only ${lists.length}`);
  for (const described of lists) {
    // Reading these deliveries leases them, so a second read would not list them.
    if (described.path === '/api/v2/webhook-relays/{uuid}/deliveries') continue;
    assert.notEqual(await codeOf(described, '?limit=200'), 'query_invalid', described.name);
    const names = described.operation.parameters?.map(({ name }) => name) ?? [];
    assert.ok(names.includes('cursor') || names.includes('after'), described.name);
  }
});

test('a body that is not described is refused, unless it is an empty object', async () => {
  const bodiless = operations.filter(({ method, operation }) => method !== 'GET' && !operation.requestBody);
  assert.ok(bodiless.length > 10, `only ${bodiless.length}`);
  for (const described of bodiless) {
    const { path, headers } = exampleRequest(app.description, described);
    for (const body of ['{"a":1}', '[]', '1', 'null', '{}']) {
      const answer = await app.call(described.method, path, { as: ada, body, headers });
      const isRefused = /^This request takes no body/.test(answer.body?.detail);
      assert.equal(isRefused, body !== '{}', `${described.name} ${body}`);
      if (isRefused) assert.deepEqual([answer.status, answer.body.code], [422, 'fields_invalid']);
    }
  }
});

test('an empty body of any content type is no body', async () => {
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream'];
  const bodiless = operations.filter(({ method, operation }) => method !== 'GET' && !operation.requestBody);
  for (const described of bodiless) {
    const { path, headers } = exampleRequest(app.description, described);
    for (const type of types) {
      const typed = { ...headers, 'content-type': type };
      const answer = await app.call(described.method, path, { as: ada, headers: typed });
      assert.notEqual(answer.status, 415, `${described.name} ${type}`);
    }
  }
});

test('operations that need a browser session are described so, and no others', async () => {
  let forPeople = 0;
  for (const described of operations) {
    const code = await codeOf(described);
    if (code === 'session_required') forPeople++;
    const isDescribed = /^Only for a User who (is signed in\.|has given their password)/.test(
      described.operation.description ?? '',
    );
    // A missing record is 404 for a token, too. takeover.test.ts covers existing ones.
    const isMissing = code === 'not_found' && described.path.includes('{uuid}');
    if (isDescribed && isMissing) continue;
    assert.equal(isDescribed, code === 'session_required', described.name);
  }
  assert.ok(forPeople > 5, `only ${forPeople}`);
});
