import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newSecretKeyText, SECRET_KEY_MIN_LENGTH, secretKeyFrom } from './secret-key.ts';

const key = secretKeyFrom('0123456789abcdef0123456789abcdef');

test('a ciphertext decrypts to its text, and never repeats', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plaintext, context) => {
      const [one, two] = [key.encrypt(plaintext, context), key.encrypt(plaintext, context)];
      assert.notDeepEqual(one, two);
      assert.equal(key.decrypt(one, context), plaintext);
      assert.equal(key.decrypt(two, context), plaintext);
    }),
  );
});

test('a ciphertext moved to another record does not decrypt', () => {
  const ciphertext = key.encrypt('secret', 'record 1');
  assert.throws(() => key.decrypt(ciphertext, 'record 2'));
});

test('a ciphertext with any changed bit does not decrypt', () => {
  const ciphertext = key.encrypt('secret', 'record');
  fc.assert(
    fc.property(fc.nat(ciphertext.length * 8 - 1), (bit) => {
      const changed = Buffer.from(ciphertext);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      assert.throws(() => key.decrypt(changed, 'record'));
    }),
  );
});

test('another key does not decrypt it, and the same text gives the same key', () => {
  const ciphertext = key.encrypt('secret', 'record');
  assert.throws(() => secretKeyFrom('0123456789abcdef0123456789abcdeF').decrypt(ciphertext, 'record'));
  assert.equal(secretKeyFrom('0123456789abcdef0123456789abcdef').decrypt(ciphertext, 'record'), 'secret');
});

test('a ciphertext of an older release still decrypts', () => {
  const old = Buffer.from('S1B+MxV0VB++Hoel7xEZNfL8m7FmUdJptLP7I/KfRo0/jCOCKpa94RRl', 'base64');
  assert.equal(key.decrypt(old, 'record'), 'signing secret');
});

test('a new key is long enough for the setting', () => {
  assert.ok(newSecretKeyText().length >= SECRET_KEY_MIN_LENGTH);
  assert.notEqual(newSecretKeyText(), newSecretKeyText());
});
