import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EVENT_NAMES } from '@rapport/contract/events';
import { AccountToWrite } from '@rapport/contract/fields';
import { filterName, operatorsOf } from '@rapport/contract/list-definition';
import { PROBLEMS } from '@rapport/contract/problems';
import { RECORDS } from '@rapport/contract/records/all';
import { CLIENT } from '@rapport/contract/records/clients';
import { operatorsOfDeclared } from '@rapport/contract/records/declared-fields';
import { Validator } from '@seriousme/openapi-schema-validator';
import { exampleOf, sampleOf } from './events/catalogue.ts';
import { type Description, makeAjv, referenceTo, withRefusals } from './testing/described-answers.ts';
import { bodiesOf, type DescribedOperation, operationsOf, resolve } from './testing/described-requests.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

type Body = { properties?: Record<string, { description?: string }> };

let app: TestApp;
let published: Description;
/** The same with each shared refusal in its place. */
let description: Description;
let operations: DescribedOperation[];

before(async () => {
  app = await startTestApp();
  published = (await app.call('GET', '/api/openapi.json')).body;
  description = withRefusals(published);
  operations = operationsOf(description);
});
after(() => app.close());

test('the description is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(published));
  assert.ok(result.valid, JSON.stringify(result, null, 2));
  assert.equal(validator.version, '3.1');
});

test('refusals are described once: operations refer to those that are the same', () => {
  const shared = Object.keys(published.components.responses!);
  for (const name of ['NotFound', 'Forbidden', 'InsufficientScope', 'TooManyRequests', 'Refusal'])
    assert.ok(shared.includes(name), name);
  const refusals = operationsOf(published).flatMap(({ operation }) =>
    Object.entries(operation.responses).filter(([status]) => /^[45d]/.test(status)),
  );
  const referring = refusals.filter(([, refusal]) => '$ref' in refusal);
  assert.ok(referring.length > refusals.length * 0.97, `${referring.length} of ${refusals.length}`);
});

const NOT_DESCRIBED = [
  // It takes the form of the consent page, or an authorization request like the described GET.
  'POST /oauth/authorize',
];

test('exactly the routes of the API and of OAuth are described', () => {
  const routes = app.routes
    .filter(({ url, method }) => /^\/(api\/v\d|oauth|\.well-known)\//.test(url) && method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
    .filter((route) => !NOT_DESCRIBED.includes(route));
  assert.deepEqual(operations.map(({ name }) => name).sort(), routes.sort());
});

test('every operation has a summary, a tag, and a unique operationId of a verb and a noun', () => {
  const ids = operations.map(({ operation }) => operation.operationId ?? '');
  for (const { name, operation } of operations) {
    assert.match(operation.summary ?? '', /^[A-Z]/, `${name} has no summary`);
    assert.match(
      operation.operationId ?? '',
      /^[a-z]+[A-Z]\w+$/,
      `${name} has no operationId such as listClients`,
    );
    assert.equal((operation as { tags?: string[] }).tags?.length, 1, `${name} has no tag`);
  }
  assert.equal(new Set(ids).size, ids.length, `an operationId stands twice: ${ids.sort()}`);
});

test('an Account that may be left out is described in one way wherever something is made', () => {
  const meant: string = (AccountToWrite as { description?: string }).description!;
  // An undo says of which Account the change was.
  const making = operations.filter(({ operation }) => operation.operationId !== 'undoChange');
  const found = making.flatMap(({ name, method, operation }) => {
    const bodies = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema);
    const properties = bodies.map((body) => (resolve(description, body) as Body).properties?.account_uuid);
    const inQuery = method === 'GET' ? [] : (operation.parameters ?? []);
    const said = [...properties, ...inQuery.filter((one) => one.name === 'account_uuid')];
    return said.flatMap((one) => (one ? [`${one.description} ${name}`] : []));
  });
  assert.ok(found.length > 15, String(found.length));
  const others = found.filter((text) => !text.startsWith(`${meant} `));
  assert.deepEqual(others, []);
});

test('every parameter is described', () => {
  for (const { name, operation } of operations) {
    for (const parameter of operation.parameters ?? []) {
      assert.ok(parameter.description, `${name}: ${parameter.in} parameter ${parameter.name}`);
    }
  }
});

test('every operation of the API describes its success and its refusals', () => {
  for (const { name, operation } of operations.filter(({ at }) => at[1]!.startsWith('/api/'))) {
    const statuses = Object.keys(operation.responses);
    assert.ok(
      statuses.some((status) => /^2\d\d$/.test(status)),
      name,
    );
    // Everybody may report a found token, without a token of their own.
    const token = name.endsWith('/token-leaks') ? [] : ['401'];
    const body = operation.requestBody ? ['413', '415'] : [];
    const needed = ['400', ...token, '406', ...body, 'default'];
    for (const status of needed) assert.ok(statuses.includes(status), `${name} without ${status}`);
    if (name.includes('{uuid}')) assert.ok(statuses.includes('404'), `${name} without 404`);
  }
});

