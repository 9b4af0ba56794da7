import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client, ClientFields } from '@rapport/contract/records/clients';
import { changedRecord, newRecord } from '../../records/decide.ts';
import { recordFaults } from '../../records/rules.ts';
import { NOT_SPELLED } from '../../records/tags/spelling.ts';
import { clients } from './kind.ts';

const AROUND = { own: null, declared: [], tags: NOT_SPELLED };
const NOW = { now: '2026-11-20T09:20:00.000+00:00', time_zone: 'UTC' };
const newClient = (fields: ClientFields) => newRecord<Client>(clients, 'account', fields, NOW, AROUND);
const changedClient = (client: Client, fields: ClientFields) =>
  changedRecord(clients, client, fields, NOW, AROUND);
const clientErrors = (record: Client, before: Client | null = null) =>
  recordFaults(clients.definition, { record, before });

const client = newClient;
const codes = (fields: ClientFields) =>
  clientErrors(newClient(fields)).map(({ pointer, code }) => [pointer, code]);

test('missing fields get defaults, which two Clients do not share', () => {
  const { name, ...rest } = newClient({ name: '3M' });
  assert.equal(name, '3M');
  assert.deepEqual(
    [rest.kind, rest.status, rest.tags, rest.custom, rest.industry],
    ['organisation', 'lead', [], {}, null],
  );
});

test('a missing name is made from first and last name', () => {
  assert.equal(newClient({ kind: 'person', first_name: 'Grace', last_name: 'Hopper' }).name, 'Grace Hopper');
  assert.equal(newClient({ last_name: 'Hopper' }).name, 'Hopper');
  assert.equal(newClient({ name: 'The Admiral', first_name: 'Grace' }).name, 'The Admiral');
});

test('a name made from first and last name follows them, as long as one is left', () => {
  const grace = client({ first_name: 'Grace', last_name: 'Murray' });
  assert.equal(changedClient(grace, { last_name: 'Hopper' }).name, 'Grace Hopper');
  assert.equal(changedClient(grace, { last_name: null }).name, 'Grace');
  assert.equal(changedClient(grace, { first_name: null, last_name: null }).name, 'Grace Murray');
});

test('a given name does not follow first and last name', () => {
  const grace = client({ name: 'The Admiral', first_name: 'Grace', last_name: 'Murray' });
  assert.equal(changedClient(grace, { last_name: 'Hopper' }).name, 'The Admiral');
  const renamed = changedClient(client({ first_name: 'Grace' }), { name: 'The Admiral' });
  assert.equal(changedClient(renamed, { first_name: 'G.' }).name, 'The Admiral');
});

for (const [website, domain] of [
  ['https://www.3m.com/about?x=1', '3m.com'],
  ['http://EXAMPLE.com:8080', 'example.com'],
  ['https://bücher.example', 'xn--bcher-kva.example'],
  ['https://www.www.com', 'www.com'],
] as const) {
  test(`the domain of ${website} is ${domain}`, () => assert.equal(newClient({ website }).domain, domain));
}

for (const website of [
  'https://www./',
  'https://',
  'ftp://example.com',
  'n/a',
  'http://x..io',
  'https://-x.io',
]) {
  test(`the website ${website} has no domain and is refused`, () => {
    const { domain, ...written } = client({ name: 'A', website });
    assert.equal(domain, null);
    assert.deepEqual(
      clientErrors({ domain, ...written }).map(({ pointer, code }) => [pointer, code]),
      [['/website', 'wrong_format']],
    );
  });
}

test('a website with a character that ends a line is refused', () => {
  const written = client({ name: 'A', website: 'https://exam\u2028ple.com' });
  assert.deepEqual(
    clientErrors(written).map(({ code }) => code),
    ['invalid_characters', 'wrong_format'],
  );
});

