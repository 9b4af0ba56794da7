import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newUuid } from '../platform/ids.ts';
import { hashToken, newToken, TOKEN_PREFIXES, type TokenKind } from '../platform/secrets/random-tokens.ts';
import { secretsIn } from './find-secrets.ts';

for (const [kind, prefix] of Object.entries(TOKEN_PREFIXES) as [TokenKind, string][]) {
  test(`a ${kind} is found whole, without its prefix, in hex and in base64, anywhere in the text`, () => {
    const token = newToken(kind);
    const body = token.slice(prefix.length);
    const basic = Buffer.from(`${newUuid(new Date())}:${token}`).toString('base64');
    const hidden = [
      token,
      `{"path":"/callback?code=${token}&state=x"}`,
      `xx${body}yy`,
      `\\x${Buffer.from(token).toString('hex')}`,
      `authorization: Basic ${basic}`,
      Buffer.from(token).toString('base64url'),
    ];
    for (const text of hidden) assert.ok(secretsIn(text).includes(body), text);
  });
}

test('an ID token and a password are found', () => {
  const jwt = ['{"alg":"ES256","kid":"0123456789"}', '{"iss":"https://crm.example.com"}', 'x'.repeat(64)];
  const id_token = jwt.map((part) => Buffer.from(part).toString('base64url')).join('.');
  assert.deepEqual(secretsIn(`"${id_token}"`), [id_token]);
  assert.deepEqual(secretsIn('signed in with correct horse battery', ['correct horse battery']), [
    'correct horse battery',
  ]);
});

test('hashes, uuids, the last four characters and mistyped tokens are not secrets', () => {
  const token = newToken('oauth_access_token');
  const mistyped = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
  const text = [hashToken(token).toString('hex'), newUuid(new Date()), token.slice(-4), mistyped].join(' ');
  assert.deepEqual(secretsIn(text), []);
});
