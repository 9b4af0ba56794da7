import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { authorizeUrl, exchange } from '../../server/src/testing/oauth-flow.ts';
import type { Person, Target } from './server.ts';
import { answerOf, item, startTarget, without } from './target.ts';

let target: Target;
let ada: Person;
before(async () => {
  target = await startTarget();
  ada = await target.newPerson();
});
after(() => target.close());

const go = (parameters: Record<string, string> = {}, more = '') =>
  target.visit(ada, authorizeUrl(target.client, parameters) + more);

item(
  'C1: sign-in and consent lead back with code, the exact state and iss (RFC 6749 §4.1.2, RFC 9207 §2)',
  async () => {
    const visit = await go({ state: 'xyz' });
    assert.equal(visit.status, 303);
    const { code, ...rest } = answerOf(visit);
    assert.ok(code && code.length >= 22);
    assert.deepEqual(rest, { state: 'xyz', iss: target.base_url });
    assert.ok(visit.location!.startsWith('https://app.example.com/callback?'));
  },
);

item('C2: without state there is none in the answer (RFC 6749 §4.1.2)', async () => {
  assert.ok(!('state' in answerOf(await target.visit(ada, without(target, 'state')))));
});

item('C2: a long state and one that is not ASCII come back the same (RFC 6749 §4.1.2)', async () => {
  for (const state of ['x'.repeat(4000), 'Ünïcödé ✓ 日本語 🎉', 'a+b c&d=e?f#g%20h/"<>\\']) {
    assert.equal(answerOf(await go({ state })).state, state);
  }
});

item('C8: a missing response_type is invalid_request, by redirect (RFC 6749 §4.1.2.1)', async () => {
  assert.equal(answerOf(await target.visit(ada, without(target, 'response_type'))).error, 'invalid_request');
});

