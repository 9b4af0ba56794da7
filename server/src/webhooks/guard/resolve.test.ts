import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { parseAllowedTargets } from './allowed-targets.ts';
import { dnsLookup, localLookup, lookupFor, resolve } from './resolve.ts';
import { type Target, targetPolicy } from './target.ts';
import { startDnsServer, type TestDnsServer } from './testing/test-dns-server.ts';

const closedPolicy = targetPolicy({ hosts: [], networks: [] }, new URL('https://crm.example.com'));

test('a name is resolved at the name server that is asked', async (t) => {
  const server = await dnsServer(t, (question) =>
    question === 'A hooks.example.com' ? ['192.0.2.7', '192.0.2.8'] : [],
  );
  const found = await resolve('hooks.example.com', dnsLookup([server.address]), 5000);
  assert.deepEqual(found, ['192.0.2.7', '192.0.2.8']);
  assert.deepEqual(server.questions.toSorted(), ['A hooks.example.com', 'AAAA hooks.example.com']);
});

test('a name server that never answers for IPv6 does not cost the IPv4 addresses', async (t) => {
  const server = await dnsServer(t, (question) => (question.startsWith('A ') ? ['192.0.2.7'] : null));
  const found = await resolve('hooks.example.com', dnsLookup([server.address]), 5000);
  assert.deepEqual(found, ['192.0.2.7']);
});

test('a name that does not exist is dns_failed with the reason of the name server', async (t) => {
  const server = await dnsServer(t, () => []);
  const found = await resolve('gone.example.com', dnsLookup([server.address]), 5000);
  assert.deepEqual(found, { code: 'dns_failed', reason: 'ENOTFOUND' });
});

test('a name server that keeps silent is dns_timeout', async (t) => {
  const server = await dnsServer(t, () => null);
  const found = await resolve('hooks.example.com', dnsLookup([server.address]), 100);
  assert.deepEqual(found, { code: 'dns_timeout', reason: 'no answer in 100 ms' });
});

test('a look-up that finds no file descriptor left throws that, and blames no name server', async () => {
  const program = `
    import { openSync } from 'node:fs';
    import { dnsLookup, resolve } from '${import.meta.resolve('./resolve.ts')}';
    try { for (;;) openSync('/dev/null'); } catch {}
    const found = await resolve('hooks.example.com', dnsLookup(['127.0.0.1:9']), 5000).catch((error) => error);
    console.log(found.code);`;
  const node = [process.execPath, '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -n 100; exec "$@"', 'sh', ...node]);
  assert.equal(stdout, 'EMFILE\n');
});

test('a look-up that cannot be ended is not waited for', async () => {
  const found = await resolve('hooks.example.com', () => new Promise(() => {}), 20);
  assert.equal('code' in found && found.code, 'dns_timeout');
});

test('localhost and the names below it are the loopback addresses on every system', async () => {
  for (const host of ['localhost', 'rapport.localhost']) {
    const lookup = lookupFor(targetAt(host), closedPolicy);
    assert.deepEqual(await resolve(host, lookup, 5000), ['127.0.0.1', '::1']);
  }
});

test('only a name that the operator listed is looked up as the machine does at once', () => {
  const allowed = parseAllowedTargets('hooks.example.com:8443');
  if ('errors' in allowed) assert.fail(allowed.errors[0]);
  const policy = { ...closedPolicy, allowed };
  const names = {
    listed: targetAt('hooks.example.com', 8443),
    local: targetAt('n8n.lan'),
    public: targetAt('example.org'),
  };
  const listed = lookupFor(names.listed, policy);
  assert.notEqual(lookupFor(names.local, policy), listed);
  assert.notEqual(lookupFor(names.public, policy), listed);
  assert.notEqual(lookupFor(names.listed, closedPolicy), listed);
});

test('a name of the local network that no DNS server has is looked up as the machine does', async (t) => {
  const server = await dnsServer(t, () => []);
  const found = await resolve('localhost', localLookup([server.address]), 5000);
  assert.ok(Array.isArray(found) && found.includes('127.0.0.1'), String(found));
});

test('a name of the local network that no DNS server answers for is not looked up by the machine', async (t) => {
  const server = await dnsServer(t, () => null);
  const found = await resolve('localhost', localLookup([server.address]), 50);
  assert.deepEqual(found, { code: 'dns_timeout', reason: 'no answer in 50 ms' });
});

function targetAt(host: string, port = 443): Target {
  return { protocol: 'https:', host, port };
}

async function dnsServer(
  t: TestContext,
  answer: (question: string) => string[] | null,
): Promise<TestDnsServer> {
  const server = await startDnsServer(answer);
  t.after(() => server.close());
  return server;
}
