import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { postForm, refresh } from '../../server/src/testing/oauth-flow.ts';
import type { Person, Target } from './server.ts';
import { isActive, item, newTokens, startTarget } from './target.ts';

let target: Target;
let ada: Person;
before(async () => {
  target = await startTarget();
  ada = await target.newPerson();
});
after(() => target.close());

item('C52: revoking needs the application to prove who it is (RFC 7009 §2.1)', async () => {
  const answer = await postForm(
    target,
    '/oauth/revoke',
    { ...target.client, client_secret: 'wrong' },
    { token: 'x' },
  );
  assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_client']);
});

item('C52: an unknown token and an unknown hint are answered 200 (RFC 7009 §2.2)', async () => {
  const requests: Record<string, string>[] = [
    { token: 'nonsense' },
    { token: 'nonsense', token_type_hint: 'nonsense' },
  ];
  for (const fields of requests) {
    assert.equal((await postForm(target, '/oauth/revoke', target.client, fields)).status, 200);
  }
});

item('C52: a missing token is invalid_request (RFC 7009 §2.1)', async () => {
  const answer = await postForm(target, '/oauth/revoke', target.client, {});
  assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
});

item(
  'C52: the token of another application is left as it is',
  async () => {
    const tokens = await newTokens(target, ada);
    const answer = await postForm(target, '/oauth/revoke', target.otherClient, {
      token: tokens.access_token,
    });
    assert.equal(answer.status, 200);
    assert.equal(await isActive(target, tokens.access_token), true);
  },
  { differs: 'it answers 400, which RFC 7009 §2.1 allows as well', seen: /^400$/ },
);

item(
  'C52: an access token is revoked alone, a refresh token with its access tokens (RFC 7009 §2.1)',
  async () => {
    const tokens = await newTokens(target, ada);
    await postForm(target, '/oauth/revoke', target.client, { token: tokens.access_token });
    assert.equal(await isActive(target, tokens.access_token), false);
    assert.equal(await isActive(target, tokens.refresh_token), true);
    const next = (await refresh(target, target.client, tokens.refresh_token)).body;
    await postForm(target, '/oauth/revoke', target.client, {
      token: next.refresh_token,
      token_type_hint: 'access_token',
    });
    assert.equal(await isActive(target, next.access_token), false);
    assert.equal((await refresh(target, target.client, next.refresh_token)).body.error, 'invalid_grant');
  },
  { differs: 'there, revoking an access token ends its grant as well', seen: /^false$/ },
);

item(
  'C53: introspection needs the application to prove who it is (RFC 7662 §2.1)',
  async () => {
    const answer = await postForm(target, '/oauth/introspect', null, { token: 'x' });
    assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_client']);
  },
  {
    differs:
      'no credentials at all are invalid_request 400 there; RFC 6749 §5.2 names them under invalid_client',
    seen: /^\[400,"invalid_request"\]$/,
  },
);

item(
  'C53: a token of the application is described, and nobody keeps the answer (RFC 7662 §2.2)',
  async () => {
    const tokens = await newTokens(target, ada, { scope: 'openid' });
    const answer = await postForm(target, '/oauth/introspect', target.client, { token: tokens.access_token });
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
  const tokens = await newTokens(target, ada);
  await refresh(target, target.client, tokens.refresh_token);
  for (const token of ['nonsense', tokens.refresh_token]) {
    const answer = await postForm(target, '/oauth/introspect', target.client, { token });
    assert.deepEqual([answer.status, answer.body], [200, { active: false }]);
  }
});

item(
  'C53: another application\'s token is exactly {"active":false}',
  async () => {
    const tokens = await newTokens(target, ada);
    const answer = await postForm(target, '/oauth/introspect', target.otherClient, {
      token: tokens.access_token,
    });
    assert.deepEqual([answer.status, answer.body], [200, { active: false }]);
  },
  { differs: 'any client may look at any token unless a policy is written', seen: /^\[200,\{"active":true,/ },
);
