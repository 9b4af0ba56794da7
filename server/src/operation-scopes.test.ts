import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RECORDS } from '@rapport/contract/records/all';
import { EVERYTHING, NARROW_SCOPES, SCOPED_KINDS, scopesOf } from '@rapport/contract/scopes';
import { neededFor } from './operation-scopes.ts';
import { type DescribedOperation, exampleRequest, operationsOf } from './testing/described-requests.ts';
import { letIn, narrowed } from './testing/narrow-token.ts';
import { startTestApp, type TestApp, type TestUser } from './testing/test-app.ts';
import { until } from './testing/until.ts';

let app: TestApp;
let ada: TestUser;
let account_uuid: string;
let operations: DescribedOperation[];
/** What carries a scope: a personal access token, or an application that was let in. */
const CREDENTIALS = { token: narrowed, application: letIn };
type Credential = keyof typeof CREDENTIALS;

/** A credential of a User of its own for each scope that was asked for. */
const credentials = new Map<string, Promise<TestUser>>();

before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  account_uuid = await app.addAccount(ada);
  operations = operationsOf(app.description).filter(
    ({ path, operation }) => path.startsWith('/api/') && securityOf(operation)?.length !== 0,
  );
});
after(() => app.close());

function securityOf(operation: DescribedOperation['operation']): Record<string, string[]>[] | undefined {
  return (operation as { security?: Record<string, string[]>[] }).security;
}

function having(scopes: readonly string[], by: Credential): Promise<TestUser> {
  const scope = scopes.join(' ');
  const key = `${by} ${scope}`;
  const made = credentials.get(key) ?? app.addUser().then((user) => CREDENTIALS[by](app, user, scope));
  credentials.set(key, made);
  return made;
}

/** Does it with each, a few at a time: the service answers one while the test makes another. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
}

/** The first and the last: where one of a list is missed, so are those between. */
function ends<Item>(items: readonly Item[]): Item[] {
  return [...new Set([...items.slice(0, 1), ...items.slice(-1)])];
}

async function send(described: DescribedOperation, as: TestUser) {
  const { path, body, headers } = exampleRequest(app.description, described);
  return app.call(described.method, path, { as, body, headers });
}

test('every operation says in the description of the API which scope it needs', () => {
  for (const { name, operation } of operations) {
    assert.match(operation.description ?? '', /(^| )(Scope: .+|Any scope of the API)\.$/, name);
    const [, ...ways] = securityOf(operation)!;
    assert.deepEqual(ways[0], { oauth2: [EVERYTHING] }, name);
    for (const { oauth2 = [] } of ways.slice(1))
      assert.ok(oauth2.length > 0 && oauth2.every((scope) => NARROW_SCOPES.includes(scope)), name);
  }
  assert.ok(operations.length > 150);
});

for (const by of Object.keys(CREDENTIALS) as Credential[])
  test(`with the stated scope each ${by} is let in by every operation, and without a part of it by none`, () =>
    tryAll(by));

async function tryAll(by: Credential): Promise<void> {
  let refused = 0;
  await inTurns(operations, async (described) => {
    const { name, operation } = described;
    const { all, any = [] } = neededFor(operation.operationId!)!;
    if (!all.includes(EVERYTHING)) {
      for (const enough of any.length > 0 ? ends(any).map((one) => [...all, one]) : [all]) {
        const { body } = await send(described, await having(enough, by));
        // The example may be beyond what the role or the scope allows in itself, never its door.
        const isDoor = body?.code === 'insufficient_scope' && body.needed.join() === all.join();
        assert.ok(!isDoor, `${name} refuses ${enough}: ${body?.detail}`);
      }
    }
    const lacking = all.includes(EVERYTHING)
      ? [NARROW_SCOPES]
      : [
          ...ends(all).map((left) => NARROW_SCOPES.filter((scope) => !scopesOf([scope]).includes(left))),
          ...(any.length > 0
            ? [NARROW_SCOPES.filter((scope) => !scopesOf([scope]).some((one) => any.includes(one)))]
            : []),
        ];
    for (const scopes of lacking.filter(({ length }) => length > 0)) {
      const answer = await send(described, await having(scopes, by));
      assert.deepEqual([answer.status, answer.body?.code], [403, 'insufficient_scope'], `${name} ${scopes}`);
      const challenge = answer.headers.get('www-authenticate')!;
      assert.ok(challenge.includes(`scope="${answer.body.needed.join(' ')}"`), challenge);
      refused++;
    }
  });
  assert.ok(refused > 150, `${refused}`);
}

test('an operation says its scope once', () => {
  const twice = operations.filter(({ operation }) => /(Scope: .*) \1/.test(String(operation.description)));
  assert.deepEqual(
    twice.map(({ operation }) => operation.operationId),
    [],
  );
});

test('a new kind is in no scope that was granted before it', () => {
  const then = SCOPED_KINDS.slice(1);
  const granted = scopesOf(then.flatMap(({ plural }) => [`${plural}:read`, `${plural}:write`]));
  const { plural, title } = SCOPED_KINDS[0]!;
  assert.ok(!granted.some((scope) => scope.startsWith(`${plural}:`)));
  assert.deepEqual(neededFor(`retrieve${title}`), { all: [`${plural}:read`] });
});

