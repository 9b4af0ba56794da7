import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startImapServer } from '../server/src/mail/testing/imap-server.ts';
import { startIssuer } from '../server/src/mail/testing/issuer.ts';
import { mailText } from '../server/src/mail/testing/mail-text.ts';
import { api, expectOnly } from './api.ts';
import { pictures } from './light-and-dark.ts';
import { findBarriers, startForAda } from './rapport.ts';

const [imap, issuer] = [await startImapServer(), await startIssuer()];
imap.takes = async (user, token) => (await issuer.whose(token)) === user;
const { ada, rapport, stop } = await startForAda({
  settings: {
    RAPPORT_MAIL_ISSUER: issuer.url,
    RAPPORT_MAIL_ISSUER_NAME: 'Example & Co',
    RAPPORT_MAIL_ISSUER_CLIENT_ID: issuer.client_id,
    RAPPORT_MAIL_ISSUER_CLIENT_SECRET: issuer.client_secret,
    RAPPORT_MAIL_ISSUER_IMAP: `imap://127.0.0.1:${imap.port}`,
    RAPPORT_MAIL_ALLOWED_TARGETS: `127.0.0.1:${imap.port}`,
  },
  context: { viewport: { width: 1440, height: 900 } },
});
issuer.sendBackTo(`${rapport.base_url}/settings/mailboxes/signed-in/issuer`);
const { page } = ada;
after(async () => {
  await stop();
  await Promise.all([imap.close(), issuer.close()]);
});

const dialog = page.getByRole('dialog');
const signIn = { name: 'Sign in with Example & Co' };
const mailbox = page.getByRole('region', { name: 'ada@example.com' });

/** What a person does at the screen of the issuer, as the page before has named them. */
async function allow({ isKnown = false } = {}): Promise<void> {
  // The issuer asks a User who is still signed in there for consent alone.
  if (!isKnown) {
    await page.getByPlaceholder('and password').fill('x');
    await page.getByRole('button', { name: 'Sign-in' }).click();
  }
  await page.getByRole('button', { name: 'Continue' }).click();
  await mailbox.waitFor();
  // The screen of the issuer has faults of its own, such as a font from elsewhere.
  ada.faults.splice(0);
}

test('a User signs in at their provider, comes back, and the mailbox is read', async () => {
  await page.goto('/');
  const emails = [{ value: 'grace@navy.example', primary: true }];
  await api(page, 'POST', '/api/v2/contacts', { first_name: 'Grace', last_name: 'Hopper', emails });
  imap.add(mailText({ subject: 'Your offer' }));
  await page.goto('/settings/mailboxes');
  await page.getByRole('button', { name: 'Connect a mailbox' }).click();
  assert.equal(await dialog.getByRole('button', signIn).isDisabled(), true);
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('ada@example.com');
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'mailbox-sign-in');
  await dialog.getByRole('button', signIn).click();
  await allow();
  await mailbox.getByText('Up to date').waitFor();
  await mailbox.getByText('1 looked at, 1 kept').waitFor();
  assert.equal(new URL(page.url()).pathname, '/settings/mailboxes');
  assert.equal(await page.getByRole('button', { name: 'Change the server for sending' }).count(), 0);
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(ada.faults, []);
});

test('who says no there, or comes back twice, reads why and gets back to the mailboxes', async () => {
  await page.goto(
    '/settings/mailboxes/signed-in/issuer?error=access_denied&error_description=They+said+no.&state=x',
  );
  await page.getByText('Your provider did not let Rapport in: They said no.').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.goto('/settings/mailboxes/signed-in/issuer?code=x&state=x');
  await page.getByText('Begin again at Settings, Mailboxes.').waitFor();
  expectOnly(ada, /422/);
  await page.getByRole('link', { name: 'Back to the mailboxes' }).click();
  await mailbox.waitFor();
});

test('a mailbox whose access was ended says so, and goes on after signing in again', async () => {
  await issuer.endGrants('ada@example.com');
  const [{ uuid }] = await api(page, 'GET', '/api/v2/mailboxes');
  await api(page, 'POST', `/api/v2/mailboxes/${uuid}/sync`, {});
  await mailbox.getByText('Your provider lets Rapport in no more.').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'mailbox-sign-in-again');
  await mailbox.getByRole('button', signIn).click();
  await allow({ isKnown: true });
  await mailbox.getByText('Up to date').waitFor();
  assert.deepEqual(ada.faults, []);
});