const inFragment = {
  differs: 'it answers response types with tokens in the fragment',
  seen: /^\["#error=unsupported_response_type&/,
};
const notAllowed = {
  differs: 'it has this response type for other clients, and answers in the fragment',
  seen: /^\["#error=invalid_request&error_description=requested\+response_type\+is\+not\+allowed/,
};
for (const [response_type, difference] of [
  ['token', inFragment],
  ['id_token', notAllowed],
  ['code token', inFragment],
  ['x', undefined],
] as const) {
  item(
    `C8, C74: response_type=${response_type} is unsupported_response_type, by redirect (RFC 6749 §4.1.2.1)`,
    async () => {
      const url = new URL(authorizeUrl(target.client, { response_type }), target.base_url);
      const visit = await target.visit(ada, url.pathname + url.search);
      const answer = answerOf(visit);
      assert.deepEqual(
        [new URL(visit.location!).hash, answer.error, answer.state, answer.iss],
        ['', 'unsupported_response_type', 'af0ifjsldkj', target.base_url],
      );
    },
    difference,
  );
}

item(
  'C9: an unknown scope is invalid_scope',
  async () => {
    const answer = answerOf(await go({ scope: '* admin' }));
    assert.deepEqual([answer.error, answer.code], ['invalid_scope', undefined]);
  },
  { differs: 'it leaves out scopes it does not know and goes on', seen: /^\[null,"[\w-]+"\]$/ },
);

item(
  'C9: a missing scope means *',
  async () => {
    const { code, error } = answerOf(await target.visit(ada, without(target, 'scope')));
    assert.equal(error, undefined);
    assert.equal((await exchange(target, target.client, code!)).body.scope, '*');
  },
  { differs: 'its default scope is empty, and it refuses that', seen: /^"access_denied"$/ },
);

for (const more of [
  '&scope=*',
  '&response_type=code',
  '&state=2',
  '&code_challenge=x&code_challenge=y',
  '&prompt=none&prompt=none',
]) {
  item(`C10: a repeated parameter (${more}) is invalid_request (RFC 6749 §3.1)`, async () => {
    const answer = answerOf(await go({}, more));
    assert.deepEqual([answer.error, answer.code], ['invalid_request', undefined]);
  });
}

item('C10: an empty parameter counts as absent, and unknown ones are ignored (RFC 6749 §3.1)', async () => {
  const answer = answerOf(
    await go({
      state: '',
      nonce: '',
      code_challenge: '',
      response_mode: '',
      wicked: 'yes',
      ui_locales: 'de',
    }),
  );
  assert.ok(answer.code);
  assert.ok(!('state' in answer));
});

item('C11: a User who denies is access_denied with state and iss (RFC 6749 §4.1.2.1)', async () => {
  const path = authorizeUrl(target.otherClient, { state: 's' });
  const answer = answerOf(await target.visit(ada, path, 'deny'));
  assert.deepEqual(
    [answer.error, answer.state, answer.iss, answer.code],
    ['access_denied', 's', target.base_url, undefined],
  );
});

item(
  'C13: error_description holds only what the RFC allows, whatever the request held (RFC 6749 §4.1.2.1)',
  async () => {
    for (const parameters of [{ response_type: 'é"\\\r\n<x>' }, { prompt: 'ü"\\' }]) {
      const answer = answerOf(await go(parameters as unknown as Record<string, string>));
      assert.match(answer.error_description ?? '', /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/);
    }
  },
);

item(
  'C19: consent is remembered for the same User, application and less scope; prompt=consent asks again',
  async () => {
    const grace = await target.newPerson();
    await target.visit(grace, authorizeUrl(target.client, { scope: 'openid email' }));
    const again = await grace.browser.follow(
      await grace.browser.get(authorizeUrl(target.client, { scope: 'openid' })),
    );
    assert.ok(answerOf(again).code, 'the same');
    const more = await grace.browser.follow(
      await grace.browser.get(authorizeUrl(target.client, { scope: '*' })),
    );
    assert.equal(more.location, null, 'more scope');
    const other = await grace.browser.follow(
      await grace.browser.get(authorizeUrl(target.otherClient, { scope: 'openid' })),
    );
    assert.equal(other.location, null, 'another application');
    const forced = await grace.browser.follow(
      await grace.browser.get(authorizeUrl(target.client, { scope: 'openid', prompt: 'consent' })),
    );
    assert.equal(forced.location, null, 'prompt=consent');
  },
);

item(
  'C20: prompt=none without a sign-in is login_required, without consent consent_required (OpenID Connect Core §3.1.2.6)',
  async () => {
    const grace = await target.newPerson();
    const silent = (client = target.client) =>
      grace.browser.get(authorizeUrl(client, { scope: 'openid', prompt: 'none' }));
    assert.equal(answerOf(await silent()).error, 'login_required');
    await target.visit(grace, authorizeUrl(target.client, { scope: 'openid' }));
    assert.ok(answerOf(await silent()).code);
    assert.equal(answerOf(await silent(target.otherClient)).error, 'consent_required');
  },
);

item('C23: the authorization endpoint sends no CORS headers (RFC 9700 §2.6)', async () => {
  const visit = await ada.browser.get(authorizeUrl(target.client), { origin: 'https://evil.example' });
  assert.equal(visit.headers.get('access-control-allow-origin'), null);
});

for (const [response_mode, differs, seen] of [
  ['fragment', 'it supports this response mode', /^\["#code=/],
  ['form_post', 'it supports this response mode', /<title>Submitting Callback<\/title>/],
  ['nonsense', 'its code is unsupported_response_mode', /^\["","unsupported_response_mode",null\]$/],
] as const) {
  item(
    `C24: response_mode=${response_mode} is refused`,
    async () => {
      const visit = await go({ response_mode });
      const answer = answerOf(visit);
      assert.deepEqual(
        [new URL(visit.location!).hash, answer.error, answer.code],
        ['', 'invalid_request', undefined],
      );
    },
    { differs, seen },
  );
}

item(
  'C32: plain, an unknown method and a malformed challenge are invalid_request (RFC 7636 §4.3)',
  async () => {
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    for (const parameters of [
      { code_challenge: challenge, code_challenge_method: 'plain' },
      { code_challenge: challenge },
      { code_challenge: challenge, code_challenge_method: 's256' },
      { code_challenge: challenge.slice(1), code_challenge_method: 'S256' },
      { code_challenge: `${challenge.slice(1)}=`, code_challenge_method: 'S256' },
      { code_challenge_method: 'S256' },
    ]) {
      const answer = answerOf(await go(parameters as unknown as Record<string, string>));
      assert.deepEqual(
        [answer.error, answer.code],
        ['invalid_request', undefined],
        JSON.stringify(parameters),
      );
    }
  },
);

item(
  'C33: an application that must use PKCE is refused without it, by redirect (RFC 7636 §4.4.1)',
  async () => {
    const answer = answerOf(await target.visit(ada, authorizeUrl(target.pkceClient)));
    assert.deepEqual([answer.error, answer.code], ['invalid_request', undefined]);
  },
);

item('request and request_uri are refused and not passed over (OpenID Connect Core §6)', async () => {
  assert.equal(answerOf(await go({ request: 'eyJhbGciOiJub25lIn0.e30.' })).error, 'request_not_supported');
  assert.equal(
    answerOf(await go({ request_uri: 'https://evil.example/' })).error,
    'request_uri_not_supported',
  );
});
