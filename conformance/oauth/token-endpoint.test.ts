import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { sendHeadersAsGiven } from '../../server/src/testing/headers-as-given.ts';
import { exchange, postForm, refresh } from '../../server/src/testing/oauth-flow.ts';
import type { Person, Target } from './server.ts';
import { basic, item, newCode, post, startTarget } from './target.ts';

let target: Target;
let ada: Person;
before(async () => {
  target = await startTarget();
  ada = await target.newPerson();
});
after(() => target.close());

/** A request in which only the token is wrong. */
const REFRESH = { grant_type: 'refresh_token', refresh_token: 'x' };

function withSecret(): Record<string, string> {
  const { client_id, client_secret } = target.client;
  return { client_id, client_secret, ...REFRESH };
}

item('C34: JSON, or a body without its type, is invalid_request 400 (RFC 6749 §4.1.3)', async () => {
  const body = JSON.stringify(withSecret());
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
    const answer = await post(target, '/oauth/token', body, { 'content-type': type });
    assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request'], type);
  }
  const empty = await post(target, '/oauth/token', undefined);
  assert.deepEqual([empty.status, empty.body.error], [400, 'invalid_request']);
});

item(
  'C34: GET is 405 with Allow, and an error of OAuth (RFC 9110 §15.5.6, RFC 6749 §5.2)',
  async () => {
    const response = await fetch(`${target.base_url}/oauth/token`);
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST']);
    assert.equal(((await response.json()) as { error: string }).error, 'invalid_request');
  },
  { differs: 'it answers 404', seen: /^\[404,null\]$/ },
);

item(
  'C35: the secret is accepted in the body and by Basic, whose parts are form-urlencoded (RFC 6749 §2.3.1)',
  async () => {
    const { redirect_uri } = target.client;
    const code = await newCode(target, ada);
    const answer = await post(
      target,
      '/oauth/token',
      { grant_type: 'authorization_code', code, redirect_uri },
      basic(target.client),
    );
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const escaped = (text: string) =>
      text.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);
    const { client_id, client_secret } = target.client;
    const encoded = Buffer.from(`${escaped(client_id)}:${escaped(client_secret)}`).toString('base64');
    const fields = { grant_type: 'refresh_token', refresh_token: answer.body.refresh_token };
    const again = await post(target, '/oauth/token', fields, { authorization: `basic ${encoded}` });
    assert.equal(again.status, 200, JSON.stringify(again.body));
  },
);

item('C35: a secret in the body and in Basic at once is invalid_request (RFC 6749 §2.3)', async () => {
  const answer = await post(target, '/oauth/token', withSecret(), basic(target.client));
  assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
});

item(
  'C35: two Authorization headers are invalid_request (RFC 6749 §2.3)',
  async () => {
    const { authorization } = basic(target.client);
    const answer = await sendHeadersAsGiven(`${target.base_url}/oauth/token`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: [authorization!, 'Basic eDp5'],
      },
      body: 'grant_type=refresh_token&refresh_token=x',
    });
    assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
  },
  { differs: 'it reads the first', seen: /^\[400,"invalid_grant"\]$/ },
);

item(
  'C39: a query that is no text is invalid_request (RFC 6749 §5.2)',
  async () => {
    for (const query of ['a=%00', 'a=%zz&client_secret=x']) {
      const answer = await post(target, `/oauth/token?${query}`, withSecret());
      assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request'], query);
    }
  },
  { differs: 'it does not read the query', seen: /^\[400,"invalid_grant"\]$/ },
);

item('C36: a secret in the address is refused (RFC 6749 §2.3.1)', async () => {
  const { client_id, client_secret, redirect_uri } = target.client;
  const code = await newCode(target, ada);
  const query = new URLSearchParams({ client_id, client_secret });
  const answer = await post(target, `/oauth/token?${query}`, {
    grant_type: 'authorization_code',
    code,
    redirect_uri,
  });
  assert.ok([400, 401].includes(answer.status));
  assert.equal((await exchange(target, target.client, code)).status, 200, 'the code is untouched');
});

