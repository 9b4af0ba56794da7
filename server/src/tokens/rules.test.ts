import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../platform/problem.ts';
import { explainForeignToken, readBearerToken, refuseToken, TOKEN_LIFETIME_MAX_MS } from './rules.ts';

const DAY_MS = 86_400_000;

test('a token needs a name and a lifetime in the future, and a User has at most fifty', () => {
  assert.equal(refuseToken('Warehouse sync', 90 * DAY_MS, 49), null);
  assert.equal(refuseToken('x'.repeat(100), null, 0), null);
  assert.equal(refuseToken('Warehouse sync', TOKEN_LIFETIME_MAX_MS, 0), null);
  const codes = [
    refuseToken('  ', null, 0),
    refuseToken('Sync\u009b31m', null, 0),
    refuseToken('x'.repeat(101), null, 0),
    refuseToken('x', 0, 0),
    refuseToken('x', -DAY_MS, 0),
    refuseToken('x', TOKEN_LIFETIME_MAX_MS + 1, 0),
    refuseToken('x', Number.NaN, 0),
    refuseToken('x', null, 50),
  ].map((refusal) => refusal?.errors[0]?.code ?? refusal?.code);
  assert.deepEqual(codes, [
    'wrong_format',
    'wrong_format',
    'too_long',
    'too_small',
    'too_small',
    'too_large',
    'too_small',
    'limit_reached',
  ]);
});

test('a refused lifetime is reported at its field', () => {
  const refusal = refuseToken('x', TOKEN_LIFETIME_MAX_MS + 1, 0);
  assert.deepEqual(
    refusal?.errors.map((error) => error.pointer),
    ['/expires_at'],
  );
});

for (const header of ['Bearer rpt_pat_x', 'bearer rpt_pat_x', 'BEARER rpt_pat_x', 'Bearer   rpt_pat_x']) {
  test(`the token in "${header}" is read`, () => assert.equal(readBearerToken(header, {}), 'rpt_pat_x'));
}

/** Returns the code of the refusal and its WWW-Authenticate header. */
function refused(header: string | undefined, query: unknown = {}): [string, string | undefined] {
  const refusal = readBearerToken(header, query);
  assert.ok(refusal instanceof Problem);
  return [refusal.code, refusal.headers['www-authenticate']];
}

for (const header of [undefined, '', 'Basic dXNlcjpwYXNz', 'Token abc', 'rpt_pat_x', 'Bearerx abc']) {
  test(`Authorization: ${header} has no credentials, so the challenge has no error code`, () => {
    assert.deepEqual(refused(header), ['credentials_missing', 'Bearer realm="Rapport"']);
  });
}

for (const header of [
  'Bearer',
  'Bearer ',
  'Bearer a b',
  'Bearer "abc"',
  'Bearer a,b',
  'Bearer ä',
  'Bearer a\tb',
]) {
  test(`Authorization: ${JSON.stringify(header)} is malformed`, () => {
    assert.deepEqual(refused(header), ['invalid_request', 'Bearer realm="Rapport", error="invalid_request"']);
  });
}

test('a token in the query is refused, even beside a valid one in the header', () => {
  for (const query of [{ access_token: 'rpt_pat_x' }, { access_token: '' }, { access_token: ['a', 'b'] }]) {
    assert.equal(refused('Bearer rpt_pat_x', query)[0], 'invalid_request');
  }
  assert.doesNotMatch(JSON.stringify(readBearerToken(undefined, { access_token: 'rpt_pat_x' })), /rpt_pat_x/);
});

test('a mistyped token of ours is distinguished from a foreign one, and neither is repeated', () => {
  assert.match(explainForeignToken('rpt_pat_abc').detail, /mistyped or cut/);
  assert.match(explainForeignToken('ghp_abc').detail, /not a token of this service.*rpt_pat_/);
  assert.doesNotMatch(JSON.stringify(explainForeignToken('ghp_abc')), /abc/);
});

test('header and body of the refusal of a token say the same, in characters allowed in a header', () => {
  const { detail, headers } = explainForeignToken('ghp_abc');
  const described = `Bearer realm="Rapport", error="invalid_token", error_description="${detail}"`;
  assert.equal(headers['www-authenticate'], described);
  // The characters that RFC 6750 §3 allows in error_description: %x20-21 / %x23-5B / %x5D-7E.
  assert.match(detail, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
});
