import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createServer } from 'node:tls';
import { TEST_CERTIFICATE } from '../../webhooks/guard/testing/test-certificate.ts';
import { inMailbox } from './connection.ts';
import { isMailProblem } from './mail-problem.ts';

test('a server that is named by its address is connected to, and its certificate is judged', async () => {
  const server = createServer(TEST_CERTIFICATE, (socket) => socket.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const imap = { host: '127.0.0.1', port, security: 'tls' as const };
    const signIn = { imap, smtp: null, username: 'ada', secret: { password: 'imap-secret' } };
    const policy = { allowed: { hosts: [], networks: [] }, loopback_allowed: true };
    const found = await inMailbox(signIn, policy, new AbortController().signal, async () => ({}));
    assert.ok(found && isMailProblem(found));
    assert.equal(found.code, 'certificate', found.detail);
  } finally {
    server.close();
  }
});
