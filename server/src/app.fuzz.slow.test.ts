import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { describedAnswers, isPageOrOAuth } from './testing/described-answers.ts';
import { hostileRequests, type RawRequest, type Records } from './testing/hostile-requests.ts';
import { assertProblemDocument } from './testing/problem-documents.ts';
import { startTestApp, type TestApp, type TestUser } from './testing/test-app.ts';

/** FUZZ_SEED=… repeats the requests of an earlier run. */
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const REQUESTS_PER_ROUTE = 80;
/** Thousands of requests take a quarter of a minute, and eight times that on a busy machine. */
const PATIENCE_MS = 300_000;

let app: TestApp;
let ada: TestUser;
let records: Records;
const agent = new Agent({ keepAlive: true });

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  const account = await app.addAccount(ada);
  const logins = (await app.call('GET', '/api/v2/logins', { as: ada })).body.data as { uuid: string }[];
  records = {
    accounts: [account],
    logins: logins.map(({ uuid }) => uuid),
    'webhook-subscriptions': await create(20, '/api/v2/webhook-subscriptions', () => ({
      url: 'http://127.0.0.1:9/',
      events: ['*'],
    })),
    clients: await create(40, '/api/v2/clients', (i) => ({ name: `Client ${i}` })),
    'webhook-deliveries': await deliveries(),
  };
});
after(async () => {
  agent.destroy();
  await app.close();
});

test('no route ever answers 500, every refusal is a problem document, and other answers are as described', {
  timeout: PATIENCE_MS,
}, async (t) => {
  t.diagnostic(`seed ${SEED}`);
  const compare = describedAnswers(app.description);
  const statuses = new Map<number, number>();
  // HEAD differs from GET only in its missing body.
  for (const { method, url } of app.routes.filter(({ method }) => method !== 'HEAD')) {
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    const operation = app.description.paths[path]?.[method.toLowerCase()];
    const requests = hostileRequests(url, operation, app.description, records, ada.token);
    const property = fc.asyncProperty(requests, async (raw) => {
      const answer = await send(method, raw);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      assert.ok(answer.status < 500, `${method} ${raw.path} → ${answer.status} ${answer.text}`);
      const body = answer.content_type?.includes('json') ? JSON.parse(answer.text) : answer.text || null;
      if (isPageOrOAuth(url)) return;
      if (answer.status >= 400) assertProblemDocument({ ...answer, body });
      else assert.equal(compare(method, url, { ...answer, body }), null);
    });
    await fc.assert(property, { numRuns: REQUESTS_PER_ROUTE, seed: SEED });
  }
  const seen = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  t.diagnostic(`answers ${seen.join(', ')}`);
  for (const status of [200, 201, 204, 400, 401, 404, 406, 415, 422]) {
    assert.ok(statuses.has(status), `the requests were all too wrong or all too right: no ${status}`);
  }
});

async function deliveries(): Promise<string[]> {
  const list = await app.call('GET', '/api/v2/webhook-deliveries', { as: ada });
  return list.body.data.map(({ uuid }: { uuid: string }) => uuid);
}

/** Creates records and returns their uuids. */
function create(count: number, path: string, body: (i: number) => object): Promise<string[]> {
  const made = Array.from({ length: count }, (_, i) => app.call('POST', path, { as: ada, body: body(i) }));
  return Promise.all(made.map(async (answer) => (await answer).body.data.uuid));
}

type RawAnswer = { status: number; content_type: string | null; request_id: string | null; text: string };

/** Sends the bytes unchanged: no client library repairs them on the way. */
function send(method: string, { path, headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(app.base_url);
  return new Promise((resolve, reject) => {
    const options = {
      host: hostname,
      port,
      method,
      path,
      agent,
      headers: { ...headers, 'content-length': body.length },
    };
    const sent = request(options, async (response) => {
      const text = Buffer.concat(await Array.fromAsync(response)).toString();
      const header = (name: string) => (response.headers[name] as string | undefined) ?? null;
      const [content_type, request_id] = [header('content-type'), header('x-request-id')];
      resolve({ status: response.statusCode!, content_type, request_id, text });
    });
    sent.on('error', reject).end(body);
  });
}
