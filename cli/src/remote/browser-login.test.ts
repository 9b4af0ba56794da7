import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { loginInBrowser } from './browser-login.ts';

test('a login whose port is taken is refused with the address, before a browser is opened', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const redirect_uri = `http://127.0.0.1:${(other.address() as AddressInfo).port}/callback`;
  const login = loginInBrowser({
    base_url: 'http://127.0.0.1:9',
    client_id: 'id',
    client_secret: 'secret',
    redirect_uri,
  });
  await assert.rejects(login, (error: Error & { error?: string }) => {
    assert.equal(error.error, 'cannot_listen');
    return error.message.startsWith(`Nothing can listen on ${redirect_uri}: `);
  });
});
