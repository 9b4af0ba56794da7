import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leakMail, reuseMail } from './disconnection-mails.ts';

test('names with line breaks cannot add lines to the mails', () => {
  const name = 'Ada\n\nOpen https://evil.example';
  const at = '2026-11-20T09:20:00.000+00:00';
  const user = {
    uuid: '',
    email: 'ada@example.com',
    email_verified: true,
    name,
    created_at: at,
    updated_at: at,
  };
  for (const [mailOf, beginning] of [
    [reuseMail, 'a refresh token'],
    [leakMail, 'somebody reported'],
  ] as const) {
    const sent = mailOf(user, 'Sync\r\nBcc: mallory@example.com', 'https://crm.example.com');
    const [subject, text] = [sent.words.en.subject, sent.words.en.text].map((one) =>
      one.replaceAll('\u2060', ''),
    );
    assert.equal(subject, 'Sync Bcc: mallory@example.com was disconnected from Rapport');
    assert.ok(text!.startsWith(`Hello Ada Open https://evil.example,\n\n${beginning}`));
    assert.match(text!, /the application "Sync Bcc: mallory@example\.com" (was|has)/);
  }
});