item(
  'C37: a wrong secret and an unknown client are invalid_client 401 in the same words (RFC 6749 §5.2)',
  async () => {
    const wrong = await refresh(
      target,
      { ...target.client, client_secret: `${target.client.client_secret}x` },
      'x',
    );
    const unknown = await refresh(
      target,
      { ...target.client, client_id: '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64' },
      'x',
    );
    const another = await refresh(
      target,
      { ...target.client, client_secret: target.otherClient.client_secret },
      'x',
    );
    for (const answer of [wrong, unknown, another]) {
      assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_client']);
      assert.deepEqual(answer.body, wrong.body);
    }
  },
);

item('C37: with Basic, invalid_client carries WWW-Authenticate: Basic (RFC 6749 §5.2)', async () => {
  const answer = await post(
    target,
    '/oauth/token',
    REFRESH,
    basic({ ...target.client, client_secret: 'wrong' }),
  );
  assert.equal(answer.status, 401);
  assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic /);
});

item('C38: a missing grant_type or parameter is invalid_request (RFC 6749 §5.2)', async () => {
  const requests: Record<string, string>[] = [
    {},
    { grant_type: 'authorization_code' },
    { grant_type: 'refresh_token' },
  ];
  for (const fields of requests) {
    const answer = await postForm(target, '/oauth/token', target.client, fields);
    assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request'], JSON.stringify(fields));
  }
});

for (const grant_type of [
  'password',
  'implicit',
  'client_credentials',
  '__proto__',
  'urn:ietf:params:oauth:grant-type:device_code',
]) {
  item(`C38, C74: grant_type ${grant_type} is unsupported_grant_type (RFC 6749 §5.2)`, async () => {
    const answer = await postForm(target, '/oauth/token', target.client, {
      grant_type,
      username: 'a',
      password: 'b',
    });
    assert.deepEqual([answer.status, answer.body.error], [400, 'unsupported_grant_type']);
  });
}

item(
  'C38: every application may use both grant types that are announced, so none is told unauthorized_client (RFC 6749 §5.2)',
  async () => {
    const metadata = await fetch(`${target.base_url}/.well-known/oauth-authorization-server`);
    const { grant_types_supported } = (await metadata.json()) as { grant_types_supported: string[] };
    assert.deepEqual(grant_types_supported, ['authorization_code', 'refresh_token']);
    for (const client of [target.client, target.otherClient, target.pkceClient]) {
      for (const grant_type of grant_types_supported) {
        const tried = { grant_type, code: 'x', redirect_uri: client.redirect_uri, refresh_token: 'x' };
        const answer = await postForm(target, '/oauth/token', client, tried);
        assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_grant']);
      }
    }
  },
  {
    differs: 'it announces more grant types, and a client has those it is registered for',
    seen: /^\["implicit",/,
  },
);

item('C39: a repeated parameter is invalid_request (RFC 6749 §3.2)', async () => {
  const form = new URLSearchParams(withSecret());
  form.append('refresh_token', 'y');
  const answer = await post(target, '/oauth/token', form);
  assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
});

item('C39: hostile bodies are never a 500', async () => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const body of [
    '',
    '&&&=&',
    'code=%00',
    'grant_type=%ff%fe',
    'grant_type=%',
    `code=${'x'.repeat(100_000)}`,
    '\0',
    '=x',
  ]) {
    const answer = await post(target, '/oauth/token', body, type);
    assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status} for ${body.slice(0, 20)}`);
    assert.equal(answer.body.error, 'invalid_request');
  }
});

item('C40: a success and an error are JSON that no cache keeps (RFC 6749 §5.1)', async () => {
  for (const answer of [
    await exchange(target, target.client, await newCode(target, ada)),
    await exchange(target, target.client, 'x'),
  ]) {
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
});

item(
  'C40: the answers forbid HTTP/1.0 caches to keep them, too (RFC 6749 §5.1)',
  async () => {
    const answer = await exchange(target, target.client, 'x');
    assert.deepEqual([answer.status, answer.headers.get('pragma')], [400, 'no-cache']);
  },
  { differs: 'RFC 9700 leaves Pragma out', seen: /^\[400,null\]$/ },
);
