import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { ApiError, ConnectionError } from './errors.ts';
import type { Chance } from './retries.ts';
import { type ApiRequest, type ConnectOptions, transport } from './transport.ts';

const GET: ApiRequest = { method: 'GET', path: '/api/v2/me', repeat: 'always' };

/**
 * Starts a server that gives `answers` one after the other and collects the requests. Returns it
 * with a transport that does not wait between tries.
 */
async function scripted(t: TestContext, answers: RequestListener[], options: Partial<ConnectOptions> = {}) {
  const requests: IncomingMessage[] = [];
  const waits_ms: number[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    (answers.shift() ?? answer(500))(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  let now_ms = Date.now();
  const wait = async (duration_ms: number) => {
    waits_ms.push(duration_ms);
    now_ms += duration_ms;
  };
  const sendWith = (chance: Chance) => transport({ baseUrl, token: 'secret', ...options }, chance);
  const send = sendWith({ wait, now: () => now_ms, random: () => 1 });
  return { send, sendWith, requests, waits_ms, server };
}

const answer =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/problem+json', ...headers });
    response.end(JSON.stringify(body));
  };
const text =
  (status: number, body: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-9' }).end(body);
const BROKEN = 'The answer has status 200, but its JSON is broken or not what the service answers.';
const hangUp: RequestListener = (request) => request.socket.destroy();
const ok = answer(200, { data: 1 });

describe('a request', () => {
  it('carries the token', async (t) => {
    const { send, requests } = await scripted(t, [ok]);
    assert.deepEqual(await send(GET), { text: '{"data":1}', json: { data: 1 } });
    assert.deepEqual([requests[0]?.url, requests[0]?.headers.authorization], ['/api/v2/me', 'Bearer secret']);
  });

  it('that another program answers with a page and 200 rejects with the text of the page', async (t) => {
    const page: RequestListener = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to the network</h1>');
    const { send } = await scripted(t, [page], { retries: 0 });
    await assert.rejects(send(GET), { name: 'ApiError', code: 'unexpected_answer', message: /<h1>Sign in/ });
  });

  for (const [what, reply, message] of [
    ['nothing', answer(204), 'The answer has status 204 and is empty.'],
    ['broken JSON', text(200, '{"data":{"signing_secret":"hH3v'), BROKEN],
    ['JSON that is no object', text(200, 'null'), BROKEN],
  ] as const) {
    it(`that is answered with ${what} rejects and says so`, async (t) => {
      const { send } = await scripted(t, [reply], { retries: 0 });
      await assert.rejects(send(GET), { name: 'ApiError', code: 'unexpected_answer', message });
    });
  }

  it('that allows an empty answer accepts one', async (t) => {
    const { send } = await scripted(t, [answer(204)]);
    assert.deepEqual(await send({ ...GET, method: 'DELETE', mayBeEmpty: true }), { text: '', json: null });
  });

  it('that meets 429 is sent again after the time that the service asks for', async (t) => {
    const { send, waits_ms } = await scripted(t, [answer(429, {}, { 'retry-after': '3' }), ok]);
    await send(GET);
    assert.ok(waits_ms[0]! >= 3000 && waits_ms.length === 1, String(waits_ms));
  });

  it('that meets 503, and then a broken connection, is sent again with the same headers', async (t) => {
    const { send, requests } = await scripted(t, [answer(503), hangUp, ok]);
    await send({ ...GET, method: 'POST', headers: { 'idempotency-key': 'k' } });
    assert.deepEqual(
      requests.map(({ headers }) => headers['idempotency-key']),
      ['k', 'k', 'k'],
    );
  });

  it('fails after the configured number of tries', async (t) => {
    const { send, requests } = await scripted(t, [answer(503), answer(503), answer(503)], { retries: 1 });
    await assert.rejects(send(GET), { name: 'ApiError', status: 503 });
    assert.equal(requests.length, 2);
  });

  it('reports the fault before each retry', async (t) => {
    const told: unknown[] = [];
    const onRetry: ConnectOptions['onRetry'] = ({ name }, attempt) => told.push([name, attempt]);
    const { send } = await scripted(t, [hangUp, answer(503), ok], { onRetry });
    await send(GET);
    assert.deepEqual(told, [
      ['ConnectionError', 1],
      ['ApiError', 2],
    ]);
  });

  it('that must not be repeated is not retried when the connection breaks', async (t) => {
    const { send, requests } = await scripted(t, [hangUp, ok]);
    await assert.rejects(send({ ...GET, repeat: 'never' }), ConnectionError);
    assert.equal(requests.length, 1);
  });

  it('to delete succeeds when an earlier try has deleted the record', async (t) => {
    const gone = answer(404, { code: 'not_found', detail: '' });
    const { send } = await scripted(t, [hangUp, gone]);
    assert.deepEqual(await send({ ...GET, method: 'DELETE' }), { text: '', json: null });
  });

  it('to delete a missing record is refused when no earlier try can have deleted it', async (t) => {
    const tooMany = answer(429, {}, { 'retry-after': '1' });
    const { send } = await scripted(t, [tooMany, answer(404, { code: 'not_found', detail: '' })]);
    await assert.rejects(send({ ...GET, method: 'DELETE' }), { code: 'not_found' });
  });

  it('to delete a record that never existed is refused', async (t) => {
    const { send } = await scripted(t, [answer(404, { code: 'not_found', detail: '' })]);
    await assert.rejects(send({ ...GET, method: 'DELETE' }), { code: 'not_found' });
  });

  it('that outlasts its time limit gets its result by a later try', async (t) => {
    const running = answer(409, { code: 'idempotency_key_running', detail: '' }, { 'retry-after': '1' });
    const { send, requests, waits_ms, server } = await scripted(t, [() => {}, running, running, ok], {
      // Longer than a busy machine takes for the answers that come.
      timeout_ms: 1_000,
    });
    const made = await send({ ...GET, method: 'POST', headers: { 'idempotency-key': 'k' } });
    assert.deepEqual([made.json, requests.length], [{ data: 1 }, 4]);
    assert.ok(waits_ms[1]! >= 1000 && waits_ms[2]! >= 1000, String(waits_ms));
    server.closeAllConnections();
  });

  it('that gets no answer in time rejects and says so', async (t) => {
    const { send, server } = await scripted(t, [() => {}], { retries: 0, timeout_ms: 50 });
    await assert.rejects(send(GET), /did not answer within 0\.05 s/);
    server.closeAllConnections();
  });

  it('that the caller ends rejects with the reason of the caller', async (t) => {
    const controller = new AbortController();
    const { send, server } = await scripted(t, [() => controller.abort(new Error('enough'))]);
    await assert.rejects(send({ ...GET, signal: controller.signal }), /enough/);
    server.closeAllConnections();
  });
});

describe('too many requests', () => {
  const refused = answer(429, {}, { 'retry-after': '10' });

  it('do not count as tries, so a request gets its turn however often it was refused', async (t) => {
    const { send, requests } = await scripted(t, [...Array(9).fill(refused), ok], { retries: 1 });
    await send({ ...GET, method: 'PATCH', repeat: 'never' });
    assert.equal(requests.length, 10);
  });

  it('make every call of the connection wait, also one that was not refused', async (t) => {
    const waiting = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const released = Promise.withResolvers<void>();
    let [now_ms, waits] = [0, 0];
    const wait = async (duration_ms: number) => {
      waiting[waits++]!.resolve();
      await released.promise;
      now_ms = Math.max(now_ms, duration_ms);
    };
    const { requests, sendWith } = await scripted(t, [refused, ok, ok]);
    const send = sendWith({ wait, now: () => now_ms, random: () => 0 });
    const first = send(GET);
    await waiting[0]!.promise;
    const second = send(GET);
    await waiting[1]!.promise;
    assert.equal(requests.length, 1);
    released.resolve();
    await Promise.all([first, second]);
    assert.equal(requests.length, 3);
  });

  it('that are all sent at once are all done in the end', async (t) => {
    let [now_ms, tokens, filled_ms] = [0, 100, 0];
    const bucket: RequestListener = (request, response) => {
      tokens = Math.min(100, tokens + (now_ms - filled_ms) / 100);
      filled_ms = now_ms;
      if (tokens < 1) return answer(429, {}, { 'retry-after': '1' })(request, response);
      tokens -= 1;
      ok(request, response);
    };
    const wait = async (duration_ms: number) => {
      const end_ms = now_ms + duration_ms;
      await new Promise((resolve) => setImmediate(resolve));
      now_ms = Math.max(now_ms, end_ms);
    };
    const { sendWith } = await scripted(t, Array(100_000).fill(bucket));
    const send = sendWith({ wait, now: () => now_ms, random: Math.random });
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => send(GET)));
    assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 0);
  });

  it('make calls wait also after the clock was set back', async (t) => {
    const { requests, sendWith } = await scripted(t, [refused, ok, refused, ok]);
    let now_ms = 3_600_000;
    const waits_ms: number[] = [];
    const wait = async (duration_ms: number) => {
      waits_ms.push(duration_ms);
      now_ms += duration_ms;
    };
    const send = sendWith({ wait, now: () => now_ms, random: () => 0 });
    await send(GET);
    now_ms = 0;
    await send(GET);
    assert.equal(requests.length, 4);
    assert.deepEqual(waits_ms, [10_000, 10_000]);
  });

  it('fail in the end when the service always refuses', async (t) => {
    const { send, waits_ms } = await scripted(t, Array(100).fill(refused));
    await assert.rejects(send(GET), { status: 429 });
    const waited_ms = waits_ms.reduce((sum, wait_ms) => sum + wait_ms, 0);
    assert.ok(waited_ms > 600_000 && waited_ms < 720_000, String(waited_ms));
  });

  it('fail at once for a connection without retries', async (t) => {
    const { send, requests } = await scripted(t, [refused, ok], { retries: 0 });
    await assert.rejects(send(GET), { status: 429 });
    assert.equal(requests.length, 1);
  });
});

