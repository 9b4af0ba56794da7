import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSecretKeyText, secretKeyFrom } from '../../platform/secrets/secret-key.ts';
import { SigningSecrets } from './signing-secrets.ts';

test('the secret of a receiver that is sent to all the time is decrypted once, however many others there are', () => {
  const secretKey = secretKeyFrom(newSecretKeyText());
  const decrypted: string[] = [];
  const secrets = new SigningSecrets({
    ...secretKey,
    decrypt: (ciphertext, context) => {
      decrypted.push(context);
      return secretKey.decrypt(ciphertext, context);
    },
  });
  const encrypted = secretKey.encrypt('busy secret', 'busy');
  for (let n = 0; n < 5000; n++) {
    assert.equal(secrets.open(encrypted, 'busy'), 'busy secret');
    secrets.open(secretKey.encrypt('seldom', `${n}`), `${n}`);
  }
  assert.equal(decrypted.filter((context) => context === 'busy').length, 1);
});