test('a domain taken from the website follows it', () => {
  const taken = client({ website: 'https://www.a.example' });
  assert.equal(changedClient(taken, { website: 'https://c.example' }).domain, 'c.example');
  assert.equal(changedClient(taken, { website: null }).domain, null);
  assert.equal(changedClient(client({ name: 'A' }), { website: 'https://c.example' }).domain, 'c.example');
});

test('a given domain is kept, in lower case', () => {
  const given = client({ website: 'https://a.example', domain: 'B.Example' });
  assert.equal(given.domain, 'b.example');
  assert.equal(changedClient(given, { name: 'X' }).domain, 'b.example');
  assert.equal(changedClient(given, { website: 'https://c.example' }).domain, 'b.example');
  assert.equal(changedClient(given, { website: null }).domain, 'b.example');
  const none = changedClient(given, { domain: null });
  assert.equal(none.domain, null);
  assert.equal(changedClient(none, { website: 'https://c.example' }).domain, null);
});

test('a change replaces whole fields and keeps the others', () => {
  const before = client({ name: 'A', tags: ['a', 'b'], custom: { x: 1, y: 2 } });
  const after = changedClient(before, { tags: ['c'], custom: { z: 3 } });
  assert.deepEqual([after.name, after.tags, after.custom], ['A', ['c'], { z: 3 }]);
  assert.deepEqual(before.tags, ['a', 'b']);
});

test('a Client needs a name that is not only white space', () => {
  for (const fields of [{}, { name: ' \t' }, { first_name: '' }]) {
    assert.deepEqual(codes(fields), [['/name', 'required']]);
  }
});

test('the refusal of a missing name calls fields by their labels for people', () => {
  const [error] = clientErrors(newClient({}));
  assert.doesNotMatch(error!.detail, /_/);
});

test('texts of one line are stored without the space around them, on every way in', () => {
  const padded: ClientFields = {
    name: '  CsvPad  ',
    first_name: ' Ada\t',
    industry: '\u00a0Mining ',
    tags: ['  a ', 'b', 'a'],
    emails: [{ label: ' work ', value: ' ada@example.com ' }],
    phones: [{ value: ' 1 ' }],
    addresses: [{ city: ' London ' }],
    website: ' https://a.example ',
    domain: ' A.example ',
  };
  const { name, first_name, industry, tags, emails, phones, addresses, website, domain } = newClient(padded);
  assert.deepEqual([name, first_name, industry, tags], ['CsvPad', 'Ada', 'Mining', ['a', 'b']]);
  assert.deepEqual(emails, [{ label: 'work', value: 'ada@example.com' }]);
  assert.deepEqual([phones, addresses], [[{ value: '1' }], [{ city: 'London' }]]);
  assert.deepEqual([website, domain], ['https://a.example', 'a.example']);
  const kept = newClient(padded);
  assert.deepEqual({ ...changedClient(kept, padded), version: 1 }, kept);
});

test('free text and identifiers of other systems are stored unchanged', () => {
  const given = { description: '  code\n', custom: { x: ' y ' }, external_id: ' 7 ' };
  const { description, custom, external_id } = newClient({ name: 'A', ...given });
  assert.deepEqual({ description, custom, external_id }, given);
});

test('labels, roles, parts of addresses and other texts have no control characters either, and nothing that turns a line', () => {
  const turned = 'a\u202eb';
  const given = {
    name: 'A',
    industry: turned,
    external_id: '7\u0001',
    description: `a\n\tb${turned}`,
    emails: [{ label: turned, value: 'a@b.example' }],
    phones: [{ label: '\u3164', value: '1' }],
    addresses: [{ label: '', street: 'a\nb' }],
  };
  assert.deepEqual(
    codes(given)
      .map(([pointer]) => pointer)
      .sort(),
    [
      '/addresses/0/street',
      '/description',
      '/emails/0/label',
      '/external_id',
      '/industry',
      '/phones/0/label',
    ],
  );
  assert.deepEqual(
    codes({ name: 'A', description: 'שלום\u200f\n\tb\r\n', emails: [{ value: 'a\u00a0@b.example' }] }),
    [['/emails/0/value', 'wrong_format']],
  );
});