describe('a refusal', () => {
  it('has the code, the message, the fields and the request id of the service', async (t) => {
    const errors = [{ pointer: '/name', code: 'too_short', detail: 'name is empty.' }];
    const problem = {
      status: 422,
      code: 'fields_invalid',
      detail: 'name is empty.',
      request_id: 'r-1',
      errors,
    };
    const { send } = await scripted(t, [answer(422, problem)]);
    const error = await send(GET).catch((error) => error);
    assert.ok(error instanceof ApiError);
    const { status, code, message, request_id } = error;
    assert.deepEqual([status, code, message, request_id], [422, 'fields_invalid', 'name is empty.', 'r-1']);
    assert.deepEqual(error.errors, errors);
  });

  it('by another program has the code unexpected_answer', async (t) => {
    const page: RequestListener = (_request, response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    const { send } = await scripted(t, [page], { retries: 0 });
    await assert.rejects(send(GET), { code: 'unexpected_answer', status: 502, message: /Bad Gateway/ });
  });
});

describe('a refusal by another service', () => {
  for (const body of [{ code: 'E42' }, { code: 'E42', detail: 'No.', errors: 'none' }, { detail: 'No.' }]) {
    it(`has the code unexpected_answer and shows the text ${JSON.stringify(body)}`, async (t) => {
      const { send } = await scripted(t, [answer(404, body)]);
      const message = `The answer has status 404 and is not of the service: ${JSON.stringify(body)}`;
      await assert.rejects(send(GET), { code: 'unexpected_answer', status: 404, message, errors: [] });
    });
  }
});

describe('a token from a source', () => {
  const invalid = answer(401, { code: 'invalid_token', detail: 'It has expired.' });

  it('is asked for again, once, when the service refuses it', async (t) => {
    const asked: (string | undefined)[] = [];
    const token = (refused?: string) => {
      asked.push(refused);
      return refused === undefined ? 'old' : 'new';
    };
    const { send, requests } = await scripted(t, [invalid, ok], { token });
    await send(GET);
    assert.deepEqual(asked, [undefined, 'old']);
    assert.equal(requests[1]?.headers.authorization, 'Bearer new');
  });

  it('that never comes does not hold up a caller who ends the call', async (t) => {
    const controller = new AbortController();
    const token = () => {
      queueMicrotask(() => controller.abort(new Error('enough')));
      return new Promise<string>(() => {});
    };
    const { send, requests } = await scripted(t, [ok], { token });
    await assert.rejects(send({ ...GET, signal: controller.signal }), /enough/);
    assert.equal(requests.length, 0);
  });

  it('is not asked for in a call that has ended', async (t) => {
    const { send } = await scripted(t, [ok], { token: () => assert.fail('asked for') });
    await assert.rejects(send({ ...GET, signal: AbortSignal.abort(new Error('enough')) }), /enough/);
  });

  it('that no header can carry is refused before a request', async (t) => {
    const { send, requests } = await scripted(t, [ok], { token: () => 'rpt_oat_“x”' });
    await assert.rejects(send(GET), /^TypeError: The token has characters that no token has/);
    assert.equal(requests.length, 0);
  });

  it('that is refused twice ends in the refusal', async (t) => {
    const { send, requests } = await scripted(t, [invalid, invalid], { token: () => 'same' });
    await assert.rejects(send(GET), { code: 'invalid_token' });
    assert.equal(requests.length, 2);
  });
});

describe('the connection refuses at once', () => {
  const baseUrl = 'http://localhost:3000';

  it('a missing token', () => {
    assert.throws(() => transport({ baseUrl, token: undefined }), /The token is missing/);
  });

  for (const token of ['rpt_pat_“x”', 'rpt_pat\n_x', 'rpt_pat_\0']) {
    it(`the token ${JSON.stringify(token)}, which no header can carry, without showing it`, () => {
      assert.throws(() => transport({ baseUrl, token }), {
        name: 'TypeError',
        message:
          'The token has characters that no token has, such as a line break. Check what it was copied from.',
      });
    });
  }

  for (const wrong of ['localhost:3000', 'crm.example.com', '', 'ftp://crm.example.com']) {
    it(`"${wrong}", which is no address of a service`, () => {
      assert.throws(() => transport({ baseUrl: wrong, token: 't' }), {
        name: 'TypeError',
        message: `The address of the service is "${wrong}". Give it with its scheme, for example https://crm.example.com.`,
      });
    });
  }

  it('an address with a password, without showing it', () => {
    assert.throws(
      () => transport({ baseUrl: 'https://ada:pass@crm.example.com', token: 't' }),
      (error) => {
        assert.ok(error instanceof TypeError);
        return (
          /^The address of the service has a user or a password/.test(error.message) &&
          !/pass@/.test(error.message)
        );
      },
    );
  });

  for (const path of ['api/v2/me', '//crm.example.com/api', 'https://crm.example.com/api/v2/me', '']) {
    it(`"${path}", which is no path and could lead the token elsewhere`, async (t) => {
      const { send, requests } = await scripted(t, [ok]);
      await assert.rejects(send({ ...GET, path }), { name: 'TypeError', message: /^The path is "/ });
      assert.equal(requests.length, 0);
    });
  }

  it('a key that no header can carry', async (t) => {
    const { send, waits_ms } = await scripted(t, [ok]);
    await assert.rejects(send({ ...GET, headers: { 'idempotency-key': 'order–7' } }), { name: 'TypeError' });
    assert.deepEqual(waits_ms, []);
  });

  it('no token for white space at its end, which is dropped', async (t) => {
    const { send, requests } = await scripted(t, [ok], { token: 'secret\n' });
    await send(GET);
    assert.equal(requests[0]?.headers.authorization, 'Bearer secret');
  });
});
