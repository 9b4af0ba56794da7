import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { authorizeUrl } from '../../server/src/testing/oauth-flow.ts';
import type { Person, Target } from './server.ts';
import { answerOf, item, newTokens, startTarget } from './target.ts';

let target: Target;
let ada: Person;
before(async () => {
  target = await startTarget();
  ada = await target.newPerson();
});
after(() => target.close());

const claimsOf = (id_token: string) =>
  JSON.parse(Buffer.from(id_token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;

async function userInfo(access_token: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${access_token}` };
  const response = await fetch(`${target.base_url}/oauth/userinfo`, { ...init, headers });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

item(
  'C69: openid gives an ID token with iss, sub, aud, exp, iat and the nonce (OpenID Connect Core §2)',
  async () => {
    const { id_token } = await newTokens(target, ada, { scope: 'openid', nonce: 'n-0S6_WzA2Mj' });
    const claims = claimsOf(id_token!);
    assert.deepEqual(
      [claims.iss, claims.aud, claims.nonce],
      [target.base_url, target.client.client_id, 'n-0S6_WzA2Mj'],
    );
    assert.ok((claims.exp as number) > (claims.iat as number));
    assert.equal(typeof claims.sub, 'string');
  },
);

item(
  'C69: the ID token is signed with an asymmetric key of the key set, which holds no private part',
  async () => {
    const { id_token } = await newTokens(target, ada, { scope: 'openid' });
    const keys = (await (await fetch(`${target.base_url}/oauth/jwks`)).json()) as {
      keys: Record<string, unknown>[];
    };
    for (const key of keys.keys) assert.ok(!('d' in key));
    const { alg, kid } = decodeProtectedHeader(id_token!);
    assert.match(alg!, /^(ES|RS|PS)\d{3}$/);
    const jwks = createRemoteJWKSet(new URL(`${target.base_url}/oauth/jwks`));
    const currentDate = new Date((claimsOf(id_token!).iat as number) * 1000);
    const { protectedHeader } = await jwtVerify(id_token!, jwks, {
      issuer: target.base_url,
      audience: target.client.client_id,
      currentDate,
    });
    assert.equal(protectedHeader.kid, kid);
  },
);

item(
  'C69: the ID token is signed with RS256, which every library knows (OpenID Connect Discovery §3)',
  async () => {
    const { id_token } = await newTokens(target, ada, { scope: 'openid' });
    assert.equal(decodeProtectedHeader(id_token!).alg, 'RS256');
  },
);

item(
  'C69: with openid unknown scopes are left out, and scope says so (OpenID Connect Core §3.1.2.1)',
  async () => {
    const { scope } = await newTokens(target, ada, { scope: 'openid email groups' });
    assert.equal(scope, 'openid email');
  },
);

item('C69: without openid there is no ID token, and userinfo is insufficient_scope', async () => {
  const tokens = await newTokens(target, ada, { scope: '*' });
  assert.ok(!('id_token' in tokens));
  const info = await userInfo(tokens.access_token);
  assert.equal(info.status, 403);
  assert.match(info.headers.get('www-authenticate') ?? '', /error="insufficient_scope".*scope="openid"/);
});

item('C69: userinfo gives the sub of the ID token, by GET and POST (OpenID Connect Core §5.3)', async () => {
  const tokens = await newTokens(target, ada, { scope: 'openid' });
  const { sub } = claimsOf(tokens.id_token!);
  // The last request declares a form but sends an empty one, as many libraries do.
  for (const init of [{}, { method: 'POST' }, { method: 'POST', body: new URLSearchParams() }]) {
    const info = await userInfo(tokens.access_token, init);
    assert.deepEqual([info.status, info.body], [200, { sub }]);
  }
});

item('C69: profile and email add their claims; email_verified is true only when verified', async () => {
  const tokens = await newTokens(target, ada, { scope: 'openid profile email' });
  const { body } = await userInfo(tokens.access_token);
  assert.equal(body.email, ada.email);
  assert.equal(body.email_verified, false);
  assert.equal(typeof body.name, 'string');
});

item('C69: sub is the same at every sign-in and another for another User', async () => {
  const subs = [
    await newTokens(target, ada, { scope: 'openid' }),
    await newTokens(target, ada, { scope: 'openid' }),
  ].map((tokens) => claimsOf(tokens.id_token!).sub);
  assert.equal(subs[0], subs[1]);
  const grace = await newTokens(target, await target.newPerson(), { scope: 'openid' });
  assert.notEqual(claimsOf(grace.id_token!).sub, subs[0]);
});

item(
  'max_age and prompt=login ask for the password again, and auth_time says when (OpenID Connect Core §3.1.2.1)',
  async () => {
    await newTokens(target, ada, { scope: 'openid' });
    for (const parameters of [{ prompt: 'login' }, { max_age: '0' }] as unknown as Record<string, string>[]) {
      const visit = await ada.browser.follow(
        await ada.browser.get(authorizeUrl(target.client, { scope: 'openid', ...parameters })),
      );
      assert.match(visit.text, /type="password"/, JSON.stringify(parameters));
    }
    const { id_token } = await newTokens(target, ada, { scope: 'openid', max_age: '0' });
    assert.equal(typeof claimsOf(id_token!).auth_time, 'number');
  },
);

item('id_token_hint: only the User whom it names gets an answer (OpenID Connect Core §3.1.2.2)', async () => {
  const grace = await target.newPerson();
  const { id_token } = await newTokens(target, ada, { scope: 'openid' });
  await newTokens(target, grace, { scope: 'openid' });
  const silent = { scope: 'openid', prompt: 'none', id_token_hint: id_token! };
  const ask = async ({ browser }: Person) => answerOf(await browser.get(authorizeUrl(target.client, silent)));
  assert.ok((await ask(ada)).code);
  assert.deepEqual([(await ask(grace)).error, (await ask(grace)).code], ['login_required', undefined]);
  const malformed = authorizeUrl(target.client, { scope: 'openid', id_token_hint: 'nonsense' });
  assert.equal(answerOf(await ada.browser.get(malformed)).error, 'invalid_request');
});

item('login_hint fills the sign-in form (OpenID Connect Core §3.1.2.1)', async () => {
  const grace = await target.newPerson();
  const visit = await grace.browser.follow(
    await grace.browser.get(
      authorizeUrl(target.client, { scope: 'openid', login_hint: 'grace@"example".com' }),
    ),
  );
  assert.match(visit.text, /value="grace@&quot;example&quot;.com"/);
});