test('a name, a tag and a phone number need a visible character, and have no control characters', () => {
  assert.deepEqual(
    codes({ name: 'a\nb', tags: ['a', ' ', '\u3164'], phones: [{ value: ' ' }, { value: '1\x7f2' }] }),
    [
      ['/name', 'invalid_characters'],
      ['/phones/0/value', 'invalid_characters'],
      ['/phones/1/value', 'invalid_characters'],
      ['/tags/1', 'invalid_characters'],
      ['/tags/2', 'invalid_characters'],
    ],
  );
  assert.deepEqual(codes({ first_name: 'a\nb', name: 'A' }), [['/first_name', 'invalid_characters']]);
  assert.deepEqual(codes({ name: '\u200b' }), [['/name', 'required']]);
});

test('old values that are no longer allowed do not prevent other changes', () => {
  const old = { ...client({ name: 'A' }), name: ' a\nb ', tags: [' '], phones: [{ value: ' ' }] };
  const errorsOf = (fields: ClientFields) => clientErrors(changedClient(old, fields), old);
  assert.deepEqual(errorsOf({ status: 'active' }), []);
  assert.deepEqual(errorsOf({ tags: [' ', 'new'] }), []);
  assert.deepEqual(
    errorsOf({ name: 'c\nd', phones: [{ value: '\x00' }] }).map(({ pointer }) => pointer),
    ['/name', '/phones/0/value'],
  );
});

test('e-mail addresses are checked one by one', () => {
  const emails = [
    'ada@example.com',
    'no-at',
    'two@@example.com',
    'a b@example.com',
    '@example.com',
    'ä@bücher.example',
  ];
  assert.deepEqual(codes({ name: 'A', emails: emails.map((value) => ({ value })) }), [
    ['/emails/1/value', 'wrong_format'],
    ['/emails/2/value', 'wrong_format'],
    ['/emails/3/value', 'wrong_format'],
    ['/emails/4/value', 'wrong_format'],
  ]);
});

test('at most one entry of each kind is primary', () => {
  const two = [
    { value: 'a@b', primary: true },
    { value: 'c@d', primary: true },
  ];
  const addresses = [{ primary: true }, { primary: true }, {}];
  assert.deepEqual(codes({ name: 'A', emails: two, phones: two.slice(1), addresses }), [
    ['/emails', 'not_unique'],
    ['/addresses', 'not_unique'],
  ]);
});

for (const website of ['n/a', '3m', 'ftp://3m.com', 'javascript:alert(1)', 'https://', 'mailto:a@b.io']) {
  test(`${website} is no website`, () => {
    assert.deepEqual(codes({ name: 'A', website }), [['/website', 'wrong_format']]);
  });
}

test('custom is at most 16 KiB, counted in bytes of its JSON', () => {
  const of = (bytes: number) => ({ x: 'é'.repeat((bytes - 8) / 2) });
  assert.deepEqual(codes({ name: 'A', custom: of(16 * 1024) }), []);
  assert.deepEqual(codes({ name: 'A', custom: of(16 * 1024 + 2) }), [['/custom', 'too_long']]);
});

test('a website gets the scheme that people leave out', () => {
  for (const [website, kept] of [
    ['www.3m.com', 'https://www.3m.com'],
    [' 3m.com/de?a=1 ', 'https://3m.com/de?a=1'],
    ['3m.com:8080', 'https://3m.com:8080'],
    ['http://3m.com', 'http://3m.com'],
  ] as const) {
    assert.deepEqual(codes({ name: 'A', website }), []);
    assert.equal(newClient({ website }).website, kept);
  }
});