/** A word that stands in every text of the records of a kind, and in nothing else. */
const canaryOf = (name: string) => `canary${name}yranac`;

test('whatever a token or application may read, no byte of a kind that it may not read comes with it', async () => {
  await fill();
  const reads = operations.filter(({ method }) => method === 'GET');
  const paths = [...new Set((await Promise.all(reads.map(pathsOf))).flat())];
  const scopes = [...SCOPED_KINDS.map(({ plural }) => `${plural}:read account webhooks`), 'account webhooks'];
  let seen = 0;
  await inTurns(scopes, async (scope) => {
    const as = await (scopes.indexOf(scope) % 2 ? narrowed : letIn)(app, ada, scope);
    const hidden = RECORDS.filter((kind) => !scope.includes(scopeNameOf(kind)));
    for (const path of paths) {
      const { status, headers, body } = await app.call('GET', path, { as });
      const bytes = JSON.stringify([body, [...headers]]);
      if (status === 200 && bytes.includes('canary')) seen++;
      for (const { name } of hidden)
        assert.ok(
          !bytes.includes(canaryOf(name)),
          `${scope} ${path} shows a ${name}: ${bytes.slice(0, 2000)}`,
        );
    }
  });
  // The canaries are there to be seen: in lists, records, histories, files, events and deliveries.
  assert.ok(seen > 40, `only ${seen} answers have any`);
});

function scopeNameOf({ plural, ...kind }: (typeof RECORDS)[number]): string {
  return ('read_with' in kind ? kind.read_with : plural) as string;
}

/** Records of every kind that name each other, with events, changes and a webhook. */
async function fill(): Promise<void> {
  const call = async (method: string, path: string, body: object) => {
    const answer = await app.call(method, `/api/v2${path}`, { as: ada, body });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body?.data;
  };
  const texts = (name: string) => ({ tags: [canaryOf(name)], custom: { k: canaryOf(name) } });
  await call('POST', '/webhook-subscriptions', { url: 'http://127.0.0.1:9/', events: ['*'] });
  const client = await call('POST', '/clients', { name: canaryOf('client'), ...texts('client') });
  const links = [{ client_uuid: client.uuid, role: null }];
  const contact = await call('POST', '/contacts', {
    last_name: canaryOf('contact'),
    clients: links,
    ...texts('contact'),
  });
  const pipeline = await call('POST', '/pipelines', {
    name: canaryOf('pipeline'),
    stages: [{ name: canaryOf('pipeline') }],
  });
  const deal = await call('POST', '/deals', {
    title: canaryOf('deal'),
    client_uuid: client.uuid,
    stage_uuid: pipeline.stages[0].uuid,
    ...texts('deal'),
  });
  const records = [
    { resource: 'client', uuid: client.uuid },
    { resource: 'contact', uuid: contact.uuid },
    { resource: 'deal', uuid: deal.uuid },
  ];
  await call('POST', '/tasks', {
    title: canaryOf('task'),
    records,
    ...texts('task'),
  });
  await call('POST', '/notes', { body: canaryOf('note'), records, ...texts('note') });
  await call('PATCH', `/clients/${client.uuid}`, { name: `${canaryOf('client')} again` });
  // The feed waits for older transactions, also those of other tests in the same PostgreSQL.
  const last = '/api/v2/events?filter[event]=client.updated';
  await until('all events', async () => (await app.call('GET', last, { as: ada })).body.data.length > 0);
}

/** The addresses of a read: with the uuids that its list has, and its parameters of interest. */
async function pathsOf({ path, operation }: DescribedOperation): Promise<string[]> {
  const query = path === '/api/v2/search' ? '?q=canary' : '';
  const needs = operation.parameters?.some(({ in: place, required }) => place === 'query' && required);
  if (!path.includes('{uuid}')) {
    if (path.endsWith('/deals/board')) return [];
    return needs && query === '' ? [] : [path + query];
  }
  const [list, rest] = path.split('/{uuid}') as [string, string];
  const found = await app.call('GET', `${list}?limit=50`, { as: ada });
  const uuids: string[] = (found.body?.data ?? []).map(({ uuid }: { uuid: string }) => uuid);
  const ways = uuids.map((uuid) => `${list}/${uuid}${rest}`);
  return rest === '/events' && !list.endsWith('changes')
    ? [...ways, ...ways.map((way) => `${way}?related=true`)]
    : ways;
}

test('a token for one Account sees nothing of the others, also not what their User may', async () => {
  const other = await app.addAccount(ada, 'canaryaccountyranac');
  const body = { account_uuid: other, name: 'canaryaccountyranac' };
  assert.equal((await app.call('POST', '/api/v2/clients', { as: ada, body })).status, 201);
  const as = await narrowed(app, ada, EVERYTHING, [account_uuid]);
  const reads = operations.filter(({ method }) => method === 'GET');
  const paths = [...new Set((await Promise.all(reads.map(pathsOf))).flat())];
  for (const path of paths) {
    const { headers, body: shown } = await app.call('GET', path, { as });
    const bytes = JSON.stringify([shown, [...headers]]);
    assert.ok(!bytes.includes('canaryaccountyranac'), `${path}: ${bytes.slice(0, 2000)}`);
    assert.ok(!bytes.includes(other) || path.includes(other), path);
  }
});