test('every example in the document fits its schema', () => {
  const ajv = makeAjv(description);
  let examples = 0;
  const visit = (node: unknown, keys: string[]): void => {
    if (typeof node !== 'object' || node === null) return;
    const { examples: list } = node as { examples?: unknown };
    if (Array.isArray(list)) {
      const validate = ajv.compile({ $ref: referenceTo(...keys) });
      for (const example of list) {
        examples++;
        assert.ok(
          validate(example),
          `${keys.join('/')}: ${JSON.stringify(example)} ${ajv.errorsText(validate.errors)}`,
        );
      }
    }
    for (const [key, inner] of Object.entries(node)) if (key !== 'examples') visit(inner, [...keys, key]);
  };
  visit(description, []);
  assert.ok(examples > 100, `only ${examples} examples`);
});

test('every body of a request or answer has a fitting example, made from its fields', () => {
  const ajv = makeAjv(description);
  for (const { name, at, operation } of operations) {
    const bodies = [
      ...bodiesOf([...at, 'requestBody'], operation.requestBody),
      ...Object.entries(operation.responses).flatMap(([status, r]) =>
        bodiesOf([...at, 'responses', status], r),
      ),
    ];
    for (const { keys, schema } of bodies) {
      const example = exampleOf(resolve(description, schema));
      const validate = ajv.compile({ $ref: referenceTo(...keys) });
      assert.ok(
        validate(example),
        `${name} ${keys.at(-4)}: ${JSON.stringify(example)} ${ajv.errorsText(validate.errors)}`,
      );
    }
  }
});

test('a list describes a total and a cursor only if its parameters can ask for them', () => {
  for (const { name, operation } of operations) {
    const schema = resolve(description, operation.responses['200']?.content?.['application/json']?.schema) as
      | { properties?: Record<string, { type?: string; description?: string }> }
      | undefined;
    const { next_cursor, total } = schema?.properties ?? {};
    if (!next_cursor) continue;
    const parameters = (operation.parameters ?? []).map((parameter) => parameter.name);
    assert.equal(total !== undefined, parameters.includes('include'), `${name} and its total`);
    const by = /^Send it as (\w+)/.exec(next_cursor.description!)?.[1];
    if (next_cursor.type === 'null') assert.equal(by, undefined, name);
    else assert.ok(by && parameters.includes(by), `${name} takes no ${by}`);
    assert.equal(next_cursor.type === 'null', !parameters.includes('limit'), `${name} is cut, or is not`);
  }
});

test('the filters of a list are described one by one, with their operators', () => {
  const { parameters = [] } = description.paths['/api/v2/clients']!.get!;
  for (const [field, definition] of Object.entries(CLIENT.list.fields)) {
    const filter = filterName(field, definition);
    const parameter = parameters.find(({ name }) => name === `filter[${filter}]`);
    assert.ok(parameter, `filter[${field}] is not described`);
    const ofTypes = field === 'custom' ? operatorsOfDeclared().flatMap(({ operators }) => operators) : [];
    for (const operator of [...operatorsOf(definition), ...ofTypes]) {
      assert.ok(parameter.description?.includes(operator));
      const isDescribed: boolean =
        operator === 'eq' || parameters.some((other) => other.name === `filter[${filter}][${operator}]`);
      assert.ok(isDescribed, `filter[${field}][${operator}] is not described`);
    }
  }
  for (const name of ['limit', 'cursor', 'sort', 'q', 'updated_since', 'include', 'account_uuid']) {
    assert.ok(
      parameters.some((parameter) => parameter.name === name),
      `${name} is not described`,
    );
  }
});

test('an object in a query is described as generated clients write it: name[key]=value', () => {
  const parameters = operations.flatMap(({ operation }) => operation.parameters ?? []);
  const objects = parameters.filter(({ schema }) => (schema as { type?: string }).type === 'object');
  assert.deepEqual(
    objects.map((parameter) => {
      const { name, style, explode } = parameter as { name: string; style?: string; explode?: boolean };
      return { name, style, explode };
    }),
    RECORDS.map(() => ({ name: 'map', style: 'deepObject', explode: true })),
  );
  const { additionalProperties } = objects[0]!.schema as { additionalProperties: { enum: string[] } };
  assert.deepEqual(additionalProperties.enum, [...Object.keys(CLIENT.csv_columns), '']);
  assert.ok(parameters.every(({ name }) => !name.startsWith('map[')));
});

