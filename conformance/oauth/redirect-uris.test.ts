import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { authorizeUrl } from '../../server/src/testing/oauth-flow.ts';
import type { Person, Target } from './server.ts';
import { item, startTarget, without } from './target.ts';

let target: Target;
let ada: Person;
before(async () => {
  target = await startTarget();
  ada = await target.newPerson();
});
after(() => target.close());

const go = (parameters: Record<string, string> = {}, more = '') =>
  target.visit(ada, authorizeUrl(target.client, parameters) + more);

for (const [what, client_id] of [
  ['unknown', '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64'],
  ['malformed', "x' OR 1=1 --"],
  ['empty', ''],
] as const) {
  item(
    `C3: a client_id that is ${what} is told on a page, never by redirect (RFC 6749 §3.1.2.4)`,
    async () => {
      const visit = await go({ client_id });
      assert.deepEqual([visit.status, visit.location], [400, null]);
    },
  );
}

item('C3: a missing client_id is told on a page, never by redirect (RFC 6749 §3.1.2.4)', async () => {
  const visit = await target.visit(ada, without(target, 'client_id'));
  assert.deepEqual([visit.status, visit.location], [400, null]);
});

item('C4: a missing redirect_uri is told on a page, never by redirect (RFC 9700 §4.1.3)', async () => {
  const visit = await target.visit(ada, without(target, 'redirect_uri'));
  assert.deepEqual([visit.status, visit.location], [400, null]);
});

for (const redirect_uri of [
  'https://app.example.com/callback/',
  'https://app.example.com/Callback',
  'https://APP.example.com/callback',
  'https://app.example.com:443/callback',
  'https://app.example.com:8443/callback',
  'http://app.example.com/callback',
  'https://app.example.com/callback?x=1',
  'https://app.example.com/callback#x',
  'https://user@app.example.com/callback',
  'https://app.example.com/x/../callback',
  'https://app.example.com/%63allback',
  'https://app.example.com.evil.example/callback',
  'https://evil.example/?https://app.example.com/callback',
  'javascript:alert(1)',
  '//app.example.com/callback',
  'https://app.example.com\\@evil.example/callback',
]) {
  item(`C4: ${redirect_uri} is not the registered URL (RFC 9700 §2.1)`, async () => {
    const visit = await go({ redirect_uri });
    assert.deepEqual([visit.status, visit.location], [400, null]);
  });
}

const withQuery = () => ({ redirect_uri: 'https://app.example.com/cb?tenant=7&empty=' });

item('C5: the query of the registered URL is kept in a success (RFC 6749 §3.1.2)', async () => {
  const { location } = await go(withQuery());
  assert.ok(location!.startsWith('https://app.example.com/cb?tenant=7&empty='), location!);
  assert.ok(new URL(location!).searchParams.get('code'));
});

item(
  'C5: the query of the registered URL is kept in an error (RFC 6749 §3.1.2)',
  async () => {
    const { location } = await go({ ...withQuery(), scope: 'nonsense' });
    assert.ok(location!.startsWith('https://app.example.com/cb?tenant=7&empty='), location!);
    assert.equal(new URL(location!).searchParams.get('error'), 'invalid_scope');
  },
  {
    differs: 'it leaves out scopes it does not know, and refuses what has none left',
    seen: /^"access_denied"$/,
  },
);

item('C10: a repeated client_id or redirect_uri is told on a page (RFC 6749 §3.1)', async () => {
  for (const more of [
    `&client_id=${target.client.client_id}`,
    `&redirect_uri=${encodeURIComponent(target.client.redirect_uri)}`,
  ]) {
    const visit = await go({}, more);
    assert.deepEqual([visit.status, visit.location], [400, null]);
  }
});
