import type { TargetRefusalCode } from '../target.ts';

/** A URL that somebody tries in order to reach what is not theirs, and who has to stop it. */
type HostileTarget = {
  url: string;
  /**
   * The code of `checkUrl`; `at_connect` when the URL looks innocent and only its addresses do not.
   */
  refused: TargetRefusalCode | 'at_connect';
  /** The answer of DNS for the name. */
  answers?: string[];
};

/**
 * The corpus. Each URL that means loopback carries `port`, so a listener there sees whatever gets
 * through. No stranger could own any address in it: nothing leaves the machine even with a broken
 * guard.
 */
export function hostileTargets(port: number): HostileTarget[] {
  return [
    ...spellingsOfLoopback(port),
    ...innerNetworks(port),
    ...wrappedAddresses(port),
    ...trickyUrls(port),
    ...localNames(port),
    ...lyingNames(port),
  ];
}

function spellingsOfLoopback(port: number): HostileTarget[] {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0x7F.0x0.0x0.0x1',
    '017700000001',
    '0177.0.0.1',
    '0177.0.0.01',
    '00000177.0.0.1',
    '127.0.0.1.',
    '0x7f.0.0.0x1.',
    '%31%32%37.0.0.1',
    '127%2e0%2e0%2e1',
    '１２７.０.０.１',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '127．0．0．1',
    '127｡0｡0｡1',
    '127.0.0.\u00ad1',
    '127.0.\u200b0.1',
    '0x7f。1',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000:0000:0000:0000:0000:0000:0000:0001]',
    '[::0.0.0.1]',
  ];
  return hosts.map((host) => ({ url: `https://${host}:${port}/`, refused: 'address_not_public' }));
}

function innerNetworks(port: number): HostileTarget[] {
  const hosts = [
    '0.0.0.0',
    '0',
    '0x0',
    '0.1.2.3',
    '[::]',
    '10.0.0.5',
    '0xa000005',
    '012.0.0.5',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.1.1',
    '3232235777',
    '100.64.0.1',
    '100.100.100.200',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.43518',
    '169.254.170.2',
    '168.63.129.16',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '192.88.99.1',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '4294967295',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[5f00::1]',
    '[4000::1]',
  ];
  return hosts.map((host) => ({ url: `https://${host}:${port}/`, refused: 'address_not_public' }));
}

function wrappedAddresses(port: number): HostileTarget[] {
  const hosts = [
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:10.0.0.5]',
    '[::127.0.0.1]',
    '[::a9fe:a9fe]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::169.254.169.254]',
    '[64:ff9b:1::10.0.0.5]',
    '[64:ff9b:1:a9fe:a9:fe00::]',
    '[2002:7f00:1::]',
    '[2002:a9fe:a9fe::1]',
    '[2001:0:7f00:1::]',
    '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  ];
  return hosts.map((host) => ({ url: `https://${host}:${port}/`, refused: 'address_not_public' }));
}

