import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMailDrop } from './config-mail-drop.ts';

const DOMAIN = { RAPPORT_MAIL_DROP_DOMAIN: 'Drop.Example.com' };
const read = (environment: Record<string, string>) => {
  const faults: string[] = [];
  return { settings: readMailDrop(environment, faults), faults };
};

test('without a domain there are no secret addresses, and a setting about them is a fault', () => {
  assert.deepEqual(read({}), { settings: null, faults: [] });
  for (const name of ['KEY', 'TRUSTS', 'IMAP']) {
    const { settings, faults } = read({ [`RAPPORT_MAIL_DROP_${name}`]: 'x' });
    assert.equal(settings, null);
    assert.match(
      faults.join(),
      new RegExp(`^RAPPORT_MAIL_DROP_${name} is set without RAPPORT_MAIL_DROP_DOMAIN`),
    );
  }
});

test('a folder is by TLS, or by STARTTLS, or without encryption on this machine', () => {
  const folderOf = (url: string) => read({ ...DOMAIN, RAPPORT_MAIL_DROP_IMAP: url }).settings?.imap;
  const shared = { username: 'drop@example.com', password: 'p@ss', path: 'INBOX' };
  const named = 'drop%40example.com:p%40ss@';
  assert.deepEqual(folderOf(`imaps://${named}mail.example.com`), {
    ...shared,
    ...{ host: 'mail.example.com', port: 993, security: 'tls' },
  });
  assert.deepEqual(folderOf(`imap://${named}mail.lan:1143/Drop%20box/New`), {
    ...{ ...shared, path: 'Drop box/New' },
    ...{ host: 'mail.lan', port: 1143, security: 'starttls' },
  });
  assert.equal(folderOf(`imap://${named}127.0.0.1`)?.security, 'none');
});

test('what is wrong is named, and no password is repeated', () => {
  const wrong: [string, string, RegExp][] = [
    ['DOMAIN', 'example', /"example".*drop\.example\.com/],
    ['DOMAIN', 'a@b.example', /behind the @/],
    ['KEY', 'hunter2', /7 characters.*openssl rand/],
    ['TRUSTS', 'mx example', /first word/],
    ['IMAP', 'https://a:hunter2@b.example', /imaps:\/\//],
    ['IMAP', 'imaps://b.example', /name and password/],
    ['IMAP', 'imaps://a:hunter2@b.example/INBOX?x=y', /name and password/],
    ['IMAP', 'imaps:', /name and password/],
  ];
  for (const [name, value, says] of wrong) {
    const { faults } = read({ ...DOMAIN, [`RAPPORT_MAIL_DROP_${name}`]: value });
    assert.equal(faults.length, 1, value);
    assert.match(faults[0]!, says);
    assert.doesNotMatch(faults[0]!, /hunter2/);
  }
  assert.equal(read(DOMAIN).settings?.domain, 'drop.example.com');
});
