import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type AllowedTargets,
  isAddressAllowed,
  isHostAllowed,
  parseAllowedTargets,
} from './allowed-targets.ts';

describe('RAPPORT_WEBHOOK_ALLOWED_TARGETS', () => {
  test('opens a host at every port, and a host with a port at that port only', () => {
    const allowed = parse('n8n.lan, HOOKS.Example.com:8443');
    assert.equal(isHostAllowed('n8n.lan', 5678, allowed), true);
    assert.equal(isHostAllowed('hooks.example.com', 8443, allowed), true);
    assert.equal(isHostAllowed('hooks.example.com', 443, allowed), false);
    assert.equal(isHostAllowed('sub.n8n.lan', 5678, allowed), false);
    assert.equal(isHostAllowed('lan', 5678, allowed), false);
  });

  test('opens addresses, address and port, and CIDRs of both families', () => {
    const allowed = parse('10.0.0.5, 10.0.0.6:8080, 172.16.0.0/12, ::1, [fd00::5]:8080, fd12::/16');
    for (const target of [
      '10.0.0.5 1',
      '10.0.0.6 8080',
      '172.31.0.1 443',
      '::1 443',
      'fd00::5 8080',
      'fd12:f::1 1',
    ]) {
      assert.equal(isOpen(target, allowed), true, target);
    }
    for (const target of [
      '10.0.0.4 1',
      '10.0.0.6 443',
      '172.32.0.1 443',
      '::2 443',
      'fd00::5 443',
      'fd13::1 1',
    ]) {
      assert.equal(isOpen(target, allowed), false, target);
    }
  });

  test('reads an international name as DNS writes it', () => {
    assert.equal(isHostAllowed('xn--bcher-kva.example', 443, parse('bücher.example')), true);
  });

  test('opens nothing when it is empty, and forgives a comma too many', () => {
    assert.deepEqual(parse(''), { hosts: [], networks: [] });
    assert.deepEqual(parse(' , n8n.lan,,').hosts, [{ host: 'n8n.lan', port: null }]);
  });

  test('opens every address that can be opened with a prefix of 0', () => {
    const allowed = parse('0.0.0.0/0,::/0');
    assert.equal(isAddressAllowed('10.0.0.5', 443, allowed), true);
    assert.equal(isAddressAllowed('fd00::5', 443, allowed), true);
  });

  const mistakes: [entry: string, message: RegExp][] = [
    ['http://n8n.lan:5678/', /is a URL\. Write only its host/],
    ['*.example.com', /wildcard\. Write each host in full/],
    ['10.0.0.0/33', /not a CIDR.*for example 10\.0\.0\.0\/8/],
    ['10.0.0.0/-1', /not a CIDR/],
    ['10/8', /not a CIDR/],
    ['n8n.lan/24', /not a CIDR/],
    ['10.0.0.0/8:443', /not a CIDR/],
    ['[fd00::]/8', /not a CIDR/],
    ['10.0.0.5/8', /bits beyond its prefix\. Write 10\.0\.0\.0\/8, or 10\.0\.0\.5 for the one address/],
    ['fd00::5/8', /bits beyond its prefix\. Write fd00::\/8/],
    ['n8n.lan:', /port is not a number from 1 to 65535/],
    ['n8n.lan:0', /port is not a number/],
    ['n8n.lan:65536', /port is not a number/],
    ['n8n.lan:http', /port is not a number/],
    ['[fd00::5]:x', /port is not a number/],
    ['127.1', /unusual spelling of an address\. Write 127\.0\.0\.1\./],
    ['2130706433', /unusual spelling of an address/],
    ['[fd00::5', /none of these: a host \(n8n\.lan\)/],
    ['[]', /none of these/],
    ['fd00::5%eth0', /none of these/],
    ['n8n lan', /none of these/],
    ['n8n.lan?x', /none of these/],
    ['n8n.lan#x', /none of these/],
    ['n8n%2elan', /none of these/],
    ['user@n8n.lan', /none of these/],
    ['n8n.lan.', /none of these/],
    [':8080', /none of these/],
    ['169.254.169.254', /a link-local address\. No webhook is ever sent there: remove the entry/],
    ['169.254.0.0/16', /a link-local address/],
    ['100.100.100.200', /a cloud provider's metadata address/],
    ['fe80::/10', /a link-local address/],
    ['0.0.0.0', /an unspecified address/],
    ['224.0.0.0/4', /a multicast address/],
    ['[::ffff:10.0.0.5]:443', /an IPv4 address written as IPv6/],
  ];
  for (const [entry, message] of mistakes) {
    test(`says what is wrong with "${entry}" and what to write`, () => {
      const parsed = parseAllowedTargets(`n8n.lan,${entry}`);
      assert.ok('errors' in parsed, JSON.stringify(parsed));
      assert.equal(parsed.errors.length, 1);
      assert.ok(parsed.errors[0]?.startsWith(`RAPPORT_WEBHOOK_ALLOWED_TARGETS has the entry "${entry}", `));
      assert.match(parsed.errors[0] ?? '', message);
    });
  }

  test('names every wrong entry at once', () => {
    const parsed = parseAllowedTargets('10.0.0.5/8, n8n.lan, *');
    assert.equal('errors' in parsed && parsed.errors.length, 2);
  });
});

function isOpen(target: string, allowed: AllowedTargets): boolean {
  const [address = '', port] = target.split(' ');
  return isAddressAllowed(address, Number(port), allowed);
}

function parse(text: string): AllowedTargets {
  const allowed = parseAllowedTargets(text);
  if ('errors' in allowed) assert.fail(allowed.errors.join('\n'));
  return allowed;
}
