import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../testing/test-app.ts';
import type { MailProvider } from '../mailboxes/provider.ts';
import { noDovecot, startDovecot } from '../testing/dovecot.ts';
import { startIssuer } from '../testing/issuer.ts';
import { mailText } from '../testing/mail-text.ts';

const BASE_URL = 'https://crm.example';
const HOUR_MS = 60 * 60_000;

test('a real mail server that asks a real issuer lets in who signed in there, and nobody else', {
  skip: noDovecot(),
}, async (t) => {
  const issuer = await startIssuer();
  issuer.sendBackTo(`${BASE_URL}/settings/mailboxes/signed-in/issuer`);
  t.after(() => issuer.close());
  const asks = issuer.url.replace('://', `://${issuer.client_id}:${issuer.client_secret}@`);
  const dovecot = await startDovecot('imap-secret', `${asks}/token/introspection`);
  t.after(() => dovecot.close());
  const imap = { host: '127.0.0.1', port: dovecot.port, security: 'none' as const };
  const provider: MailProvider = {
    ...{ key: 'issuer', name: 'Example', scope: 'openid offline_access', asks: { prompt: 'consent' } },
    ...{ client_id: issuer.client_id, client_secret: issuer.client_secret },
    ...{ endpoints: null, issuer: issuer.url, imap, smtp: null },
  };
  const app = await startTestApp({ base_url: BASE_URL, mail_providers: [provider] });
  t.after(() => app.close());
  const ada = await app.addUser('Ada');
  const account_uuid = await app.addAccount(ada);
  const call = (method: string, path: string, body?: object) =>
    app.call(method, `/api/v2${path}`, { as: ada, body });
  const emails = [{ value: 'grace@navy.example' }];
  await call('POST', '/contacts', { account_uuid, last_name: 'Hopper', emails });
  const signIn = async (login: string) => {
    const asked = { account_uuid, provider: 'issuer', address: ada.email };
    const { url } = (await call('POST', '/mailboxes/authorize', asked)).body.data;
    return call('POST', '/mailboxes/authorized', {
      provider: 'issuer',
      ...(await issuer.signIn(url, login)),
    });
  };
  const eve = await signIn('eve@evil.example');
  assert.deepEqual([eve.status, eve.body.code], [409, 'mailbox_refused']);
  const made = await signIn(ada.email);
  assert.equal(made.status, 200, JSON.stringify(made.body));
  for (const subject of ['First', 'After an hour']) {
    await dovecot.deliver(mailText({ to: ada.email, subject, date: app.clock.now() }));
    await call('POST', `/mailboxes/${made.body.data.uuid}/sync`);
    await app.jobs.finished();
    app.clock.advance(2 * HOUR_MS);
  }
  const subjects = (await call('GET', '/mails')).body.data.map(({ subject }: { subject: string }) => subject);
  assert.deepEqual(subjects.sort(), ['After an hour', 'First']);
  await issuer.endGrants(ada.email);
  await call('POST', `/mailboxes/${made.body.data.uuid}/sync`);
  await app.jobs.finished();
  const [mailbox] = (await call('GET', '/mailboxes')).body.data;
  assert.deepEqual([mailbox.state, mailbox.problem.code], ['failed', 'refused']);
});
