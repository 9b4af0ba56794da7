import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isLoopback, specialRange } from './addresses.ts';

/**
 * Every block of the two IANA Special-Purpose Address Registries, then those that other registries
 * set aside.
 */
const SPECIAL_BLOCKS: [cidr: string, first: string, last: string][] = [
  ['0.0.0.0/8', '0.0.0.0', '0.255.255.255'],
  ['10.0.0.0/8', '10.0.0.0', '10.255.255.255'],
  ['100.64.0.0/10', '100.64.0.0', '100.127.255.255'],
  ['127.0.0.0/8', '127.0.0.0', '127.255.255.255'],
  ['169.254.0.0/16', '169.254.0.0', '169.254.255.255'],
  ['172.16.0.0/12', '172.16.0.0', '172.31.255.255'],
  ['192.0.0.0/24', '192.0.0.0', '192.0.0.255'],
  ['192.0.0.0/29', '192.0.0.0', '192.0.0.7'],
  ['192.0.0.8/32', '192.0.0.8', '192.0.0.8'],
  ['192.0.0.9/32', '192.0.0.9', '192.0.0.9'],
  ['192.0.0.10/32', '192.0.0.10', '192.0.0.10'],
  ['192.0.0.170/31', '192.0.0.170', '192.0.0.171'],
  ['192.0.2.0/24', '192.0.2.0', '192.0.2.255'],
  ['192.31.196.0/24', '192.31.196.0', '192.31.196.255'],
  ['192.52.193.0/24', '192.52.193.0', '192.52.193.255'],
  ['192.88.99.0/24', '192.88.99.0', '192.88.99.255'],
  ['192.168.0.0/16', '192.168.0.0', '192.168.255.255'],
  ['192.175.48.0/24', '192.175.48.0', '192.175.48.255'],
  ['198.18.0.0/15', '198.18.0.0', '198.19.255.255'],
  ['198.51.100.0/24', '198.51.100.0', '198.51.100.255'],
  ['203.0.113.0/24', '203.0.113.0', '203.0.113.255'],
  ['240.0.0.0/4', '240.0.0.0', '255.255.255.254'],
  ['255.255.255.255/32', '255.255.255.255', '255.255.255.255'],
  ['224.0.0.0/4', '224.0.0.0', '239.255.255.255'],
  ['168.63.129.16/32', '168.63.129.16', '168.63.129.16'],

  ['::1/128', '::1', '::1'],
  ['::/128', '::', '::'],
  ['::ffff:0:0/96', '::ffff:0.0.0.0', '::ffff:255.255.255.255'],
  ['64:ff9b::/96', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::/48', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::/64', '100::', '100::ffff:ffff:ffff:ffff'],
  ['100:0:0:1::/64', '100:0:0:1::', '100::1:ffff:ffff:ffff:ffff'],
  ['2001::/23', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::/32', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:1::1/128', '2001:1::1', '2001:1::1'],
  ['2001:1::2/128', '2001:1::2', '2001:1::2'],
  ['2001:1::3/128', '2001:1::3', '2001:1::3'],
  ['2001:2::/48', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['2001:3::/32', '2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:4:112::/48', '2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
  ['2001:10::/28', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:20::/28', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:30::/28', '2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::/32', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::/16', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::/48', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::/20', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::/16', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::/7', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::/10', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::/10', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::/8', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['::/96', '::2', '::ffff:ffff'],
  // IANA has assigned only 2000::/3.
  ['::/3', '0:0:0:1::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::/2', '4000::', '7fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['8000::/1', '8000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

/** The neighbours of the blocks above: a guard that refuses too much loses events. */
const PUBLIC_ADDRESSES = [
  ...[
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
  ],
  ...['168.63.129.15', '168.63.129.17', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
  ...['191.255.255.255', '192.0.1.0', '192.0.1.255', '192.0.3.0', '192.31.195.255', '192.31.197.0'],
  ...['192.52.192.255', '192.52.194.0', '192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0'],
  ...['192.175.47.255', '192.175.49.0', '198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0'],
  ...['203.0.112.255', '203.0.114.0', '223.255.255.255'],
  ...[
    '2000::',
    '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:200::',
    '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
  ],
  ...[
    '2001:db9::',
    '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2003::',
    '2620:4f:7fff:ffff:ffff:ffff:ffff:ffff',
  ],
  ...['2620:4f:8001::', '2606:4700::1111', '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::'],
  '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
];

describe('the address ranges', () => {
  for (const [cidr, first, last] of SPECIAL_BLOCKS) {
    test(`${cidr} is not public from its first address to its last`, () => {
      assert.notEqual(specialRange(first), null, first);
      assert.notEqual(specialRange(last), null, last);
    });
  }

  test('the addresses just outside of the special blocks are public', () => {
    assert.deepEqual(
      PUBLIC_ADDRESSES.filter((address) => specialRange(address) !== null),
      [],
    );
  });

  test('any address is public exactly when no special block holds it', () => {
    // One list for each family: a BlockList takes every IPv4 address for a part of ::ffff:0:0/96.
    const special = { ipv4: new BlockList(), ipv6: new BlockList() };
    for (const [cidr] of SPECIAL_BLOCKS) {
      const [network = '', prefixLength] = cidr.split('/');
      special[familyOf(network)].addSubnet(network, Number(prefixLength), familyOf(network));
    }
    // Random IPv6 addresses seldom fall near a block, so some are made from the blocks' own ends.
    const ends = SPECIAL_BLOCKS.flatMap(([, first, last]) => [first, last]).filter(
      (end) => !end.includes('.'),
    );
    const nearEnds = fc
      .tuple(fc.constantFrom(...ends), fc.integer({ min: 0, max: 0xffff }))
      .map(([end, tail]) => end.replace(/[0-9a-f]*$/, tail.toString(16)));
    const addresses = fc.oneof(fc.ipV4(), fc.ipV6(), nearEnds);
    fc.assert(
      fc.property(addresses, (address) => {
        const family = familyOf(address);
        assert.equal(specialRange(address) !== null, special[family].check(address, family), address);
      }),
      { numRuns: 20_000 },
    );
  });

  test('what is not an address, or has a zone, is not public', () => {
    for (const text of [
      '',
      'localhost',
      '127.1',
      '010.0.0.1',
      '2130706433',
      '1.1.1.1%eth0',
      '2606:4700::1111%eth0',
    ]) {
      assert.equal(specialRange(text)?.may_be_allowed, false, text);
    }
  });

  test('metadata, link-local, multicast, unspecified and wrapped addresses can never be allowed', () => {
    const addresses = [
      ...[
        '169.254.169.254',
        '168.63.129.16',
        '100.100.100.200',
        '192.0.0.192',
        'fd00:ec2::254',
        'fd20:ce::254',
      ],
      ...[
        'fe80::1',
        '224.0.0.1',
        'ff02::1',
        '0.0.0.0',
        '::',
        '255.255.255.255',
        '::ffff:10.0.0.5',
        '::10.0.0.5',
      ],
      ...['64:ff9b::10.0.0.5', '2002:a00:5::1', '2001:0:a00:5::1'],
    ];
    assert.deepEqual(
      addresses.filter((address) => specialRange(address)?.may_be_allowed !== false),
      [],
    );
  });

  test('only 127.0.0.0/8 and ::1 are loopback', () => {
    const addresses = [
      '127.0.0.1',
      '127.255.255.255',
      '::1',
      '0:0:0:0:0:0:0:1',
      '126.0.0.1',
      '::2',
      '::ffff:127.0.0.1',
      'x',
    ];
    assert.deepEqual(addresses.filter(isLoopback), [
      '127.0.0.1',
      '127.255.255.255',
      '::1',
      '0:0:0:0:0:0:0:1',
    ]);
  });
});

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}
