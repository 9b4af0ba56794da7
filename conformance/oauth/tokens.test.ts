import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { exchange, refresh } from '../../server/src/testing/oauth-flow.ts';
import type { Person, Target } from './server.ts';
import { isActive, item, newCode, newTokens, startTarget } from './target.ts';

let target: Target;
let ada: Person;
before(async () => {
  target = await startTarget();
  ada = await target.newPerson();
});
after(() => target.close());

item('C41: the answer has token_type Bearer, a number expires_in and the scope (RFC 6749 §5.1)', async () => {
  const { body } = await exchange(
    target,
    target.client,
    await newCode(target, ada, { scope: 'openid email' }),
  );
  assert.deepEqual([body.token_type, body.expires_in, body.scope], ['Bearer', 3600, 'openid email']);
});

item(
  'C41: the answer has the ends of both tokens as dates',
  async () => {
    const tokens = await newTokens(target, ada);
    assert.match(tokens.access_token_expires_at!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
    assert.ok(tokens.refresh_token_expires_at! > tokens.access_token_expires_at!);
    assert.ok(!('expires_at' in tokens), 'Python clients take expires_at for a number');
  },
  { differs: 'the contract asks for an expiry date, no RFC does', seen: /^undefined$/ },
);

item(
  'C42: a request that fails client authentication leaves the code and the refresh token as they are',
  async () => {
    const code = await newCode(target, ada);
    const wrong = { ...target.client, client_secret: 'wrong' };
    assert.equal((await exchange(target, wrong, code)).status, 401);
    const tokens = (await exchange(target, target.client, code)).body;
    assert.ok(tokens.refresh_token);
    assert.equal((await refresh(target, wrong, tokens.refresh_token)).status, 401);
    assert.equal((await refresh(target, target.client, tokens.refresh_token)).status, 200);
  },
);

item('C44: a refresh gives a new pair, and the old access token works until it expires', async () => {
  const tokens = await newTokens(target, ada);
  const next = await refresh(target, target.client, tokens.refresh_token);
  assert.equal(next.status, 200);
  assert.notEqual(next.body.refresh_token, tokens.refresh_token);
  assert.notEqual(next.body.access_token, tokens.access_token);
  assert.equal(await isActive(target, tokens.access_token), true);
  assert.equal(await isActive(target, next.body.access_token), true);
});

item(
  'C44: a retry within a minute gets the identical pair',
  async () => {
    const tokens = await newTokens(target, ada);
    const first = await refresh(target, target.client, tokens.refresh_token);
    const again = await refresh(target, target.client, tokens.refresh_token);
    assert.deepEqual([again.status, again.body], [200, first.body]);
    target.advance(60_000);
    const late = await refresh(target, target.client, tokens.refresh_token);
    const expires_in = first.body.expires_in - 60;
    assert.deepEqual([late.status, late.body], [200, { ...first.body, expires_in }]);
  },
  {
    differs: 'it has no window: the second use revokes the grant',
    seen: /^\[400,\{"error":"invalid_grant"/,
  },
);

item(
  'C45: a used refresh token after the window is invalid_grant, and everything from the grant is revoked (RFC 9700 §4.14.2)',
  async () => {
    const tokens = await newTokens(target, ada);
    const next = await refresh(target, target.client, tokens.refresh_token);
    target.advance(60_001);
    const reuse = await refresh(target, target.client, tokens.refresh_token);
    assert.deepEqual([reuse.status, reuse.body.error], [400, 'invalid_grant']);
    for (const token of [tokens.access_token, next.body.access_token, next.body.refresh_token]) {
      assert.equal(await isActive(target, token), false);
    }
    assert.equal((await refresh(target, target.client, next.body.refresh_token)).body.error, 'invalid_grant');
  },
  { differs: 'its clock cannot be moved', seen: /^its clock cannot be moved$/ },
);

item(
  'C45: a used refresh token within the window, once its successor was used, revokes everything as well',
  async () => {
    const tokens = await newTokens(target, ada);
    const second = (await refresh(target, target.client, tokens.refresh_token)).body;
    const third = (await refresh(target, target.client, second.refresh_token)).body;
    assert.equal((await refresh(target, target.client, tokens.refresh_token)).body.error, 'invalid_grant');
    assert.equal(await isActive(target, third.access_token), false);
    assert.equal((await refresh(target, target.client, third.refresh_token)).body.error, 'invalid_grant');
  },
);

item(
  'C48: a refresh token is bound to its application, and the try of another does not revoke it (RFC 6749 §6)',
  async () => {
    const tokens = await newTokens(target, ada);
    const stolen = await refresh(target, target.otherClient, tokens.refresh_token);
    assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant']);
    assert.equal((await refresh(target, target.client, tokens.refresh_token)).status, 200);
  },
);

item(
  'C49: a refresh may narrow the scope but not widen it, and the next one has the full scope again (RFC 6749 §6)',
  async () => {
    const tokens = await newTokens(target, ada, { scope: 'openid email' });
    const wider = await refresh(target, target.client, tokens.refresh_token, {
      scope: 'openid email profile',
    });
    assert.deepEqual([wider.status, wider.body.error], [400, 'invalid_scope']);
    const narrow = await refresh(target, target.client, tokens.refresh_token, { scope: 'openid' });
    assert.deepEqual([narrow.status, narrow.body.scope], [200, 'openid']);
    const full = await refresh(target, target.client, narrow.body.refresh_token);
    assert.deepEqual([full.status, full.body.scope], [200, 'openid email']);
  },
);