test('each event is described with its record, in the feed and in the history of a Client', () => {
  const ajv = makeAjv(description);
  for (const path of ['/api/v2/events', '/api/v2/clients/{uuid}/events']) {
    const at = ['paths', path, 'get', 'responses', '200', 'content', 'application/json', 'schema'];
    const validate = ajv.compile({ $ref: referenceTo(...at) });
    const fits = (event: object) => validate({ data: [event], next_cursor: null });
    for (const event of EVENT_NAMES) {
      const sample = sampleOf(event) as { data: object };
      assert.ok(fits(sample), `${path} ${event}: ${ajv.errorsText(validate.errors)}`);
      assert.ok(!fits({ ...sample, data: {} }), event);
      const { client_id: _, ...actor } = sampleOf(event).actor as { client_id: null };
      assert.ok(fits({ ...sample, actor }), 'an event from before client_id');
    }
  }
});

test('exactly the bodies that may be left out are described as optional', async () => {
  const optional = operations.filter(({ operation }) => operation.requestBody?.required === false);
  assert.deepEqual(
    optional.map(({ operation }) => operation.operationId),
    ['undoChange', 'declineProposal', 'testWebhookSubscription'],
  );
  assert.doesNotMatch(JSON.stringify(description), /x-optional/);
});

test('every operation with credentials describes the refusal of a token with another scope, and its challenges', () => {
  let refused = 0;
  for (const { name, operation } of operations) {
    // The refusals of OAuth have their own form.
    if (!('application/problem+json' in (operation.responses['401']?.content ?? {}))) continue;
    refused++;
    for (const status of ['401', '403']) {
      assert.ok(operation.responses[status]?.headers?.['www-authenticate'], `${name} ${status}`);
    }
    const changed = operation.responses['412'];
    if (changed) assert.ok(changed.headers?.etag, `${name} 412`);
  }
  assert.ok(refused > 40, `only ${refused}`);
});

test('a webhook subscription is described with a signing secret that is always there', () => {
  const { required } = description.components.schemas.WebhookSubscription as { required: string[] };
  assert.ok(required.includes('signing_secret'));
});

test('a POST that creates describes Idempotency-Key, and a change of a versioned record If-Match', () => {
  const headers = (id: string) =>
    operations
      .find(({ operation }) => operation.operationId === id)
      ?.operation.parameters?.filter((parameter) => parameter.in === 'header')
      .map(({ name }) => name);
  for (const id of ['createAccount', 'createLogin', 'createClient', 'createWebhookSubscription']) {
    assert.deepEqual(headers(id), ['Idempotency-Key'], id);
  }
  for (const id of ['updateAccount', 'deleteAccount', 'updateClient', 'deleteClient']) {
    assert.deepEqual(headers(id), ['If-Match'], id);
  }
});

for (const { name, title, path, needs } of RECORDS) {
  test(`a new ${name} needs exactly what its description says`, async () => {
    const ada = await app.addUser();
    const account_uuid = await app.addAccount(ada);
    const { $ref } = description.paths[path]!.post!.requestBody!.content!['application/json']!.schema as {
      $ref: string;
    };
    assert.equal($ref, `#/components/schemas/New${title}`);
    const body = description.components.schemas[`New${title}`] as Partial<
      Record<'required' | 'anyOf', unknown>
    >;
    const ways = needs.map((required) => ({ required: [...required] }));
    if (ways.length === 1) assert.deepEqual(body.required, ways[0]!.required);
    else assert.deepEqual(body.anyOf, ways);
    const client = await app.call('POST', '/api/v2/clients', {
      as: ada,
      body: { name: 'One', account_uuid },
    });
    const values: Record<string, unknown> = {
      client_uuid: client.body.data.uuid,
      records: [{ resource: 'client', uuid: client.body.data.uuid }],
    };
    const create = async (fields: readonly string[]) =>
      app.call('POST', path, {
        as: ada,
        body: Object.fromEntries(fields.map((field) => [field, values[field] ?? 'Some'])),
      });
    const fields = (name === 'client' ? ['kind'] : []).map((field) => [field, 'person'] as const);
    for (const [field, value] of fields) values[field] = value;
    const always = fields.map(([field]) => field);
    for (const way of needs) {
      assert.equal((await create([...always, ...way])).status, 201, way.join());
      for (const left of way) {
        const refused = await create([...always, ...way.filter((field) => field !== left)]);
        assert.equal(refused.status, 422);
        assert.equal(refused.body.errors[0].code, 'required');
      }
    }
  });
}