test('signs that nobody sees go from numbers, addresses and the ends of texts, and stay within texts', () => {
  const { name, emails, phones, domain, tags, description, industry } = newClient({
    name: '\ufeff Ada\u200b \u202c',
    emails: [{ value: '\u202aada\u200b@x.io\u202c' }],
    phones: [{ value: '\u202a+44 20 7946\u200b 0000\u202c' }],
    domain: '\u200bx.io',
    tags: ['\u200bkey\u2060'],
    industry: '\u0d28\u0d4d\u200d',
    description: 'We met \u2067\u05d3\u05e0\u05d4\u2069.\vThen left\u200f.',
  });
  assert.deepEqual(
    [name, emails[0]!.value, phones[0]!.value, domain, tags, industry, description],
    [
      'Ada',
      'ada@x.io',
      '+44 20 7946 0000',
      'x.io',
      ['key'],
      '\u0d28\u0d4d\u200d',
      'We met \u2067\u05d3\u05e0\u05d4\u2069.\nThen left\u200f.',
    ],
  );
  assert.deepEqual(codes({ name: 'A', description, phones: [{ value: '\u200b' }] }), [
    ['/phones/0/value', 'invalid_characters'],
  ]);
});

test('an e-mail address is one address, and nothing else', () => {
  const none = [
    'mailto:a@x.io',
    'Ann <a@x.io>',
    'a@x..io',
    'a@.x.io',
    'a@x.io.',
    'a..b@x.io',
    '.a@x.io',
    'a@-x.io',
    'a\u00a0@x.io',
    'a\u3164b@x.io',
    'a@x.io,b@x.io',
    'a@b@x.io',
    'a@x .io',
  ];
  for (const value of none)
    assert.deepEqual(codes({ name: 'A', emails: [{ value }] }), [['/emails/0/value', 'wrong_format']], value);
  for (const value of [
    'ada+crm@x.io',
    "o'hara@x.co.uk",
    'jörg@büro.example',
    'root@localhost',
    'a_b-c@x-y.io',
  ])
    assert.deepEqual(codes({ name: 'A', emails: [{ value }] }), [], value);
  const [fault] = clientErrors(newClient({ name: 'A', emails: [{ value: 'a\u00a0b@x.io' }] }));
  assert.match(fault!.detail, /has a character that nobody sees/);
});

test('an address that was kept before the rules became stricter does not hinder other changes', () => {
  const old = { ...newClient({ name: 'A' }), emails: [{ value: 'a@x..io' }] };
  assert.deepEqual(clientErrors(changedClient(old, { name: 'B' }), old), []);
  assert.deepEqual(
    clientErrors(changedClient(old, { emails: [{ value: 'a@x..io', label: 'old' }] }), old),
    [],
  );
});

test('a phone number is kept as typed, with what it is in the whole world', () => {
  const of = (value: string, country: string | null) => {
    const { phones } = newRecord<Client>(clients, 'account', { phones: [{ value }] }, NOW, {
      own: country,
      declared: [],
      tags: NOT_SPELLED,
    });
    assert.equal(phones[0]!.value, value);
    return [phones[0]!.e164, phones[0]!.extension];
  };
  assert.deepEqual(of('+49 (0)89 / 12-34 ext. 5', null), ['+49891234', '5']);
  assert.deepEqual(of('040 111 222', 'DE'), ['+4940111222', undefined]);
  assert.deepEqual(of('0049 40 111222', 'US'), ['+4940111222', undefined]);
  assert.deepEqual(of('(415) 555-2671', 'US'), ['+14155552671', undefined]);
  for (const none of ['040 111 222', 'N/A', 'ask Ben'])
    assert.deepEqual(of(none, null), [undefined, undefined]);
  // Dialled inside the country only.
  assert.deepEqual(of('112', 'DE'), [undefined, undefined]);
});

test('the E.164 form is that of the number, whatever a caller sends for it', () => {
  const phones = [{ value: '+49 40 111222', e164: '+1', extension: '7' }];
  assert.deepEqual(newClient({ phones }).phones, [{ e164: '+4940111222', value: '+49 40 111222' }]);
});
