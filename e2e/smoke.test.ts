import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { ADA, registerApplication, startForAda } from './rapport.ts';

// The way through the pages that must work after every change. *.browser.test.ts has all other
// tests of pages.

const { rapport, ada, stop } = await startForAda();
const application = createServer((_request, response) => response.end('back at the application'));

before(() => new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve)));
after(async () => {
  application.close();
  await stop();
});

test('a User signs in, creates a Client and finds it in the list', async () => {
  const { page, context } = ada;
  await context.clearCookies();
  await page.goto('/clients');
  await page.getByLabel('E-mail address').fill(ADA.email);
  await page.getByLabel('Password').fill(ADA.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('No Clients yet').waitFor();
  await page.getByRole('button', { name: 'New Client' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Difference Engine Works');
  await dialog.getByRole('button', { name: 'New Client' }).click();
  await page.getByRole('heading', { level: 1, name: 'Difference Engine Works' }).waitFor();
  await page.goto('/clients');
  // The cell also says who looks after the Client, once the name of that User is there.
  const cells = page.getByRole('cell', { name: 'Difference Engine Works' });
  await cells.getByRole('link', { name: 'Difference Engine Works', exact: true }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('an application that is allowed in gets a code', async () => {
  const { page } = ada;
  const redirect_uri = `http://localhost:${(application.address() as AddressInfo).port}/callback`;
  const { client_id } = await registerApplication(rapport, redirect_uri);
  const asked = { response_type: 'code', client_id, redirect_uri, scope: '*', state: 'af0ifjsldkj' };
  await page.goto(`/oauth/authorize?${new URLSearchParams(asked)}`);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('back at the application').waitFor();
  const answer = new URL(page.url()).searchParams;
  assert.match(answer.get('code')!, /^rpt_oac_/);
  assert.equal(answer.get('state'), asked.state);
});
