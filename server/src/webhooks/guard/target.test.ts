import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseAllowedTargets } from './allowed-targets.ts';
import {
  checkAddress,
  checkAddresses,
  checkUrl,
  type TargetPolicy,
  targetOf,
  targetPolicy,
} from './target.ts';

describe('a service with a public base URL', () => {
  const policy = policyOf('', 'https://crm.example.com');

  const accepted = [
    'https://hooks.example.com/rapport?key=1&x=%20',
    'https://hooks.example.com:8443/',
    'HTTPS://Hooks.Example.COM/',
    'https://bücher.example/',
    'https://under_score.example.com/',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/',
    'https://hooks.example.test/',
    'https://receiver.invalid/',
    'https://hooks.example.com?no-path',
    `https://hooks.example.com/${'a'.repeat(2048 - 26)}`,
  ];
  for (const url of accepted) {
    test(`accepts ${url.slice(0, 60)}`, () => {
      const checked = checkUrl(url, policy);
      assert.ok(checked instanceof URL, JSON.stringify(checked));
      assert.equal(checked.href, new URL(url).href);
    });
  }

  test('accepts of the addresses of a name only those that are public', () => {
    const target = targetOf(new URL('https://hooks.example.com'));
    assert.deepEqual(
      checkAddresses(['127.0.0.1', '1.1.1.1', '10.0.0.5', '2606:4700::1111', '::1'], target, policy),
      ['1.1.1.1', '2606:4700::1111'],
    );
  });

  test('refuses a public address over http', () => {
    assert.equal(codeOf('http://1.1.1.1/', policy), 'url_scheme');
    const target = targetOf(new URL('http://hooks.example.com'));
    assert.equal(checkAddress('1.1.1.1', target, policy)?.code, 'url_scheme');
  });

  test('refuses a name with a sentence that does not tell what its addresses are', () => {
    const refusal = checkAddresses(['10.0.0.5'], targetOf(new URL('https://hooks.example.com')), policy);
    assert.deepEqual(refusal, {
      code: 'address_not_public',
      detail:
        'hooks.example.com does not lead to a public address; the log of the service says where to. Rapport sends webhooks to public addresses only. ' +
        'If this receiver is yours, the operator can allow it: RAPPORT_WEBHOOK_ALLOWED_TARGETS=hooks.example.com',
    });
    for (const address of ['127.0.0.1', '169.254.169.254', '192.168.1.1', 'fd00::1']) {
      assert.deepEqual(
        checkAddresses([address], targetOf(new URL('https://hooks.example.com')), policy),
        refusal,
      );
    }
  });
});

describe('a refusal', () => {
  const policy = policyOf('', 'https://crm.example.com');
  const suggestions: [url: string, entry: string][] = [
    ['https://10.0.0.5/hook', '10.0.0.5'],
    ['https://10.0.0.5:8443/hook', '10.0.0.5:8443'],
    ['http://10.0.0.5:5678/hook', '10.0.0.5:5678'],
    ['http://10.0.0.5/hook', '10.0.0.5'],
    ['https://[fd00::5]/hook', 'fd00::5'],
    ['http://[fd00::5]:8080/hook', '[fd00::5]:8080'],
    ['http://n8n.lan:5678/hook', 'n8n.lan:5678'],
    ['http://localhost:9000/hook', 'localhost:9000'],
    ['http://hooks.example.com/hook', 'hooks.example.com'],
    ['https://127.1:9000/hook', '127.0.0.1:9000'],
  ];
  for (const [url, entry] of suggestions) {
    test(`of ${url} suggests an entry that allows it: ${entry}`, () => {
      const refusal = checkUrl(url, policy);
      assert.ok('code' in refusal);
      assert.ok(refusal.detail.endsWith(` RAPPORT_WEBHOOK_ALLOWED_TARGETS=${entry}`), refusal.detail);
      assert.ok(checkUrl(url, policyOf(entry, 'https://crm.example.com')) instanceof URL);
    });
  }

  test('of an address that can never be allowed suggests nothing', () => {
    const refusal = checkUrl('https://169.254.169.254/latest/meta-data', policy);
    assert.ok('code' in refusal);
    assert.equal(
      refusal.detail,
      '169.254.169.254 is a link-local address. No webhook is ever sent there: give the receiver another address.',
    );
  });
});

