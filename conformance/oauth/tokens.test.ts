import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before } from 'node:test';
import { sendHeadersAsGiven } from '../../server/src/testing/headers-as-given.ts';
import { authorizeUrl, type TestClient } from '../../server/src/testing/oauth-flow.ts';
import type { Person, Target } from './server.ts';
import { answerOf, basic, item, post, startTarget } from './target.ts';

let target: Target;
let ada: Person;
before(async () => {
  target = await startTarget();
  ada = await target.newPerson();
});
after(() => target.close());

async function newCode(
  parameters: Record<string, string> = {},
  client: TestClient = target.client,
): Promise<string> {
  const answer = answerOf(await target.visit(ada, authorizeUrl(client, parameters)));
  assert.ok(answer.code, JSON.stringify(answer));
  return answer.code;
}

/** A field that is undefined is left out of the request. */
function fieldsFor(client: TestClient, fields: Record<string, string | undefined>): Record<string, string> {
  const { client_id, client_secret } = client;
  const all = Object.entries({ client_id, client_secret, ...fields });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function exchange(
  code: string,
  more: Record<string, string | undefined> = {},
  client: TestClient = target.client,
) {
  const { redirect_uri } = client;
  return post(
    target,
    '/oauth/token',
    fieldsFor(client, { grant_type: 'authorization_code', code, redirect_uri, ...more }),
  );
}

async function newTokens(parameters: Record<string, string> = {}): Promise<Record<string, string>> {
  const answer = await exchange(await newCode(parameters));
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

function refresh(
  refresh_token: string,
  more: Record<string, string | undefined> = {},
  client: TestClient = target.client,
) {
  return post(
    target,
    '/oauth/token',
    fieldsFor(client, { grant_type: 'refresh_token', refresh_token, ...more }),
  );
}

const isActive = async (token: string) =>
  (await post(target, '/oauth/introspect', fieldsFor(target.client, { token }))).body.active as boolean;

function pkce() {
  const code_verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  return { code_verifier, request: { code_challenge, code_challenge_method: 'S256' } };
}

item('C26: a code has at least 128 bits and no two are alike', async () => {
  const codes = [await newCode(), await newCode()];
  assert.notEqual(codes[0], codes[1]);
  for (const code of codes) assert.ok(code.length >= 22);
});

item(
  'C27: a replayed code is invalid_grant, and the tokens it gave are revoked (RFC 6749 §4.1.2)',
  async () => {
    const code = await newCode();
    const first = (await exchange(code)).body;
    assert.equal(await isActive(first.access_token), true);
    const replay = await exchange(code);
    assert.deepEqual([replay.status, replay.body.error], [400, 'invalid_grant']);
    assert.equal(await isActive(first.access_token), false);
    assert.equal((await refresh(first.refresh_token)).body.error, 'invalid_grant');
  },
);

item(
  'C29: a code is bound to its application, whose own exchange still works after the other tried (RFC 6749 §4.1.3)',
  async () => {
    const code = await newCode();
    const stolen = await exchange(code, { redirect_uri: target.client.redirect_uri }, target.otherClient);
    assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant']);
    assert.equal((await exchange(code)).status, 200);
  },
);

item('C29: a code is bound to its redirect_uri; another or none is an error (RFC 6749 §4.1.3)', async () => {
  const other = await exchange(await newCode(), {
    redirect_uri: 'https://app.example.com/cb?tenant=7&empty=',
  });
  assert.deepEqual([other.status, other.body.error], [400, 'invalid_grant']);
  const none = await exchange(await newCode(), { redirect_uri: undefined });
  assert.deepEqual([none.status, none.body.error], [400, 'invalid_request']);
});

item('C30: the right PKCE verifier is accepted (RFC 7636 §4.6)', async () => {
  const { code_verifier, request } = pkce();
  assert.equal((await exchange(await newCode(request), { code_verifier })).status, 200);
});

item('C30: a wrong or missing PKCE verifier is invalid_grant (RFC 7636 §4.6)', async () => {
  const { request } = pkce();
  for (const code_verifier of [pkce().code_verifier, undefined]) {
    const answer = await exchange(await newCode(request), { code_verifier });
    assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_grant']);
  }
});

item('C31: a verifier without a challenge is invalid_grant (RFC 9700 §2.1.1)', async () => {
  const answer = await exchange(await newCode(), { code_verifier: pkce().code_verifier });
  assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_grant']);
});

item(
  'C32: a verifier that is too short, too long or holds other characters is refused (RFC 7636 §4.1)',
  async () => {
    for (const code_verifier of ['a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(43)}!`]) {
      const answer = await exchange(await newCode(pkce().request), { code_verifier });
      assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
    }
  },
);

item('C33: no PKCE at all works for an application with a secret', async () => {
  assert.equal((await exchange(await newCode())).status, 200);
});

item('C34: JSON, or a body without its type, is invalid_request 400 (RFC 6749 §4.1.3)', async () => {
  const body = JSON.stringify(fieldsFor(target.client, { grant_type: 'refresh_token', refresh_token: 'x' }));
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
  { differs: 'it answers 404' },
);

item(
  'C35: the secret is accepted in the body and by Basic, whose parts are form-urlencoded (RFC 6749 §2.3.1)',
  async () => {
    const { redirect_uri } = target.client;
    const code = await newCode();
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
  const fields = fieldsFor(target.client, { grant_type: 'refresh_token', refresh_token: 'x' });
  const answer = await post(target, '/oauth/token', fields, basic(target.client));
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
  { differs: 'it reads the first' },
);

item(
  'C39: a query that is no text is invalid_request (RFC 6749 §5.2)',
  async () => {
    for (const query of ['a=%00', 'a=%zz&client_secret=x']) {
      const fields = fieldsFor(target.client, { grant_type: 'refresh_token', refresh_token: 'x' });
      const answer = await post(target, `/oauth/token?${query}`, fields);
      assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request'], query);
    }
  },
  { differs: 'it does not read the query' },
);

item('C36: a secret in the address is refused (RFC 6749 §2.3.1)', async () => {
  const { client_id, client_secret, redirect_uri } = target.client;
  const code = await newCode();
  const query = new URLSearchParams({ client_id, client_secret });
  const answer = await post(target, `/oauth/token?${query}`, {
    grant_type: 'authorization_code',
    code,
    redirect_uri,
  });
  assert.ok([400, 401].includes(answer.status));
  assert.equal((await exchange(code)).status, 200, 'the code is untouched');
});

item(
  'C37: a wrong secret and an unknown client are invalid_client 401 in the same words (RFC 6749 §5.2)',
  async () => {
    const wrong = await refresh(
      'x',
      {},
      { ...target.client, client_secret: `${target.client.client_secret}x` },
    );
    const unknown = await refresh(
      'x',
      {},
      { ...target.client, client_id: '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64' },
    );
    const another = await refresh(
      'x',
      {},
      { ...target.client, client_secret: target.otherClient.client_secret },
    );
    for (const answer of [wrong, unknown, another]) {
      assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_client']);
      assert.deepEqual(answer.body, wrong.body);
    }
  },
);

item('C37: with Basic, invalid_client carries WWW-Authenticate: Basic (RFC 6749 §5.2)', async () => {
  const fields = { grant_type: 'refresh_token', refresh_token: 'x' };
  const answer = await post(
    target,
    '/oauth/token',
    fields,
    basic({ ...target.client, client_secret: 'wrong' }),
  );
  assert.equal(answer.status, 401);
  assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic /);
});

item('C38: a missing grant_type or parameter is invalid_request (RFC 6749 §5.2)', async () => {
  for (const fields of [{}, { grant_type: 'authorization_code' }, { grant_type: 'refresh_token' }]) {
    const answer = await post(target, '/oauth/token', fieldsFor(target.client, fields));
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
    const answer = await post(
      target,
      '/oauth/token',
      fieldsFor(target.client, { grant_type, username: 'a', password: 'b' }),
    );
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
        const answer = await post(target, '/oauth/token', fieldsFor(client, tried));
        assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_grant']);
      }
    }
  },
  { differs: 'it announces more grant types, and a client has those it is registered for' },
);

item('C39: a repeated parameter is invalid_request (RFC 6749 §3.2)', async () => {
  const form = new URLSearchParams(
    fieldsFor(target.client, { grant_type: 'refresh_token', refresh_token: 'x' }),
  );
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

item('C40: a success and an error are JSON that nobody keeps (RFC 6749 §5.1)', async () => {
  for (const answer of [await exchange(await newCode()), await exchange('x')]) {
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
});

item(
  'C40: and say so to HTTP/1.0 caches as well (RFC 6749 §5.1)',
  async () => {
    assert.equal((await exchange('x')).headers.get('pragma'), 'no-cache');
  },
  { differs: 'RFC 9700 leaves Pragma out' },
);

item('C41: the answer has token_type Bearer, a number expires_in and the scope (RFC 6749 §5.1)', async () => {
  const { body } = await exchange(await newCode({ scope: 'openid email' }));
  assert.deepEqual([body.token_type, body.expires_in, body.scope], ['Bearer', 3600, 'openid email']);
});

item(
  'C41: the ends of both tokens are there as dates',
  async () => {
    const tokens = await newTokens();
    assert.match(tokens.access_token_expires_at!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
    assert.ok(tokens.refresh_token_expires_at! > tokens.access_token_expires_at!);
    assert.ok(!('expires_at' in tokens), 'Python clients take expires_at for a number');
  },
  { differs: 'the contract asks for an expiry date, no RFC does' },
);

item(
  'C42: a request that fails client authentication leaves the code and the refresh token as they are',
  async () => {
    const code = await newCode();
    const wrong = { ...target.client, client_secret: 'wrong' };
    assert.equal((await exchange(code, {}, wrong)).status, 401);
    const tokens = (await exchange(code)).body;
    assert.ok(tokens.refresh_token);
    assert.equal((await refresh(tokens.refresh_token, {}, wrong)).status, 401);
    assert.equal((await refresh(tokens.refresh_token)).status, 200);
  },
);

item(
  'C44: a refresh gives a new pair, and the access token of before lives on until it expires',
  async () => {
    const tokens = await newTokens();
    const next = await refresh(tokens.refresh_token!);
    assert.equal(next.status, 200);
    assert.notEqual(next.body.refresh_token, tokens.refresh_token);
    assert.notEqual(next.body.access_token, tokens.access_token);
    assert.equal(await isActive(tokens.access_token!), true);
    assert.equal(await isActive(next.body.access_token), true);
  },
);

item(
  'C44: a retry within a minute gets the identical pair',
  async () => {
    const tokens = await newTokens();
    const first = await refresh(tokens.refresh_token!);
    target.advance(60_000);
    const retry = await refresh(tokens.refresh_token!);
    assert.equal(retry.status, 200, JSON.stringify(retry.body));
    assert.deepEqual(
      [retry.body.access_token, retry.body.refresh_token, retry.body.access_token_expires_at],
      [first.body.access_token, first.body.refresh_token, first.body.access_token_expires_at],
    );
    assert.equal(retry.body.expires_in, first.body.expires_in - 60);
  },
  { differs: 'it has no window: the second use revokes the grant' },
);

item(
  'C45: a used refresh token after the window is invalid_grant, and everything from the grant is revoked (RFC 9700 §4.14.2)',
  async () => {
    const tokens = await newTokens();
    const next = await refresh(tokens.refresh_token!);
    target.advance(60_001);
    const reuse = await refresh(tokens.refresh_token!);
    assert.deepEqual([reuse.status, reuse.body.error], [400, 'invalid_grant']);
    for (const token of [tokens.access_token!, next.body.access_token, next.body.refresh_token]) {
      assert.equal(await isActive(token), false);
    }
    assert.equal((await refresh(next.body.refresh_token)).body.error, 'invalid_grant');
  },
  { differs: 'its clock cannot be moved' },
);

item(
  'C45: a used refresh token within the window, once its successor was used, revokes everything as well',
  async () => {
    const tokens = await newTokens();
    const second = (await refresh(tokens.refresh_token!)).body;
    const third = (await refresh(second.refresh_token)).body;
    assert.equal((await refresh(tokens.refresh_token!)).body.error, 'invalid_grant');
    assert.equal(await isActive(third.access_token), false);
    assert.equal((await refresh(third.refresh_token)).body.error, 'invalid_grant');
  },
);

item(
  'C48: a refresh token is bound to its application, and the try of another does not revoke it (RFC 6749 §6)',
  async () => {
    const tokens = await newTokens();
    const stolen = await refresh(tokens.refresh_token!, {}, target.otherClient);
    assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant']);
    assert.equal((await refresh(tokens.refresh_token!)).status, 200);
  },
);

item(
  'C49: a refresh may narrow the scope but not widen it, and the next one has the full scope again (RFC 6749 §6)',
  async () => {
    const tokens = await newTokens({ scope: 'openid email' });
    const wider = await refresh(tokens.refresh_token!, { scope: 'openid email profile' });
    assert.deepEqual([wider.status, wider.body.error], [400, 'invalid_scope']);
    const narrow = await refresh(tokens.refresh_token!, { scope: 'openid' });
    assert.deepEqual([narrow.status, narrow.body.scope], [200, 'openid']);
    const full = await refresh(narrow.body.refresh_token);
    assert.deepEqual([full.status, full.body.scope], [200, 'openid email']);
  },
);

item('C52: revoking needs the application to prove who it is (RFC 7009 §2.1)', async () => {
  const answer = await post(
    target,
    '/oauth/revoke',
    fieldsFor({ ...target.client, client_secret: 'wrong' }, { token: 'x' }),
  );
  assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_client']);
});

item('C52: an unknown token and an unknown hint are answered 200 (RFC 7009 §2.2)', async () => {
  for (const fields of [{ token: 'nonsense' }, { token: 'nonsense', token_type_hint: 'nonsense' }]) {
    assert.equal((await post(target, '/oauth/revoke', fieldsFor(target.client, fields))).status, 200);
  }
});

item('C52: a missing token is invalid_request (RFC 7009 §2.1)', async () => {
  const answer = await post(target, '/oauth/revoke', fieldsFor(target.client, {}));
  assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
});

item(
  'C52: the token of another application is left as it is',
  async () => {
    const tokens = await newTokens();
    const answer = await post(
      target,
      '/oauth/revoke',
      fieldsFor(target.otherClient, { token: tokens.access_token }),
    );
    assert.equal(answer.status, 200);
    assert.equal(await isActive(tokens.access_token!), true);
  },
  { differs: 'it answers 400, which RFC 7009 §2.1 allows as well' },
);

item(
  'C52: an access token is revoked alone, a refresh token with its access tokens (RFC 7009 §2.1)',
  async () => {
    const tokens = await newTokens();
    await post(target, '/oauth/revoke', fieldsFor(target.client, { token: tokens.access_token }));
    assert.equal(await isActive(tokens.access_token!), false);
    assert.equal(await isActive(tokens.refresh_token!), true);
    const next = (await refresh(tokens.refresh_token!)).body;
    await post(
      target,
      '/oauth/revoke',
      fieldsFor(target.client, { token: next.refresh_token, token_type_hint: 'access_token' }),
    );
    assert.equal(await isActive(next.access_token), false);
    assert.equal((await refresh(next.refresh_token)).body.error, 'invalid_grant');
  },
  { differs: 'there, revoking an access token ends its grant as well' },
);

item(
  'C53: introspection needs the application to prove who it is (RFC 7662 §2.1)',
  async () => {
    const answer = await post(target, '/oauth/introspect', { token: 'x' });
    assert.equal(answer.status, 401);
  },
  {
    differs:
      'no credentials at all are invalid_request 400 there; RFC 6749 §5.2 names them under invalid_client',
  },
);

item(
  'C53: a token of the application is described, and nobody keeps the answer (RFC 7662 §2.2)',
  async () => {
    const tokens = await newTokens({ scope: 'openid' });
    const answer = await post(
      target,
      '/oauth/introspect',
      fieldsFor(target.client, { token: tokens.access_token }),
    );
    const { active, client_id, scope, token_type, exp, iat, iss } = answer.body;
    assert.deepEqual(
      [active, client_id, scope, token_type, iss],
      [true, target.client.client_id, 'openid', 'Bearer', target.base_url],
    );
    assert.equal(exp - iat, 3600);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  },
);

item('C53: an unknown or used token is exactly {"active":false} (RFC 7662 §2.2)', async () => {
  const tokens = await newTokens();
  await refresh(tokens.refresh_token!);
  for (const token of ['nonsense', tokens.refresh_token!]) {
    const answer = await post(target, '/oauth/introspect', fieldsFor(target.client, { token }));
    assert.deepEqual([answer.status, answer.body], [200, { active: false }]);
  }
});

item(
  "C53: so is another application's token",
  async () => {
    const tokens = await newTokens();
    const answer = await post(
      target,
      '/oauth/introspect',
      fieldsFor(target.otherClient, { token: tokens.access_token }),
    );
    assert.deepEqual([answer.status, answer.body], [200, { active: false }]);
  },
  { differs: 'any client may look at any token unless a policy is written' },
);

for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
  item(`C54, C55: ${path} says what the server is (RFC 8414 §3)`, async () => {
    const response = await fetch(target.base_url + path);
    const metadata = (await response.json()) as Record<string, unknown>;
    assert.equal(response.status, 200);
    assert.equal(metadata.issuer, target.base_url);
    assert.equal(metadata.authorization_endpoint, `${target.base_url}/oauth/authorize`);
    assert.equal(metadata.token_endpoint, `${target.base_url}/oauth/token`);
    assert.deepEqual(metadata.code_challenge_methods_supported, ['S256']);
    assert.equal(metadata.authorization_response_iss_parameter_supported, true);
  });
}

item(
  'C54: only what is really supported is announced',
  async () => {
    const response = await fetch(`${target.base_url}/.well-known/oauth-authorization-server`);
    const metadata = (await response.json()) as Record<string, unknown>;
    assert.deepEqual(metadata.response_types_supported, ['code']);
    assert.deepEqual(metadata.response_modes_supported, ['query']);
    assert.deepEqual(metadata.grant_types_supported, ['authorization_code', 'refresh_token']);
    for (const [name, url] of Object.entries(metadata)) {
      if (!name.endsWith('_endpoint') && name !== 'jwks_uri') continue;
      const { status } = await fetch(url as string, { method: 'POST' });
      assert.notEqual(name === 'jwks_uri' ? 200 : status, 404, name);
    }
  },
  { differs: 'it has more response types and modes' },
);
