import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a hash is a PHC string with its parameters, and verifies only its own password', async () => {
  const hash = await hashPassword('correct horse battery');
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.equal(await verifyPassword('correct horse battery', hash), true);
  for (const wrong of ['', 'correct horse batterY', 'correct horse battery ', '*']) {
    assert.equal(await verifyPassword(wrong, hash), false, wrong);
  }
});

test('the same password never has the same hash twice', async () => {
  assert.notEqual(await hashPassword('correct horse battery'), await hashPassword('correct horse battery'));
});

test('a hash of the reference implementation, with other parameters, is verified', async () => {
  // From the tests of phc-winner-argon2: t=2, m=2^16, p=1, "password", "somesalt".
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  assert.equal(await verifyPassword('password', hash), true);
  assert.equal(await verifyPassword('Password', hash), false);
});

test('a password typed with composed letters matches one with combining marks', async () => {
  const hash = await hashPassword('Pa\u0308sswo\u0308rter');
  assert.equal(await verifyPassword('P\u00e4ssw\u00f6rter', hash), true);
});

test('a malformed hash matches no password', async () => {
  for (const hash of [
    '',
    'correct horse battery',
    '$2b$10$abc',
    '$argon2id$v=19$m=19456,t=2,p=1$$',
    '$argon2i$v=19$m=8,t=1,p=1$c29tc2FsdA$AAAA',
  ]) {
    assert.equal(await verifyPassword('correct horse battery', hash), false, hash);
  }
});
