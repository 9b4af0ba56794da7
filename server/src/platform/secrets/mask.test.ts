import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptPath } from './mask.ts';
import { newToken, randomBase62, TOKEN_PREFIXES, type TokenKind } from './random-tokens.ts';

test('a path keeps no token, no code of a link and no signing secret, also when it is encoded', () => {
  const kinds = Object.keys(TOKEN_PREFIXES) as TokenKind[];
  const secrets = [...kinds.map(newToken), randomBase62(30), randomBase62(60)];
  for (const secret of secrets) {
    const encoded = [...secret].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('');
    const half = secret.replace('_', '%5F');
    for (const written of [secret, encoded, half, `${secret}/more`, `x-${secret}`]) {
      const kept = decodeURIComponent(keptPath(`/api/v2/clients/${written}?q=${secret}`));
      assert.ok(!kept.includes(secret.slice(-20)), kept);
      assert.match(kept, /^\/api\/v2\/clients\/.*\*\*\*/);
    }
  }
});

test('a path with uuids stays as it is, without its query', () => {
  const path = '/api/v2/webhook-subscriptions/01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64/deliveries';
  assert.equal(keptPath(`${path}?limit=1`), path);
  assert.equal(keptPath('/api/v2/%E0%A4%A'), '/api/v2/%E0%A4%A');
});
