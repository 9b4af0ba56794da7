import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOurProxy } from './our-proxy.ts';

test('a peer on this machine or in a private network is trusted, in any spelling', () => {
  for (const address of [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.0.0.5',
    '172.17.0.1',
    '192.168.1.1',
    'fd00::5',
  ])
    assert.equal(isOurProxy(address, 0), true, address);
});

test('a peer with a public address is not trusted, whatever it sends', () => {
  for (const address of [
    '203.0.113.66',
    '8.8.8.8',
    '2606:4700::1',
    '::ffff:8.8.8.8',
    '172.32.0.1',
    '',
    'unix',
  ])
    assert.equal(isOurProxy(address, 0), false, address);
});

test('only the nearest peer is trusted, so a client in a private network cannot add an address', () => {
  assert.equal(isOurProxy('10.0.0.5', 1), false);
});
