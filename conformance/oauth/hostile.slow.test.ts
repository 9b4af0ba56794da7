import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { newToken } from '../../server/src/platform/secrets/random-tokens.ts';
import type { TestBrowser } from '../../server/src/testing/browser.ts';
import { signedIn } from '../../server/src/testing/oauth-flow.ts';
import { startRapport } from './rapport.ts';
import { basic } from './target.ts';

/** Fixed, so that each run sends the same requests, unless the variable sets another seed. */
const SEED = Number(process.env.RAPPORT_TEST_SEED ?? 20_261_120);
const REQUESTS = 300;

let target: Awaited<ReturnType<typeof startRapport>>;
let browser: TestBrowser;
before(async () => {
  target = await startRapport();
  browser = await signedIn(target.app, await target.app.addUser('Ada'));
});
after(() => target.close());

const NAMES = [
  ...[
    'response_type',
    'client_id',
    'client_secret',
    'redirect_uri',
    'scope',
    'state',
    'nonce',
    'prompt',
    'max_age',
  ],
  ...[
    'code_challenge',
    'code_challenge_method',
    'response_mode',
    'login_hint',
    'request',
    'return_to',
    'form_token',
  ],
  ...[
    'decision',
    'grant_type',
    'code',
    'code_verifier',
    'refresh_token',
    'token',
    'token_type_hint',
    '__proto__',
    'constructor',
  ],
];

/** Returns right values among wrong ones, so that some requests get past the first check. */
function someValue() {
  const { client_id, client_secret, redirect_uri } = target.client;
  const right = [
    'code',
    '*',
    'openid',
    'none',
    'login',
    'S256',
    'query',
    'authorization_code',
    'refresh_token',
    'allow',
  ];
  right.push(client_id, client_secret, redirect_uri, 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
  right.push(
    newToken('oauth_authorization_code'),
    newToken('oauth_refresh_token'),
    newToken('oauth_access_token'),
  );
  const hostile = [
    '\0',
    '%',
    '%ff',
    "' OR 1=1 --",
    '<script>',
    '\r\nSet-Cookie: x=y',
    '//evil.example',
    '\ud800',
    '9'.repeat(400),
  ];
  return fc.oneof(fc.constantFrom(...right), fc.constantFrom(...hostile), fc.string({ unit: 'binary' }));
}

/** Returns a query or a form, escaped correctly or not. */
function someForm() {
  const pair = fc.tuple(fc.constantFrom(...NAMES), someValue(), fc.boolean());
  return fc
    .array(pair, { maxLength: 9 })
    .map((pairs) =>
      pairs
        .map(
          ([name, value, escaped]) =>
            `${name}=${escaped ? encodeURIComponent(value.toWellFormed()) : value.replace(/[^\x21-\x7e]|[#&]/g, '')}`,
        )
        .join('&'),
    );
}

/** Returns the valid beginning of a request. The hostile part comes after it. */
function rightStart(): string {
  const { client_id, redirect_uri } = target.client;
  return `response_type=code&client_id=${client_id}&redirect_uri=${encodeURIComponent(redirect_uri)}&`;
}

test('no authorization request is answered with 500, nor with a redirect to anywhere but the registered URLs and the sign-in page', async () => {
  const property = fc.asyncProperty(someForm(), fc.boolean(), async (query, right) => {
    const visit = await browser.get(`/oauth/authorize?${right ? rightStart() : ''}${query}`);
    assert.ok(visit.status < 500, `${visit.status} for ${query}`);
    assert.doesNotMatch(visit.text, /<script/i);
    if (visit.location === null) return;
    assert.match(visit.location, /^(https:\/\/app\.example\.com\/(callback|cb)\?|\/sign-in\?)/);
    assert.ok(!visit.headers.has('set-cookie') || !visit.headers.get('set-cookie')!.includes('x=y'));
  });
  await fc.assert(property, { numRuns: REQUESTS, seed: SEED });
});

test('no form posted to it is answered with 500 or changes anything without consent', async () => {
  const property = fc.asyncProperty(someForm(), async (body) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: `rapport_session=${browser.cookies.get('rapport_session')}`,
    };
    const url = `${target.base_url}/oauth/authorize?${rightStart()}prompt=consent`;
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
    if (response.status === 303) {
      // This is no consent form but an authorization request. It is redirected to the GET, or
      // refused.
      const location = response.headers.get('location')!;
      const refused = URL.parse(location)?.searchParams.has('error') && !/[?&]code=/.test(location);
      assert.ok(location.startsWith('/oauth/authorize?') || refused, `${location} for ${body}`);
    } else assert.ok([400, 403].includes(response.status), `${response.status} for ${body}`);
  });
  await fc.assert(property, { numRuns: REQUESTS, seed: SEED });
});

for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/introspect']) {
  test(`no request to ${path} is answered with 500, and every refusal is an OAuth error`, async () => {
    const property = fc.asyncProperty(someForm(), fc.boolean(), async (body, authenticated) => {
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        ...(authenticated ? basic(target.client) : {}),
      };
      const response = await fetch(target.base_url + path, { method: 'POST', headers, body });
      const answer = (await response.json()) as { error?: string; error_description?: string };
      assert.ok(response.status < 500, `${response.status} for ${body}`);
      assert.equal(response.status >= 400, 'error' in answer);
      if (answer.error_description)
        assert.match(answer.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    });
    await fc.assert(property, { numRuns: REQUESTS, seed: SEED });
  });
}

test('no sign-in page is answered with 500, and none leads to another host', async () => {
  const property = fc.asyncProperty(someForm(), async (query) => {
    const visit = await browser.get(`/sign-in?${query}`);
    assert.ok(visit.status < 500, `${visit.status} for ${query}`);
    const return_to = /name="return_to" value="([^"]*)"/.exec(visit.text)?.[1] ?? '';
    assert.equal(new URL(return_to, target.base_url).origin, target.base_url);
  });
  await fc.assert(property, { numRuns: REQUESTS, seed: SEED });
});