function trickyUrls(port: number): HostileTarget[] {
  return [
    { url: `https://hooks.example.com@127.0.0.1:${port}/`, refused: 'url_credentials' },
    { url: `https://hooks.example.com:443@127.0.0.1:${port}/`, refused: 'url_credentials' },
    { url: `https://:secret@127.0.0.1:${port}/`, refused: 'url_credentials' },
    { url: `https://127.0.0.1:${port}@hooks.example.com/`, refused: 'url_credentials' },
    { url: `https://127.0.0.1:${port}#@hooks.example.com/`, refused: 'url_fragment' },
    { url: `https://127.0.0.1:${port}?@hooks.example.com/`, refused: 'address_not_public' },
    { url: `https://127.0.0.1:${port}\\@hooks.example.com/`, refused: 'url_invalid' },
    { url: `https:\\\\127.0.0.1:${port}\\`, refused: 'url_invalid' },
    { url: `https:127.0.0.1:${port}/`, refused: 'url_invalid' },
    { url: `https:/127.0.0.1:${port}/`, refused: 'url_invalid' },
    { url: `https:///127.0.0.1:${port}/`, refused: 'url_invalid' },
    { url: ` https://127.0.0.1:${port}/`, refused: 'url_invalid' },
    { url: `https://127.0.\n0.1:${port}/`, refused: 'url_invalid' },
    { url: `ht\ttps://127.0.0.1:${port}/`, refused: 'url_invalid' },
    { url: `https://127.0.0.1:${port}/\r\nX-Injected: 1`, refused: 'url_invalid' },
    { url: `//127.0.0.1:${port}/`, refused: 'url_invalid' },
    { url: `127.0.0.1:${port}`, refused: 'url_invalid' },
    { url: '', refused: 'url_invalid' },
    { url: 'https://', refused: 'url_invalid' },
    { url: 'https://256.256.256.256/', refused: 'url_invalid' },
    { url: 'https://1.2.3.4.5/', refused: 'url_invalid' },
    { url: 'https://hooks.example.0x7f/', refused: 'url_invalid' },
    { url: `https://[fe80::1%25eth0]:${port}/`, refused: 'url_invalid' },
    { url: `https://[::1%25lo]:${port}/`, refused: 'url_invalid' },
    { url: `https://[::1%lo]:${port}/`, refused: 'url_invalid' },
    { url: `https://[127.0.0.1]:${port}/`, refused: 'url_invalid' },
    { url: `https://[::1]x:${port}/`, refused: 'url_invalid' },
    { url: `https://127.0.0.1%00.example.com:${port}/`, refused: 'url_invalid' },
    { url: `https://127.0.0.1%20.example.com:${port}/`, refused: 'url_invalid' },
    { url: `https://127.0.0.1:${port}:443/`, refused: 'url_invalid' },
    { url: 'https://hooks.example.com:65536/', refused: 'url_invalid' },
    { url: 'https://hooks.example.com:-1/', refused: 'url_invalid' },
    { url: 'https://hooks.example.com:0/', refused: 'url_port' },
    { url: `https://hooks..example.com:${port}/`, refused: 'url_invalid' },
    { url: `https://hooks.example.com.:${port}/`, refused: 'url_invalid' },
    { url: `https://localhost.:${port}/`, refused: 'url_invalid' },
    { url: `https://$(id).example.com:${port}/`, refused: 'url_invalid' },
    { url: `https://${'a'.repeat(64)}.example.com:${port}/`, refused: 'url_invalid' },
    { url: `https://127.0.0.1:${port}/${'a'.repeat(2048)}`, refused: 'url_too_long' },
    { url: `http://hooks.example.com:${port}/`, refused: 'url_scheme' },
    { url: `ftp://127.0.0.1:${port}/`, refused: 'url_scheme' },
    { url: `gopher://127.0.0.1:${port}/_GET%20/`, refused: 'url_scheme' },
    { url: `ws://127.0.0.1:${port}/`, refused: 'url_scheme' },
    { url: 'file:///etc/passwd', refused: 'url_scheme' },
    { url: 'file://127.0.0.1/etc/passwd', refused: 'url_scheme' },
    { url: 'unix:/var/run/docker.sock', refused: 'url_scheme' },
    { url: 'data:text/plain,hello', refused: 'url_scheme' },
    { url: 'javascript:alert(1)', refused: 'url_scheme' },
    { url: `http://127.0.0.1:${port}/`, refused: 'address_not_public' },
    { url: `HTTP://[::1]:${port}/`, refused: 'address_not_public' },
  ];
}

function localNames(port: number): HostileTarget[] {
  const hosts = [
    'localhost',
    'LOCALHOST',
    'ｌｏｃａｌｈｏｓｔ',
    'loc\u00adalhost',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'rapport.localhost',
    'localhost.localdomain.local',
    'redis',
    'kubernetes',
    'metadata',
    'metadata.google.internal',
    'instance-data.ec2.internal',
    'host.docker.internal',
    'vault.default.svc.cluster.local',
    'printer.local',
    'router.home.arpa',
    'nas.lan',
    'wiki.corp',
  ];
  return hosts.map((host) => ({ url: `https://${host}:${port}/`, refused: 'host_not_public' }));
}

function lyingNames(port: number): HostileTarget[] {
  const names: [string, ...string[]][] = [
    ['127.0.0.1.nip.io', '127.0.0.1'],
    ['7f000001.nip.io', '127.0.0.1'],
    ['localtest.me', '127.0.0.1', '::1'],
    ['a9-fe-a9-fe.sslip.io', '169.254.169.254'],
    ['loopback.example.com', '127.0.0.1'],
    ['loopback6.example.com', '::1'],
    ['any.example.com', '0.0.0.0'],
    ['any6.example.com', '::'],
    ['private.example.com', '10.0.0.5', '172.16.0.1', '192.168.1.1'],
    ['shared.example.com', '100.64.0.1'],
    ['azure.example.com', '168.63.129.16'],
    ['mapped.example.com', '::ffff:127.0.0.1'],
    ['compatible.example.com', '::127.0.0.1'],
    ['nat64.example.com', '64:ff9b::7f00:1'],
    ['sixtofour.example.com', '2002:7f00:1::1'],
    ['teredo.example.com', '2001:0:7f00:1::1'],
    ['zone.example.com', 'fe80::1%lo'],
    ['zone1.example.com', '::1%1'],
    ['multicast.example.com', '224.0.0.1', 'ff02::1'],
    ['garbage.example.com', 'localhost', '', '127.1'],
    ['xn--bcher-kva.example.com', '127.0.0.1'],
    ['bücher.example.com', '127.0.0.1'],
  ];
  return names.map(([host, ...answers]) => ({
    url: `https://${host}:${port}/`,
    refused: 'at_connect',
    answers,
  }));
}
