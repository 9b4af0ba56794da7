import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RECORDS } from '@rapport/contract/records/all';
import { startTestApp, type TestApp, type TestUser } from './testing/test-app.ts';

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  await app.addAccount(ada);
});
after(() => app.close());

/** Nobody reads these: secrets, words that are looked up, and what a receiver said. */
const NOT_SHOWN = [
  'token',
  'email',
  'code',
  // The name for another server, which only its owner sees.
  'username',
  'password',
  'smtp_username',
  'smtp_password',
  'new_password',
  'current_password',
  'resource',
  'scope',
  'query',
  'columns[].field',
  'group_by',
  'url',
  'events[]',
  'error_detail',
  'response_excerpt',
  'request_headers.*',
];

test('every text of a body says which characters it takes', () => {
  const loose = app.routes
    .filter(({ url }) => !isOfRecords(url) && !url.startsWith('/api/v2/imports'))
    .flatMap(({ method, url, schema }) => textsOf(schema?.body).map((at) => ({ at, of: `${method} ${url}` })))
    .filter(({ at }) => !NOT_SHOWN.includes(at));
  assert.deepEqual(loose, []);
});

/** Records check their own texts (records.test.ts). */
function isOfRecords(url: string): boolean {
  return RECORDS.some(({ path }) => url === path || url.startsWith(`${path}/`));
}

type Schema = { type?: string; properties?: object; items?: unknown; anyOf?: unknown[] } & Record<
  string,
  unknown
>;

/** The paths of the texts in a schema that no pattern, format or list bounds. */
function textsOf(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, properties = {}, patternProperties = {}, items, anyOf = [], ...rules } = schema as Schema;
  const isBound = 'pattern' in rules || 'format' in rules || 'enum' in rules || 'const' in rules;
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  return [
    ...(type === 'string' && !isBound ? [path] : []),
    ...Object.entries(properties).flatMap(([name, inner]) => textsOf(inner, below(name))),
    ...Object.values(patternProperties as object).flatMap((inner) => textsOf(inner, below('*'))),
    ...textsOf(items, `${path}[]`),
    ...anyOf.flatMap((inner) => textsOf(inner, path)),
  ];
}

test('a note of a webhook, a hint and a key of a field turn no line', async () => {
  const hook = { url: 'https://hooks.example.com/', events: ['*'] };
  const field = { resource: 'client', label: 'Size', type: 'text' };
  for (const sign of ['\u202e', '\u0007', '\u009b']) {
    const bodies = [
      ['/api/v2/webhook-subscriptions', { ...hook, description: `Sync${sign}` }, '/description'],
      ['/api/v2/custom-fields', { ...field, help: `Small${sign}` }, '/help'],
      ['/api/v2/custom-fields', { ...field, key: `size${sign}` }, '/key'],
    ] as const;
    for (const [path, body, pointer] of bodies) {
      const refused = await app.call('POST', path, { as: ada, body });
      assert.deepEqual([refused.status, refused.body.errors?.[0].pointer], [422, pointer]);
    }
  }
});

test('the faults of a hostile body are not told one by one', async () => {
  const inner = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`\u202e${index}`, 1]));
  for (const name of ['k', 'k'.repeat(200_000)]) {
    const body = { name: 'x', custom: { [name]: inner } };
    const refused = await app.call('POST', '/api/v2/clients', { as: ada, body });
    assert.equal(refused.status, 422);
    assert.ok(JSON.stringify(refused.body).length < 10_000);
  }
});