test('what a caller may leave out of a new record has its default in the description', () => {
  const { properties } = description.components.schemas.NewClient as {
    properties: Record<string, { default?: unknown; description?: string }>;
  };
  assert.deepEqual([properties.kind!.default, properties.status!.default], ['organisation', 'lead']);
  assert.match(properties.account_uuid!.description!, /the default of the token, else of the User/);
});

test('every tag is described in tags.ts', () => {
  const { tags } = description as unknown as { tags: { name: string; description?: string }[] };
  assert.deepEqual(
    tags.filter((tag) => tag.description === undefined),
    [],
  );
});

test('the bodies of creates and changes have names', () => {
  for (const { name, operation } of operations) {
    const noun = /^(?:create|update)(\w+)$/.exec(operation.operationId!)?.[1];
    const schema = operation.requestBody?.content?.['application/json']?.schema as
      | { $ref?: string }
      | undefined;
    if (noun === undefined || schema === undefined) continue;
    const named = operation.operationId!.startsWith('create') ? `New${noun}` : `${noun}Changes`;
    assert.equal(schema.$ref, `#/components/schemas/${named}`, name);
  }
});

test('a write says in which header its change is, and whether it was done before', () => {
  const headersOf = (id: string) => {
    const { operation } = operations.find(({ operation }) => operation.operationId === id)!;
    const [, done] = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))!;
    return ['x-change-uuid', 'idempotent-replayed'].filter((name) => done.headers?.[name]);
  };
  assert.deepEqual(headersOf('createClient'), ['x-change-uuid', 'idempotent-replayed']);
  assert.deepEqual(headersOf('updateClient'), ['x-change-uuid']);
  assert.deepEqual(headersOf('listClients'), []);
});

test('every answer has X-Request-Id, and every operation of the API tells of 429 with its headers', () => {
  for (const { name, path, operation } of operations) {
    for (const [status, response] of Object.entries(operation.responses))
      assert.ok(response.headers?.['x-request-id'], `${name} ${status}`);
    if (!path.startsWith('/api/')) continue;
    const { headers } = operation.responses['429']!;
    for (const header of ['retry-after', 'ratelimit-policy', 'ratelimit'])
      assert.ok(headers?.[header], `${name} ${header}`);
  }
});

test('exactly the reads with an ETag describe If-None-Match and 304', () => {
  let conditional = 0;
  for (const { name, operation } of operations.filter(({ at }) => at[2] === 'get')) {
    const { responses, parameters = [] } = operation;
    const has = responses['200']?.headers?.etag !== undefined;
    if (has) conditional++;
    assert.equal(
      parameters.some((parameter) => parameter.name === 'If-None-Match'),
      has,
      name,
    );
    assert.equal('304' in responses, has, name);
  }
  assert.ok(conditional >= 2);
});

test('every operation with an Idempotency-Key describes the refusals of a used key and a running request', () => {
  for (const { name, operation } of operations) {
    if (!operation.parameters?.some((parameter) => parameter.name === 'idempotency-key')) continue;
    for (const status of ['409', '422'])
      assert.ok(status in operation.responses, `${name} without ${status}`);
  }
});

test('every success has a description', () => {
  for (const { name, operation } of operations) {
    for (const { description } of Object.values(operation.responses)) {
      assert.notEqual(description, 'Default Response', name);
    }
  }
});

test('paths are described without the path of the base URL', async () => {
  const behind = await startTestApp({ base_url: 'https://crm.example.com/api' });
  try {
    assert.deepEqual(Object.keys(behind.description.paths), Object.keys(description.paths));
  } finally {
    await behind.close();
  }
});

test('the problem document lists every code', () => {
  const problem = description.components.schemas.Problem as { properties: { code: { enum: string[] } } };
  assert.deepEqual(problem.properties.code.enum, Object.keys(PROBLEMS));
});

test('the type of every problem leads to its explanation on a page', async () => {
  const page = await app.call('GET', '/docs/problems');
  assert.equal(page.status, 200);
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /^default-src 'none'; .*style-src 'sha256-/,
  );
  for (const [code, { status, title }] of Object.entries(PROBLEMS)) {
    const entry = new RegExp(`<h2 id="${code}">${code}</h2>\\n<p>${status}: ${title}\\. [A-Z].*</p>`);
    assert.match(page.body.replaceAll('&#39;', "'"), entry, code);
  }
  const refused = await app.call('GET', '/api/v2/me');
  const [path, code] = refused.body.type.split('#');
  assert.equal(path, '/docs/problems');
  assert.ok((await app.call('GET', path)).body.includes(`id="${code}"`));
});
