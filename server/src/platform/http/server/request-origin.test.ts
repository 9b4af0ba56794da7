import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostOf } from './request-origin.ts';

test('all addresses of an IPv6 network of 64 bits are one host, and those of other networks are not', () => {
  for (const address of [
    '2001:db8:0:7::1',
    '2001:db8::7:ffff:ffff:ffff:ffff',
    '2001:DB8:0:7::',
    '2001:db8:0:7::1%eth0',
  ])
    assert.equal(hostOf(address), '2001:db8:0:7::/64', address);
  assert.notEqual(hostOf('2001:db8:0:8::1'), hostOf('2001:db8:0:7::1'));
});

test('an IPv4 address is one host, also when written as an IPv6 address', () => {
  assert.equal(hostOf('192.0.2.7'), '192.0.2.7');
  assert.equal(hostOf('::ffff:192.0.2.7'), '192.0.2.7');
  assert.notEqual(hostOf('192.0.2.8'), hostOf('192.0.2.7'));
});

test('a text that is no address counts as its own host', () => {
  assert.equal(hostOf(''), '');
});
