import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before } from 'node:test';
import { exchange, postForm, refresh } from '../../server/src/testing/oauth-flow.ts';
import type { Person, Target } from './server.ts';
import { isActive, item, newCode, startTarget } from './target.ts';

let target: Target;
let ada: Person;
before(async () => {
  target = await startTarget();
  ada = await target.newPerson();
});
after(() => target.close());

item('C26: a code has at least 128 bits and no two are alike', async () => {
  const codes = [await newCode(target, ada), await newCode(target, ada)];
  assert.notEqual(codes[0], codes[1]);
  for (const code of codes) assert.ok(code.length >= 22);
});

item(
  'C27: a replayed code is invalid_grant, and the tokens it gave are revoked (RFC 6749 §4.1.2)',
  async () => {
    const code = await newCode(target, ada);
    const first = (await exchange(target, target.client, code)).body;
    assert.equal(await isActive(target, first.access_token), true);
    const replay = await exchange(target, target.client, code);
    assert.deepEqual([replay.status, replay.body.error], [400, 'invalid_grant']);
    assert.equal(await isActive(target, first.access_token), false);
    assert.equal((await refresh(target, target.client, first.refresh_token)).body.error, 'invalid_grant');
  },
);

item(
  'C29: a code is bound to its application, whose own exchange still works after the other tried (RFC 6749 §4.1.3)',
  async () => {
    const code = await newCode(target, ada);
    const stolen = await exchange(target, target.otherClient, code, {
      redirect_uri: target.client.redirect_uri,
    });
    assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant']);
    assert.equal((await exchange(target, target.client, code)).status, 200);
  },
);

item('C29: a code is bound to its redirect_uri; another or none is an error (RFC 6749 §4.1.3)', async () => {
  const other = await exchange(target, target.client, await newCode(target, ada), {
    redirect_uri: 'https://app.example.com/cb?tenant=7&empty=',
  });
  assert.deepEqual([other.status, other.body.error], [400, 'invalid_grant']);
  const fields = { grant_type: 'authorization_code', code: await newCode(target, ada) };
  const none = await postForm(target, '/oauth/token', target.client, fields);
  assert.deepEqual([none.status, none.body.error], [400, 'invalid_request']);
});

item('C30: the right PKCE verifier is accepted (RFC 7636 §4.6)', async () => {
  const { code_verifier, request } = pkce();
  assert.equal(
    (await exchange(target, target.client, await newCode(target, ada, request), { code_verifier })).status,
    200,
  );
});

item('C30: a wrong or missing PKCE verifier is invalid_grant (RFC 7636 §4.6)', async () => {
  const { request } = pkce();
  for (const verifier of [{ code_verifier: pkce().code_verifier }, {}] as Record<string, string>[]) {
    const answer = await exchange(target, target.client, await newCode(target, ada, request), verifier);
    assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_grant']);
  }
});

item('C31: a verifier without a challenge is invalid_grant (RFC 9700 §2.1.1)', async () => {
  const answer = await exchange(target, target.client, await newCode(target, ada), {
    code_verifier: pkce().code_verifier,
  });
  assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_grant']);
});

item(
  'C32: a verifier that is too short, too long or holds other characters is refused (RFC 7636 §4.1)',
  async () => {
    for (const code_verifier of ['a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(43)}!`]) {
      const answer = await exchange(target, target.client, await newCode(target, ada, pkce().request), {
        code_verifier,
      });
      assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
    }
  },
);

item('C33: no PKCE at all works for an application with a secret', async () => {
  assert.equal((await exchange(target, target.client, await newCode(target, ada))).status, 200);
});

function pkce() {
  const code_verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  return { code_verifier, request: { code_challenge, code_challenge_method: 'S256' } };
}
