import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerWith } from '../testing/answers.ts';
import {
  ApiProblem,
  askWhenPasswordIsNeeded,
  askWhenSessionIsLost,
  get,
  getAll,
  isCalledOff,
  request,
  withQuery,
} from './request.ts';

const refusal = (code: string, status: number) => ({ status, body: { code, detail: `It is ${code}.` } });

async function problemOf(work: Promise<unknown>): Promise<ApiProblem> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(thrown instanceof ApiProblem);
  return thrown;
}

test('a change is sent with the version that was read and the key of its intention', async () => {
  const sent = answerWith({ body: { data: { uuid: 'a' } } });
  await request('PATCH', '/api/v2/deals/a', { body: { title: 'New' }, version: 3, idempotency_key: 'k' });
  assert.deepEqual(sent[0]!.body, { title: 'New' });
  assert.equal(sent[0]!.headers['if-match'], '"3"');
  assert.equal(sent[0]!.headers['idempotency-key'], 'k');
});

test('a refusal is a problem with its code, text, faults and request id', async () => {
  const errors = [{ pointer: '/name', code: 'required', detail: '/name is missing.' }];
  answerWith({ status: 422, body: { code: 'fields_invalid', detail: 'No.', request_id: 'r1', errors } });
  const problem = await problemOf(request('POST', '/api/v2/clients', { body: {} }));
  assert.deepEqual(
    [problem.status, problem.code, problem.message, problem.request_id, problem.errors],
    [422, 'fields_invalid', 'No.', 'r1', errors],
  );
});

test('an answer that is no JSON is a problem that keeps the request id of its header', async () => {
  answerWith({ status: 502, body: '<html>', headers: { 'x-request-id': 'r2' } });
  const problem = await problemOf(get('/api/v2/me'));
  assert.deepEqual([problem.status, problem.code, problem.request_id], [502, null, 'r2']);
});

test('a request that does not reach the service is a problem without status and code', async () => {
  answerWith();
  const problem = await problemOf(get('/api/v2/me'));
  assert.deepEqual([problem.status, problem.code], [0, null]);
});

test('an answer without a body is null', async () => {
  answerWith({ status: 204 });
  assert.equal(await request('DELETE', '/api/v2/deals/a'), null);
});

test('a lost session is asked for once, and the refused request is repeated after it', async () => {
  const sent = answerWith(refusal('credentials_missing', 401), { body: { data: 1 } });
  let asked = 0;
  const stop = askWhenSessionIsLost(async () => {
    asked += 1;
  });
  assert.equal(await get('/api/v2/me'), 1);
  stop();
  assert.deepEqual([asked, sent.length], [1, 2]);
});

test('nobody is asked to sign in before somebody was signed in, nor at a sign-out', async () => {
  answerWith(refusal('credentials_missing', 401));
  assert.equal((await problemOf(get('/api/v2/me'))).code, 'credentials_missing');
  answerWith(refusal('credentials_missing', 401));
  const stop = askWhenSessionIsLost(() => assert.fail('asked at a sign-out'));
  const leaving = request('DELETE', '/api/v2/browser-sessions/current', { endsSession: true });
  assert.equal((await problemOf(leaving)).code, 'credentials_missing');
  stop();
});

test('a request that needs a fresh password is repeated when it is given, and refused when not', async () => {
  const sent = answerWith(refusal('password_required', 403), { body: { data: 'done' } });
  const stop = askWhenPasswordIsNeeded(async () => true);
  assert.equal(await get('/api/v2/logins'), 'done');
  stop();
  assert.equal(sent.length, 2);
  answerWith(refusal('password_required', 403));
  const cancelled = askWhenPasswordIsNeeded(async () => false);
  assert.equal((await problemOf(get('/api/v2/logins'))).code, 'password_required');
  cancelled();
});

test('a request over the rate limit waits as long as it was asked to, and is sent again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const limited = { status: 429, body: {}, headers: { 'retry-after': '2' } };
  const sent = answerWith(limited, { body: { data: 'late' } });
  const answer = get('/api/v2/me');
  await new Promise(setImmediate);
  assert.equal(sent.length, 1);
  t.mock.timers.tick(2000);
  assert.equal(await answer, 'late');
});

test('a wait for the rate limit that is called off sends nothing more', async () => {
  const sent = answerWith({ status: 429, body: {}, headers: { 'retry-after': '5' } });
  const stop = new AbortController();
  const answer = get('/api/v2/me', stop.signal);
  await new Promise(setImmediate);
  stop.abort();
  await assert.rejects(answer, isCalledOff);
  assert.equal(sent.length, 1);
});

test('all pages of a list are read one after the other by their cursors', async () => {
  const sent = answerWith(
    { body: { data: [1, 2], next_cursor: 'c' } },
    { body: { data: [3], next_cursor: null } },
  );
  assert.deepEqual(await getAll('/api/v2/accounts?sort=name', new AbortController().signal), [1, 2, 3]);
  assert.deepEqual(
    sent.map(({ path }) => path),
    ['/api/v2/accounts?sort=name&limit=200', '/api/v2/accounts?sort=name&limit=200&cursor=c'],
  );
});

test('an address has only the parameters that are not empty', () => {
  assert.equal(
    withQuery('/x', { a: 'b c', none: null, empty: '', left: undefined, limit: 5 }),
    '/x?a=b+c&limit=5',
  );
  assert.equal(withQuery('/x', { a: '' }), '/x');
});
