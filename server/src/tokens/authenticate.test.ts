import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { operator } from '../access/caller.ts';
import type { Statement } from '../platform/database/statements.ts';
import { Problem } from '../platform/problem.ts';
import { hashToken, newToken } from '../platform/secrets/random-tokens.ts';
import { assertRefused } from '../testing/assert-forbids.ts';
import { sessionHeaders } from '../testing/session-headers.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { createPersonalAccessToken, findCaller, findSessionCaller, forgetEndedTokens } from './actions.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  ada = await app.addUser();
});
after(() => app.close());

const me = (token: string) => app.call('GET', '/api/v2/me', { as: { ...ada, token } });

async function create({
  name = 'test',
  expires_in_ms,
}: {
  name?: string;
  expires_in_ms?: number | null;
} = {}) {
  const at = (ms: number) => new Date(app.clock.now().getTime() + ms);
  const expires_at = typeof expires_in_ms === 'number' ? at(expires_in_ms) : expires_in_ms;
  const details = { name, expires_at };
  const created = await createPersonalAccessToken(
    { ...app, base_url: '' },
    operator('test'),
    ada.uuid,
    details,
  );
  assert.ok(!(created instanceof Problem), created instanceof Problem ? created.detail : '');
  return created;
}

test('P1: the database has only the hash of a token, and the parts that show which one it is', async () => {
  const { token, uuid, last_four } = await create({ name: 'Warehouse sync' });
  assert.match(token, /^rpt_pat_[A-Za-z0-9]{36}$/);
  const [row] = await app.db.query<Record<string, unknown>>(
    sql`SELECT * FROM personal_access_tokens WHERE uuid = ${uuid}`,
  );
  assert.deepEqual([row!.token_hash, row!.last_four], [hashToken(token), token.slice(-4)]);
  assert.equal(last_four, token.slice(-4));
  const dump = JSON.stringify(row, (_key, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  );
  assert.ok(!dump.includes(token.slice(8, 40)), 'the token itself is in the database');
});

test('P2: a token lives 90 days by default, or as long as asked, or for ever', async () => {
  const now_ms = app.clock.now().getTime();
  const lifetimes = [{}, { expires_in_ms: DAY_MS }, { expires_in_ms: null }].map(create);
  const ends = (await Promise.all(lifetimes)).map(
    ({ expires_at }) => expires_at && Date.parse(expires_at) - now_ms,
  );
  assert.deepEqual(ends, [90 * DAY_MS, DAY_MS, null]);
});

test('P2: a User has at most fifty live tokens, even with requests at once; an ended one makes room', async () => {
  for (let i = 0; i < 47; i++) await create({ expires_in_ms: null });
  await create({ expires_in_ms: MINUTE_MS });
  const asked = Array.from({ length: 4 }, () =>
    createPersonalAccessToken({ ...app, base_url: '' }, operator('test'), ada.uuid, { name: 'one more' }),
  );
  const refused = (await Promise.all(asked)).filter((answer) => answer instanceof Problem);
  assert.deepEqual(
    refused.map(({ code }) => code),
    ['limit_reached', 'limit_reached', 'limit_reached'],
  );
  app.clock.advance(MINUTE_MS);
  await create();
});

test('P6: a token works until its last millisecond, and the refusal afterwards says when it expired', async () => {
  const { token, expires_at } = await create({ expires_in_ms: 1000 });
  app.clock.advance(999);
  assert.equal((await me(token)).status, 200);
  app.clock.advance(1);
  const refused = await me(token);
  assertRefused(refused, 401, 'invalid_token');
  assert.match(refused.body.detail, new RegExp(`expired at ${expires_at?.replaceAll('+', '\\+')}`));
  assert.match(
    refused.headers.get('www-authenticate') ?? '',
    /error="invalid_token", error_description="The token expired/,
  );
});

test('P6: ended tokens are kept for 90 days, and live ones are never deleted', async () => {
  const ended = await create({ expires_in_ms: DAY_MS });
  const revoked = await create({ expires_in_ms: null });
  const living = await create({ expires_in_ms: null });
  await app.db.query(sql`
    UPDATE personal_access_tokens SET revoked_at = ${app.clock.now()} WHERE uuid = ${revoked.uuid}`);
  const left = async () => {
    await forgetEndedTokens(app.db, app.clock);
    const rows = await app.db.query<{ uuid: string }>(
      sql`SELECT uuid FROM personal_access_tokens WHERE user_uuid = ${ada.uuid} AND last_four <> ${ada.token.slice(-4)}`,
    );
    return rows.map(({ uuid }) => uuid).sort();
  };
  app.clock.advance(90 * DAY_MS);
  assert.deepEqual(await left(), [ended.uuid, revoked.uuid, living.uuid].sort());
  app.clock.advance(1);
  assert.deepEqual(await left(), [ended.uuid, living.uuid].sort());
  app.clock.advance(DAY_MS);
  assert.deepEqual(await left(), [living.uuid]);
});

test('P7: a token works in every Account of its User, including later ones, and in no other', async () => {
  const accounts = [await app.addAccount(ada), await app.addAccount(ada)];
  const grace = await app.addUser();
  const later = await app.addAccount(grace);
  const seen = async () => {
    const list = await app.call('GET', '/api/v2/accounts', { as: ada });
    return list.body.data.map(({ uuid }: { uuid: string }) => uuid).sort();
  };
  assert.deepEqual(await seen(), accounts.toSorted());
  await app.addLogin(later, ada, 'viewer');
  assert.deepEqual(await seen(), [...accounts, later].sort());
  await app.db.query(sql`DELETE FROM logins WHERE account_uuid = ${later} AND user_uuid = ${ada.uuid}`);
  assert.deepEqual(await seen(), accounts.toSorted());
});

test('P7: a revoked token stops working at the next request, and so do all tokens of a deactivated User', async () => {
  const { token, uuid } = await create();
  assert.equal((await me(token)).status, 200);
  await app.db.query(
    sql`UPDATE personal_access_tokens SET revoked_at = ${app.clock.now()} WHERE uuid = ${uuid}`,
  );
  const revoked = await me(token);
  assertRefused(revoked, 401, 'invalid_token');
  assert.match(revoked.body.detail, /was revoked at 20/);
  assert.equal((await me(ada.token)).status, 200);
  await app.db.query(sql`UPDATE users SET deactivated_at = ${app.clock.now()} WHERE uuid = ${ada.uuid}`);
  assertRefused(await me(ada.token), 401, 'invalid_token');
});

test('a session that ends between the two look-ups of a request is no session without Accounts', async () => {
  const [, cookie = ''] = (await sessionHeaders(app, ada)).cookie!.split('=');
  const signedOut = Promise.withResolvers<void>();
  const query = async <Row extends object>(statement: Statement) => {
    if (statement.name === 'find_own_logins') await signedOut.promise;
    const rows = await app.db.query<Row>(statement);
    if (statement.name !== 'find_session') return rows;
    assert.equal(rows.length, 1);
    await app.db.query(sql`DELETE FROM browser_sessions WHERE user_uuid = ${ada.uuid}`);
    signedOut.resolve();
    return rows;
  };
  const from = { request_id: 'request', change_uuid: 'change', address: '127.0.0.1' };
  assert.equal(await findSessionCaller({ ...app, db: { ...app.db, query } }, cookie, from), undefined);
});

test('P7: a slow request has the rights that its caller has at its end', async () => {
  const grace = await app.addUser();
  const account_uuid = await app.addAccount(grace);
  await app.addLogin(account_uuid, ada, 'member');
  const revoked = await create();
  const client = JSON.stringify({ account_uuid, name: 'Too late' });
  const open = [ada.token, revoked.token].map((token) => {
    const request = httpRequest(`${app.base_url}/api/v2/clients`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    request.write(client.slice(0, 5));
    return request;
  });
  await until('both to be known as callers', async () => {
    const [used] = await app.db.query<{ count: number }>(sql`
      SELECT count(*) FROM personal_access_tokens WHERE user_uuid = ${ada.uuid} AND last_used_at IS NOT NULL`);
    return used!.count === 2;
  });
  await app.db.query(sql`DELETE FROM logins WHERE user_uuid = ${ada.uuid}`);
  await app.db.query(sql`UPDATE personal_access_tokens SET revoked_at = now() WHERE uuid = ${revoked.uuid}`);
  app.clock.advance(1_000);
  const statuses = open.map(async (request) => {
    const answered = once(request, 'response');
    request.end(client.slice(5));
    const [response] = await answered;
    response.resume();
    return response.statusCode;
  });
  assert.deepEqual(await Promise.all(statuses), [404, 401]);
});

test('P10: a token is refused in the query and ignored in a cookie', async () => {
  const inQuery = await app.call('GET', `/api/v2/me?access_token=${ada.token}`);
  assertRefused(inQuery, 400, 'invalid_request');
  assert.match(inQuery.headers.get('www-authenticate') ?? '', /error="invalid_request"/);
  const both = await app.call('GET', `/api/v2/me?access_token=${ada.token}`, { as: ada });
  assertRefused(both, 400, 'invalid_request');
  const inCookie = await app.call('GET', '/api/v2/me', { headers: { cookie: `token=${ada.token}` } });
  assertRefused(inCookie, 401, 'credentials_missing');
});

for (const kind of ['oauth_refresh_token', 'oauth_authorization_code', 'oauth_client_secret'] as const) {
  test(`a well-formed ${kind} is not accepted as a bearer token`, async () => {
    assertRefused(await me(newToken(kind)), 401, 'invalid_token');
  });
}

test('a token with a wrong checksum is refused without a query, an unknown one after two', async () => {
  let asked = 0;
  const db = {
    ...app.db,
    query: <Row extends object>(statement: Parameters<typeof app.db.query>[0]) => {
      asked++;
      return app.db.query<Row>(statement);
    },
  };
  const find = (token: string) =>
    findCaller({ ...app, db, base_url: '' }, token, {
      request_id: 'request',
      change_uuid: 'change',
      address: '127.0.0.1',
    });
  const good = newToken('personal_access_token');
  const last = good.at(-1) === 'A' ? 'B' : 'A';
  for (const token of [good.slice(0, -1) + last, good.slice(0, -1), 'ghp_abc', 'rpt_pat_']) {
    const refusal = await find(token);
    assert.ok(refusal instanceof Problem && refusal.code === 'invalid_token', token);
  }
  assert.equal(asked, 0);
  const unknown = await find(good);
  assert.ok(unknown instanceof Problem && unknown.code === 'invalid_token');
  // The second query looks whether the secret is the former one of a rotated token.
  assert.equal(asked, 2);
});

test('the last use is noted on the token and on the Logins, and again only after five minutes', async () => {
  await app.addAccount(ada);
  const noted = async () => {
    const { body } = await app.call('GET', '/api/v2/logins', { as: ada });
    return body.data[0].last_used_at as string | null;
  };
  const first = app.clock.now();
  const at = await until('the first use to be noted', noted);
  assert.equal(Date.parse(at), first.getTime());
  const [token] = await app.db.query<{
    last_used_at: string;
    last_used_address: string;
    last_used_agent: string;
  }>(
    sql`SELECT last_used_at, last_used_address, last_used_agent FROM personal_access_tokens WHERE user_uuid = ${ada.uuid}`,
  );
  assert.deepEqual([token?.last_used_at, token?.last_used_address], [at, '127.0.0.1']);
  assert.equal(typeof token?.last_used_agent, 'string');

  app.clock.advance(5 * MINUTE_MS - 1);
  await noted();
  app.clock.advance(1);
  // The noted time is that of the later use, so the use one moment earlier was not noted.
  const again = await until('the second use to be noted', async () => {
    const last = await noted();
    return last !== at && last;
  });
  assert.equal(Date.parse(again), first.getTime() + 5 * MINUTE_MS);
});

test('/me shows the caller and their token', async () => {
  const { token, uuid, expires_at } = await create({ name: 'Warehouse sync' });
  const { body, status } = await me(token);
  assert.equal(status, 200);
  assert.deepEqual([body.data.uuid, body.data.email, body.data.name], [ada.uuid, ada.email, ada.name]);
  assert.deepEqual(body.data.token, {
    type: 'personal_access_token',
    uuid,
    name: 'Warehouse sync',
    client_id: null,
    expires_at,
    scope: '*',
    account_uuids: null,
  });
  assert.doesNotMatch(JSON.stringify(body), /rpt_pat_|password/);
});

test('a personal access token at /oauth/userinfo is refused with advice', async () => {
  const refused = await app.call('GET', '/oauth/userinfo', { as: ada });
  assertRefused(refused, 403, 'insufficient_scope');
  assert.match(refused.body.detail, /GET \/api\/v2\/me shows the User/);
});
