import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reuseMail } from './reuse-mail.ts';

test('names with line breaks write no line of the mail', () => {
  const name = 'Ada\n\nOpen https://evil.example';
  const at = '2026-11-20T09:20:00.000+00:00';
  const user = { uuid: '', email: 'ada@example.com', name, created_at: at, updated_at: at };
  const mail = reuseMail(user, 'Sync\r\nBcc: mallory@example.com', 'https://crm.example.com');
  assert.equal(mail.subject, 'Sync Bcc: mallory@example.com was disconnected from Rapport');
  assert.match(mail.text, /^Hello Ada Open https:\/\/evil\.example,\n\na refresh token/);
  assert.match(mail.text, /the application "Sync Bcc: mallory@example\.com" was/);
});
