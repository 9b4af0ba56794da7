import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseAllowedOrigins, refuseApplication, refuseRedirectUrls } from './rules.ts';

test('C6: https URLs, and http on loopback, can be registered', () => {
  for (const url of [
    'https://app.example.com',
    'https://app.example.com/callback?tenant=7',
    'https://app.example.com:8443/callback',
    'http://localhost:8080/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/callback',
  ]) {
    assert.equal(refuseRedirectUrls([url]), null, url);
  }
});

test('C6: a URL that could lead elsewhere cannot be registered (RFC 9700 §2.6)', () => {
  for (const url of [
    'https://app.example.com/#fragment',
    'https://app.example.com/#',
    '/callback',
    'app.example.com/callback',
    '//app.example.com/callback',
    'https://*.example.com/callback',
    'https://app.example.com/*',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'com.example.app:/callback',
    'http://app.example.com/callback',
    'http://localhost.evil.example/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://0.0.0.0/callback',
    'https://user:secret@app.example.com/',
    'https://app.example.com\\@evil.example/',
    'https://app.example.com/call back',
    'https://app.example.com/\ncallback',
    ' https://app.example.com/',
    'https://app.example.com/?code=1',
    'https://app.example.com/?x=1&state=2',
    `https://app.example.com/${'x'.repeat(2000)}`,
    '',
  ]) {
    assert.notEqual(refuseRedirectUrls([url]), null, url);
  }
});

test('an origin is registered in the form that browsers send, on https or on loopback', () => {
  for (const origin of ['https://app.example.com', 'https://app.example.com:8443', 'http://localhost:5173'])
    assert.equal(refuseAllowedOrigins([origin]), null, origin);
  for (const origin of [
    'https://app.example.com/',
    'https://app.example.com:443',
    'https://*.example.com',
    'http://app.example.com',
    'app.example.com',
    'null',
    '*',
    'file://',
  ])
    assert.notEqual(refuseAllowedOrigins([origin]), null, origin);
});

test('an application needs a name, a company, an address and at least one redirect URL', () => {
  const problem = refuseApplication({
    name: ' ',
    company: 'A\u0085B',
    email: 'nobody',
    redirect_urls: [],
    allowed_origins: [],
  });
  assert.deepEqual(
    problem?.errors.map(({ pointer }) => pointer),
    ['/name', '/company', '/email', '/redirect_urls'],
  );
});
