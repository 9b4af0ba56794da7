import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  hashToken,
  newToken,
  randomBase62,
  TOKEN_PREFIXES,
  type TokenKind,
  tokenKind,
} from './random-tokens.ts';

const kinds = Object.keys(TOKEN_PREFIXES) as TokenKind[];

for (const kind of kinds) {
  test(`a new ${kind} has its prefix, 30 random characters and 6 of checksum, and is recognised by them`, () => {
    const token = newToken(kind);
    assert.match(token, new RegExp(`^${TOKEN_PREFIXES[kind]}[A-Za-z0-9]{36}$`));
    assert.equal(tokenKind(token), kind);
  });
}

test('the checksum is the CRC-32 of the random part in base62, which others can verify', () => {
  // In Python, zlib.crc32(b'A' * 30) is 830433819, which is A4MZv1 with the digits A-Za-z0-9.
  assert.equal(tokenKind(`rpt_pat_${'A'.repeat(30)}A4MZv1`), 'personal_access_token');
});

test('a token with one character changed, cut or added is not recognised', () => {
  const alphabet = fc.constantFrom(...'ABCxyz012-_');
  fc.assert(
    fc.property(fc.nat(43), alphabet, (at, letter) => {
      const token = newToken('personal_access_token');
      const changed = token.slice(0, at) + letter + token.slice(at + 1);
      if (changed !== token) assert.equal(tokenKind(changed), undefined, changed);
      assert.equal(tokenKind(token.slice(0, at)), undefined);
      assert.equal(tokenKind(token + letter), undefined);
    }),
  );
});

test('another prefix does not turn a token into one of another kind', () => {
  const random = newToken('personal_access_token').slice('rpt_pat_'.length);
  assert.equal(tokenKind(`rpt_cs_${random}`), 'oauth_client_secret');
  assert.notDeepEqual(hashToken(`rpt_cs_${random}`), hashToken(`rpt_pat_${random}`));
});

test('random texts do not repeat, and use the whole alphabet evenly', () => {
  const texts = Array.from({ length: 2000 }, () => randomBase62(30));
  assert.equal(new Set(texts).size, texts.length);
  const counts = new Map<string, number>();
  for (const letter of texts.join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  assert.equal(counts.size, 62);
  // 60,000 letters are 968 of each on average; the bounds are 8 standard deviations away.
  for (const [letter, count] of counts) assert.ok(count > 720 && count < 1220, `${letter}: ${count}`);
});