describe('the allow-list', () => {
  test('opens a host with http and https, and whatever its addresses are', () => {
    const policy = policyOf('hooks.example.com');
    for (const url of ['http://hooks.example.com/', 'https://hooks.example.com:8443/']) {
      assert.ok(checkUrl(url, policy) instanceof URL);
      assert.equal(checkAddress('10.0.0.5', targetOf(new URL(url)), policy), null);
    }
    assert.equal(codeOf('http://other.example.com/', policy), 'url_scheme');
  });

  test('opens a host with a port at that port only', () => {
    const policy = policyOf('n8n.lan:5678');
    assert.ok(checkUrl('http://n8n.lan:5678/', policy) instanceof URL);
    assert.equal(codeOf('http://n8n.lan:5679/', policy), 'host_not_public');
    const otherPort = targetOf(new URL('https://n8n.lan/'));
    assert.equal(checkAddress('10.0.0.5', otherPort, policy)?.code, 'address_not_public');
  });

  test('opens a CIDR to addresses in URLs, over http too', () => {
    const policy = policyOf('10.0.0.0/8,fd00::/8');
    for (const url of [
      'http://10.1.2.3:5678/',
      'https://10.1.2.3/',
      'http://[fd00::5]/',
      'http://0xa.1.2.3/',
    ]) {
      assert.ok(checkUrl(url, policy) instanceof URL, url);
    }
    assert.equal(codeOf('http://172.16.0.1/', policy), 'address_not_public');
    assert.equal(codeOf('http://1.1.1.1/', policy), 'url_scheme');
  });

  test('opens a CIDR to names that lead into it, local ones over http too', () => {
    const policy = policyOf('10.0.0.0/8');
    for (const url of ['https://hooks.example.com/', 'http://n8n.lan/', 'http://n8n:5678/']) {
      assert.ok(checkUrl(url, policy) instanceof URL, url);
      assert.deepEqual(checkAddresses(['192.168.1.1', '10.1.2.3'], targetOf(new URL(url)), policy), [
        '10.1.2.3',
      ]);
    }
    assert.equal(codeOf('http://hooks.example.com/', policy), 'url_scheme');
    const local = targetOf(new URL('http://n8n.lan/'));
    assert.ok('code' in checkAddresses(['1.1.1.1', '192.168.1.1'], local, policy));
  });

  test('never opens metadata, link-local or wrapped addresses, however wide an entry is', () => {
    const policy = policyOf('0.0.0.0/0,::/0,hooks.example.com');
    const target = targetOf(new URL('http://hooks.example.com/'));
    assert.equal(checkAddress('10.0.0.5', target, policy), null);
    for (const address of [
      '169.254.169.254',
      '100.100.100.200',
      'fd00:ec2::254',
      '::ffff:10.0.0.5',
      '0.0.0.0',
      'fe80::1',
    ]) {
      assert.equal(checkAddress(address, target, policy)?.code, 'address_not_public', address);
    }
  });
});

describe('a service whose base URL is a loopback address', () => {
  for (const baseUrl of [
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://crm.localhost',
  ]) {
    test(`such as ${baseUrl} may send to loopback, over http too`, () => {
      const policy = policyOf('', baseUrl);
      const hosts = [
        'localhost:9000',
        'rapport.localhost',
        '127.0.0.1',
        '127.255.0.1:9000',
        '[::1]:9000',
        '2130706433',
      ];
      for (const host of hosts) {
        assert.ok(checkUrl(`http://${host}/`, policy) instanceof URL, host);
        assert.ok(checkUrl(`https://${host}/`, policy) instanceof URL, host);
      }
    });
  }

  test('may send nowhere else that is not public', () => {
    const policy = policyOf('', 'http://localhost:3000');
    for (const host of [
      '10.0.0.5',
      '0.0.0.0',
      '[::]',
      '169.254.169.254',
      '[::ffff:127.0.0.1]',
      '192.168.1.1',
    ]) {
      assert.equal(codeOf(`http://${host}/`, policy), 'address_not_public', host);
    }
    for (const host of ['redis', 'n8n.lan', 'localhost.lan', 'metadata.google.internal']) {
      assert.equal(codeOf(`https://${host}/`, policy), 'host_not_public', host);
    }
    assert.equal(codeOf('http://hooks.example.com/', policy), 'url_scheme');
    assert.equal(codeOf('http://localhost.example.com/', policy), 'url_scheme');
  });

  for (const baseUrl of [
    'https://crm.example.com',
    'http://10.0.0.5:3000',
    'http://0.0.0.0:3000',
    'http://notlocalhost',
  ]) {
    test(`is not one at ${baseUrl}`, () => {
      assert.equal(policyOf('', baseUrl).loopback_allowed, false);
    });
  }
});

function policyOf(allowedTargets: string, baseUrl = 'https://crm.example.com'): TargetPolicy {
  const allowed = parseAllowedTargets(allowedTargets);
  if ('errors' in allowed) assert.fail(allowed.errors.join('\n'));
  return targetPolicy(allowed, new URL(baseUrl));
}

function codeOf(url: string, policy: TargetPolicy): string {
  const checked = checkUrl(url, policy);
  return 'code' in checked ? checked.code : 'accepted';
}
