import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMailProviders } from './config-mail-oauth.ts';

const named = (of: Record<string, string>) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [`RAPPORT_MAIL_${name}`, value]));
const read = (of: Record<string, string>) => {
  const faults: string[] = [];
  return { providers: readMailProviders(named(of), faults), faults };
};
const ISSUER = {
  ISSUER: 'https://id.example.com',
  ISSUER_CLIENT_ID: 'rapport',
  ISSUER_CLIENT_SECRET: 's',
  ISSUER_IMAP: 'imaps://mail.example.com',
};

test('Google, Microsoft and an issuer are each there when their client is set', () => {
  assert.deepEqual(read({}), { providers: [], faults: [] });
  const { providers, faults } = read({
    ...{ GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 's' },
    ...{ MICROSOFT_CLIENT_ID: 'm', MICROSOFT_CLIENT_SECRET: 's', MICROSOFT_TENANT: 'contoso.example' },
    ...{ ...ISSUER, ISSUER_NAME: 'Example', ISSUER_SMTP: 'smtp://mail.example.com:2525' },
  });
  assert.deepEqual(faults, []);
  assert.deepEqual(
    providers.map(({ key, name, client_id, imap, smtp }) => [key, name, client_id, imap.host, smtp?.port]),
    [
      ['google', 'Google', 'g', 'imap.gmail.com', 465],
      ['microsoft', 'Microsoft', 'm', 'outlook.office365.com', 587],
      ['issuer', 'Example', 'rapport', 'mail.example.com', 2525],
    ],
  );
  assert.match(providers[1]!.endpoints!.token, /^https:\/\/login\.microsoftonline\.com\/contoso\.example\//);
  assert.deepEqual(providers[2]!.smtp, { host: 'mail.example.com', port: 2525, security: 'starttls' });
});

test('a setting that lacks another, or says nothing, is named with what to do, and no secret', () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [
      { GOOGLE_CLIENT_ID: 'g' },
      /^RAPPORT_MAIL_GOOGLE_CLIENT_ID is set without RAPPORT_MAIL_GOOGLE_CLIENT_SECRET/,
    ],
    [{ MICROSOFT_CLIENT_SECRET: 'zq' }, /^RAPPORT_MAIL_MICROSOFT_CLIENT_SECRET is set without/],
    [{ MICROSOFT_TENANT: 'a/b' }, /^RAPPORT_MAIL_MICROSOFT_TENANT is "a\/b"/],
    [{ ISSUER_NAME: 'Example' }, /^RAPPORT_MAIL_ISSUER_NAME is set without RAPPORT_MAIL_ISSUER,/],
    [{ ...ISSUER, ISSUER: 'http://id.example.com' }, /^RAPPORT_MAIL_ISSUER is "http:/],
    [{ ...ISSUER, ISSUER_IMAP: 'https://mail.example.com' }, /^RAPPORT_MAIL_ISSUER_IMAP is "https:/],
    [{ ISSUER: 'https://id.example.com' }, /^RAPPORT_MAIL_ISSUER needs/],
  ];
  for (const [of, said] of wrong) {
    const { faults } = read(of);
    assert.match(faults[0] ?? '', said);
    assert.ok(!faults.join().includes('zq'));
  }
});
