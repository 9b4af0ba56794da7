import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { focused } from './keys.ts';
import { addLogin, chooseRareAct, openPerson, startForAda } from './rapport.ts';

const COMMAND = join(import.meta.dirname, '../cli/src/rapport.ts');
const VIC = { name: 'Vic Fontaine', email: 'vic@example.com', password: 'the lights are low' };

const { rapport, browser, ada, stop } = await startForAda();
after(stop);

test('a deleted Client is found by a word of its name, restored and opened', async () => {
  const { page } = ada;
  for (const name of ['Analytical Engines', 'Difference Engines', 'Looms']) await makeDeleted({ name });
  const uuid = await make({ name: 'Babbage & Sons' });
  await page.goto(`/clients/${uuid}`);
  await chooseRareAct(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('1 Client deleted.').waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Deleted Clients' }).click();
  const rows = page.getByRole('table', { name: 'Deleted Clients' }).getByRole('row');
  await page.getByText('Looms').waitFor();
  const names = (await rows.allTextContents()).map((text) => /^[A-Z][a-z]+/.exec(text)?.[0]);
  assert.deepEqual(names, ['Babbage', 'Looms', 'Difference', 'Analytical']);
  await rows.first().getByText('by Ada Lovelace').waitFor();

  await page.getByRole('searchbox', { name: 'Search the deleted Clients' }).fill('babb');
  await page.getByText('Looms').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Restore Babbage & Sons' }).focus();
  await page.keyboard.press('Enter');
  const open = page.getByRole('link', { name: 'Open Babbage & Sons' });
  await focused(open);
  await page.getByText('1 Client restored.').waitFor();
  await open.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Babbage & Sons' }).waitFor();
  await page.goto('/clients/deleted?q=babbage');
  await page.getByText('No deleted Client matches these words.').waitFor();
  await page.getByRole('button', { name: 'Show all deleted Clients' }).click();
  await page.getByText('Looms').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a refused restoration says why beside the Client, and leads to the conflicting record', async () => {
  const { page } = ada;
  await makeDeleted({ name: 'Former holder', external_id: 'X-1' });
  await make({ name: 'Present holder', external_id: 'X-1' });
  const back = await makeDeleted({ name: 'Back already' });
  await page.goto('/clients/deleted');
  const restore = (name: string) => page.getByRole('button', { name: `Restore ${name}` }).click();
  await page.getByText('Back already').waitFor();
  await call('POST', `/api/v2/clients/${back}/restore`);
  await restore('Back already');
  await page.getByText('It is no longer deleted, or its 30 days are over.').waitFor();
  await page.getByRole('link', { name: 'Open Back already' }).waitFor();
  await restore('Former holder');
  await page.getByText('Another Client has the external id “X-1” now.').waitFor();
  await page.getByRole('link', { name: 'Show that Client' }).click();
  await page.getByRole('link', { name: 'Present holder' }).waitFor();
  await page.getByText('1 Client', { exact: true }).waitFor();
  const unexpected = ada.faults.splice(0).filter((fault) => !/404|409/.test(fault));
  assert.deepEqual(unexpected, []);
});

test('a viewer reads the reason in place of the button, and a long list has a button for more', async () => {
  const { name, email, password } = VIC;
  const words = ['users', 'create', '--email', email, '--name', name, '--password', password];
  await promisify(execFile)(process.execPath, [COMMAND, ...words], {
    env: { ...process.env, ...rapport.env },
  });
  const { uuid: account_uuid } = await call('POST', '/api/v2/accounts', { name: 'Archive' });
  await addLogin(rapport, account_uuid, { email, role: 'viewer' });
  for (let n = 0; n < 51; n++) await makeDeleted({ name: `Number ${n}`, account_uuid });
  const vic = await openPerson(browser, rapport.base_url);
  const { page } = vic;
  await page.goto('/clients/deleted');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Number 50', { exact: true }).waitFor();
  await page.getByText('A member, an admin or an owner can restore them.').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Restore/ }).count(), 0);
  assert.equal(await page.getByText('Number 0', { exact: true }).count(), 0);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('Number 0', { exact: true }).waitFor();
  assert.deepEqual(vic.faults, []);
  await vic.close();
});

async function makeDeleted(fields: object): Promise<string> {
  const uuid = await make(fields);
  await call('DELETE', `/api/v2/clients/${uuid}`);
  return uuid;
}

async function make(fields: object): Promise<string> {
  const [account] = await call('GET', '/api/v2/accounts?sort=created_at');
  return (await call('POST', '/api/v2/clients', { account_uuid: account.uuid, ...fields })).uuid;
}

/** Calls the API like another program of Ada's, with the session of the browser. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function call(method: string, path: string, body?: object): Promise<any> {
  const options = { method, headers: { origin: rapport.base_url }, ...(body && { data: body }) };
  const answer = await ada.context.request.fetch(path, options);
  const text = await answer.text();
  assert.ok(answer.ok(), text);
  return text === '' ? null : JSON.parse(text).data;
}
