import assert from 'node:assert/strict';
import { handOver, signedHeaders } from '../mail/testing/hand-over.ts';
import { mailText } from '../mail/testing/mail-text.ts';
import { MAIL_DROP, type TestApp, type TestUser } from './test-app.ts';

/** The secret address of a User, which is made. */
export async function addDropBox(app: TestApp, account_uuid: string, as: TestUser): Promise<string> {
  const made = await app.call('POST', '/api/v2/mail-drop-boxes', { as, body: { account_uuid } });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.data.address;
}

/** Has a mail come to a drop box: proven as one of this User, or of nobody who is known. */
export async function dropMail(
  app: TestApp,
  address: string,
  { of, ...mail }: { of: TestUser | null; to: string; subject: string; body?: string },
): Promise<void> {
  const now = app.clock.now();
  const from = of?.email ?? 'eve@evil.example';
  const domain = from.slice(from.indexOf('@') + 1);
  const proof = `Authentication-Results: ${MAIL_DROP.authserv_id}; dkim=pass header.d=${domain}\r\n`;
  const text = proof + mailText({ ...mail, from, date: now });
  const answer = await handOver(
    app.base_url,
    text,
    signedHeaders(address, text, { now, key: MAIL_DROP.key }),
  );
  assert.equal(answer.status, 204, answer.text);
}

/** Sends a file to records. Returns the answer. */
export async function sendFile(
  app: TestApp,
  { account_uuid, as }: { account_uuid: string; as: TestUser },
  { name, text, records }: { name: string; text: string; records: { resource: string; uuid: string }[] },
): Promise<{ status: number; headers: Headers; body: { data: { uuid: string } } }> {
  const form = new FormData();
  form.append('account_uuid', account_uuid);
  form.append('records', JSON.stringify(records));
  form.append('file', new Blob([text]), name);
  const headers = { authorization: `Bearer ${as.token}` };
  const answer = await fetch(`${app.base_url}/api/v2/files`, { method: 'POST', headers, body: form });
  const body = JSON.parse(await answer.text());
  assert.equal(answer.status, 201, JSON.stringify(body));
  return { status: answer.status, headers: answer.headers, body };
}
