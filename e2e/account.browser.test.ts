import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { tabTo } from './keys.ts';
import { ADA, openPerson, type Person, registerApplication, startForAda, takeScreenshot } from './rapport.ts';
import { startSmtpServer } from './smtp-server.ts';

const NEW_PASSWORD = 'another long password';
const NEW_EMAIL = 'ada.lovelace@example.com';

const smtp = await startSmtpServer();
const { rapport, browser, ada, stop } = await startForAda({ settings: { SMTP_URL: smtp.url } });
/** An application, which receives the codes at its redirect URL. */
let application: Server;

before(async () => {
  application = createServer((request, response) => {
    if (!request.url!.startsWith('/callback')) return response.end('back at the application');
    // Redirects to another host, as applications do, because the browser checks the form's policy
    // against every redirect.
    const { port } = application.address() as AddressInfo;
    const location = request.url!.replace('/callback', `http://127.0.0.1:${port}/done`);
    return response.writeHead(302, { location }).end();
  });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  smtp.close();
  application.close();
  await stop();
});

test('an application is connected in the browser, calls the API, and gets nothing more once it is revoked', async () => {
  const { page } = ada;
  const redirect_uri = `http://localhost:${(application.address() as AddressInfo).port}/callback`;
  const client = await registerApplication(rapport, redirect_uri);
  await page.goto('/settings/connected-apps');
  await page.getByText('No connected apps').waitFor();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri,
    scope: '*',
    state: 'af0ifjsldkj',
  });
  // A context of its own, because the application's page would count as a fault of ours.
  const visit = await openPerson(browser, rapport.base_url, {
    storageState: await ada.context.storageState(),
  });
  await visit.page.goto(`/oauth/authorize?${query}`);
  await visit.page.getByRole('button', { name: 'Allow' }).click();
  await visit.page.getByText('back at the application').waitFor();
  const code = new URL(visit.page.url()).searchParams.get('code')!;
  await visit.close();

  const exchanged = await fetch(`${rapport.base_url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri,
      client_id: client.client_id,
      client_secret: client.client_secret,
    }),
  });
  const { access_token } = (await exchanged.json()) as { access_token: string };
  const call = () =>
    fetch(`${rapport.base_url}/api/v2/me`, { headers: { authorization: `Bearer ${access_token}` } });
  assert.equal((await call()).status, 200);

  await page.reload();
  await page.getByText('Ledger Sync').first().waitFor();
  await page.getByText('Last used').waitFor();
  // From here on with the keyboard alone.
  await tabTo(page.getByRole('button', { name: 'Revoke Ledger Sync' }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Revoke' }));
  await page.keyboard.press('Enter');
  await page.getByText('No connected apps').waitFor();
  assert.equal((await call()).status, 401);
});

test('a changed password signs the other browsers out, and only the new one works', async () => {
  const { page } = ada;
  const elsewhere = await openPerson(browser, rapport.base_url);
  await signIn(elsewhere, ADA.email, ADA.password);
  await page.goto('/settings/security');
  await page.getByRole('button', { name: /^Sign out \S+ on Linux from / }).waitFor();
  await page.getByLabel(/^Current password/).fill('not my password');
  await page.getByLabel(/^New password/).fill('short');
  await page.getByText('At least 10 characters.', { exact: true }).waitFor();
  assert.ok(await page.getByRole('button', { name: 'Change the password' }).isDisabled());
  await page.getByLabel(/^New password/).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('This is not your password.').waitFor();
  // The refusal keeps the typed text.
  assert.equal(await page.getByLabel(/^New password/).inputValue(), NEW_PASSWORD);
  await page.getByLabel(/^Current password/).fill(ADA.password);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page
    .getByLabel(/^Current password/)
    .and(page.locator('[value=""]'))
    .waitFor();
  await elsewhere.page.goto('/clients');
  await elsewhere.page.waitForURL('**/sign-in?**');
  await signIn(elsewhere, ADA.email, NEW_PASSWORD);
  assert.deepEqual(elsewhere.faults, []);

  await page.reload();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('This browser').waitFor();
  await page.getByRole('button', { name: /^Sign out \S+ on Linux from / }).waitFor({ state: 'detached' });
  await elsewhere.page.goto('/clients');
  await elsewhere.page.waitForURL('**/sign-in?**');
  await elsewhere.close();
  forgive(ada, '422', '403');
});

test('the chosen colour scheme also applies to the sign-in page', async () => {
  const { page } = ada;
  const look = await openPerson(browser, rapport.base_url, {
    colorScheme: 'light',
    storageState: await ada.context.storageState(),
  });
  const background = () => look.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  await look.page.goto('/clients');
  await look.page.getByRole('button', { name: 'You' }).click();
  await look.page.getByRole('menuitem', { name: 'Dark', exact: true }).click();
  await look.page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  await look.page.goto('/sign-in');
  assert.equal(await background(), 'rgb(17, 18, 22)');
  await takeScreenshot(look.page, 'sign-in-chosen-dark');
  assert.deepEqual(look.faults, []);
  await look.close();
  await page.goto('/sign-in');
  assert.equal(await page.locator('html').getAttribute('data-colours'), 'auto');
});

test('a changed e-mail address takes effect when the mailed link is opened', async () => {
  const { page } = ada;
  await page.goto('/settings/account-details');
  await page.getByLabel(/^New address/).fill(NEW_EMAIL);
  await page.getByRole('button', { name: 'Change the address' }).click();
  const mail = await smtp.nextMail(NEW_EMAIL);
  await page.goto(linkIn(mail.text));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Your address is changed.').waitFor();
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'You' }).click();
  await page.getByText(NEW_EMAIL).first().waitFor();
});

test('an invitation and a forgotten password arrive by the mail server', async () => {
  const { page } = ada;
  await page.goto('/accounts');
  await page.getByRole('link', { name: ADA.account_name }).click();
  await page.getByLabel('E-mail address').fill('grace@example.com');
  await page.getByRole('button', { name: 'Invite' }).click();
  const grace = await openPerson(browser, rapport.base_url);
  await grace.page.goto(linkIn((await smtp.nextMail('grace@example.com')).text));
  await grace.page.getByLabel('Your name').fill('Grace Hopper');
  await grace.page.getByLabel(/^Password/).fill('a ship in port is safe');
  await grace.page.getByRole('button', { name: 'Join' }).click();
  await grace.page.getByText('No Clients yet').waitFor();
  await grace.page.goto('/forgot-password');
  await grace.page.getByLabel('E-mail address').fill('grace@example.com');
  await grace.page.getByRole('button', { name: 'Send the link' }).click();
  await grace.page.goto(linkIn((await smtp.nextMail('grace@example.com')).text));
  await grace.page.getByLabel(/^New password/).fill('ships are for sailing');
  await grace.page.getByRole('button', { name: 'Set the password' }).click();
  await grace.page.getByText('Your password is set').waitFor();
  assert.deepEqual(grace.faults, []);
  assert.deepEqual(ada.faults, []);
  await grace.close();
});

async function signIn({ page }: Person, email: string, password: string): Promise<void> {
  await page.goto('/sign-in?return_to=/clients');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('No Clients yet').waitFor();
}

function linkIn(text: string): string {
  return /http\S+/.exec(text)![0];
}

/** Removes the console errors about refused requests that a test expects. Any other fault fails. */
function forgive(person: Person, ...statuses: string[]): void {
  const faults = person.faults.splice(0);
  assert.deepEqual(
    faults.filter((fault) => !statuses.some((status) => fault.includes(`status of ${status}`))),
    [],
  );
}
