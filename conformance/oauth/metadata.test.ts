import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Target } from './server.ts';
import { item, startTarget } from './target.ts';

let target: Target;
before(async () => {
  target = await startTarget();
});
after(() => target.close());

for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
  item(`C54, C55: ${path} says what the server is (RFC 8414 §3)`, async () => {
    const response = await fetch(target.base_url + path);
    const metadata = (await response.json()) as Record<string, unknown>;
    assert.equal(response.status, 200);
    assert.equal(metadata.issuer, target.base_url);
    assert.equal(metadata.authorization_endpoint, `${target.base_url}/oauth/authorize`);
    assert.equal(metadata.token_endpoint, `${target.base_url}/oauth/token`);
    assert.deepEqual(metadata.code_challenge_methods_supported, ['S256']);
    assert.equal(metadata.authorization_response_iss_parameter_supported, true);
  });
}

item(
  'C54: only what is really supported is announced',
  async () => {
    const response = await fetch(`${target.base_url}/.well-known/oauth-authorization-server`);
    const metadata = (await response.json()) as Record<string, unknown>;
    assert.deepEqual(metadata.response_types_supported, ['code']);
    assert.deepEqual(metadata.response_modes_supported, ['query']);
    assert.deepEqual(metadata.grant_types_supported, ['authorization_code', 'refresh_token']);
    for (const [name, url] of Object.entries(metadata)) {
      if (!name.endsWith('_endpoint') && name !== 'jwks_uri') continue;
      const { status } = await fetch(url as string, { method: name === 'jwks_uri' ? 'GET' : 'POST' });
      assert.notEqual(status, 404, name);
    }
  },
  { differs: 'it has more response types and modes', seen: /^\["code id_token",/ },
);
