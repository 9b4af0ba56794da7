import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from 'otpauth';
import {
  isTotpCode,
  newRecoveryCodes,
  newTotpSecret,
  plainRecoveryCode,
  timeStepOf,
  totpUri,
} from './rules.ts';

/** The vectors of RFC 6238, appendix B. They have eight digits; ours are the last six. */
const SECRET = Secret.fromLatin1('12345678901234567890').base32;
const VECTORS: [seconds: number, code: string][] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
];

const at = (seconds: number) => new Date(seconds * 1000);
const fresh = { secret: SECRET, last_step: 0 };

test('the codes of RFC 6238 are accepted, each in its 30 seconds', () => {
  for (const [seconds, code] of VECTORS)
    assert.equal(timeStepOf(fresh, code.slice(2), at(seconds)), Math.floor(seconds / 30), String(seconds));
});

test('a code is accepted 30 seconds before and after its time, and no longer', () => {
  const code = '005924';
  const taken = [-60, -31, -30, 0, 30, 59, 60].map((off) =>
    timeStepOf(fresh, code, at(1234567890 + off)) === 'wrong' ? 'wrong' : 'taken',
  );
  assert.deepEqual(taken, ['wrong', 'wrong', 'taken', 'taken', 'taken', 'taken', 'wrong']);
});

test('a code is accepted once, and none older than the last one', () => {
  const now = at(1234567890);
  const time_step = timeStepOf(fresh, '005924', now) as number;
  assert.equal(timeStepOf({ secret: SECRET, last_step: time_step }, '005924', now), 'used');
  assert.equal(timeStepOf({ secret: SECRET, last_step: time_step + 1 }, '005924', now), 'used');
  assert.equal(timeStepOf({ secret: SECRET, last_step: time_step - 1 }, '005924', now), time_step);
});

test('a right code after the clock was set back is distinguished from a wrong one', () => {
  const used = { secret: SECRET, last_step: Math.floor(1234567890 / 30) + 2 };
  assert.equal(timeStepOf(used, '005924', at(1234567890)), 'clock_set_back');
  assert.equal(timeStepOf(used, '005925', at(1234567890)), 'wrong');
});

test('a code may have a space, and a recovery code is not taken for one', () => {
  assert.equal(timeStepOf(fresh, ' 005 924 ', at(1234567890)), Math.floor(1234567890 / 30));
  assert.deepEqual(['005 924', '005924', '05924', 'h4kq-9w2m-x7bt', '005924x', '٠٠٥٩٢٤'].map(isTotpCode), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('the QR code tells the app the User and the host', () => {
  const secret = newTotpSecret();
  assert.match(secret, /^[A-Z2-7]{32}$/);
  const uri = new URL(totpUri(secret, 'ada+crm@example.com', 'https://crm.example:8443/x'));
  assert.equal(uri.protocol, 'otpauth:');
  assert.equal(decodeURIComponent(uri.pathname).split(':').at(-1), 'ada+crm@example.com');
  assert.deepEqual(
    ['secret', 'issuer', 'digits', 'period', 'algorithm'].map((name) => uri.searchParams.get(name)),
    [secret, 'Rapport (crm.example:8443)', '6', '30', 'SHA1'],
  );
});

test('ten recovery codes differ, and are accepted however they are typed', () => {
  const codes = newRecoveryCodes();
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) assert.match(code, /^([2-9a-hjkmnp-z]{4}-){2}[2-9a-hjkmnp-z]{4}$/);
  assert.equal(plainRecoveryCode(' H4KQ 9w2m-x7bt\n'), 'h4kq9w2mx7bt');
});
