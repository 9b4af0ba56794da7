import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { api } from './api.ts';
import {
  addLogin,
  chooseRareAct,
  findBarriers,
  openPerson,
  type Person,
  quiet,
  type Rapport,
  startForAda,
  takeScreenshot,
} from './rapport.ts';

const COMMAND = join(import.meta.dirname, '../cli/src/rapport.ts');
const BEN = { name: 'Ben Zulu', email: 'ben@example.com', password: 'a horse and a battery' };

let rapport: Rapport;
let ada: Person;
let ben: Person;
let stop: () => Promise<void>;
let account_uuid: string;

before(async () => {
  const started = await startForAda();
  ({ rapport, ada, stop } = started);
  [{ uuid: account_uuid }] = await api(ada.page, 'GET', '/api/v2/accounts');
  const words = ['users', 'create', '--email', BEN.email, '--name', BEN.name, '--password', BEN.password];
  await promisify(execFile)(process.execPath, [COMMAND, ...words], {
    env: { ...process.env, ...rapport.env },
  });
  const { user_uuid } = await addLogin(rapport, account_uuid, { email: BEN.email, role: 'member' });
  const me = await api(ada.page, 'GET', '/api/v2/me');
  for (const [name, owner_uuid] of [
    ['Adas Client', me.uuid],
    ['Bens Client', user_uuid],
    ['Nobodys Client', null],
  ])
    await api(ada.page, 'POST', '/api/v2/clients', { name, owner_uuid });
  ben = await openPerson(started.browser, rapport.base_url);
  await ben.page.goto('/sign-in');
  const { email, password } = BEN;
  const headers = { origin: rapport.base_url };
  const signedIn = await ben.context.request.post('/web/sign-in', { headers, data: { email, password } });
  assert.equal(signedIn.status(), 204);
});
after(() => stop());

test('an owner sees what it means, sets it, and the open window of a member shrinks at once', async () => {
  await ben.page.goto('/clients');
  await ben.page.getByText('Adas Client').first().waitFor();
  const { page } = ada;
  await page.goto(`/accounts/${account_uuid}`);
  const section = page.getByRole('region', { name: 'Who sees what' });
  await section.getByRole('radio', { name: /^Everybody sees their own/ }).check();
  await section.getByRole('cell', { name: '3 → 2' }).waitFor();
  for (const [width, name] of [
    [1440, 'who-sees-wide'],
    [390, 'who-sees-phone'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await section.scrollIntoViewIfNeeded();
    await takeScreenshot(page, name);
    assert.deepEqual(await findBarriers(page), []);
  }
  await section.getByRole('button', { name: 'Save' }).click();
  await page.getByText('It holds from now on.').waitFor();
  await ben.page.getByText('Adas Client').first().waitFor({ state: 'detached' });
  await ben.page.getByText('Bens Client').first().waitFor();
  await quiet(ben.page);
  await takeScreenshot(ben.page, 'who-sees-list');
});

test('a member of the same team is shown the record, which says why', async () => {
  const { page } = ada;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/accounts/${account_uuid}`);
  const section = page.getByRole('region', { name: 'Teams' });
  await section.getByRole('button', { name: 'New team' }).click();
  await section.getByLabel('Name of the team').fill('North');
  await section.getByRole('combobox', { name: 'Members' }).click();
  for (const name of ['Ada Lovelace', 'Ben Zulu']) await page.getByRole('option', { name }).click();
  await section.getByLabel('Name of the team').click();
  await section.getByRole('button', { name: 'Save' }).click();
  await page.getByText('North is saved.').waitFor();
  await takeScreenshot(page, 'teams');
  await ben.page.getByText('Adas Client').first().waitFor();
  await ben.page.getByText('Adas Client').first().click();
  await ben.page.getByRole('heading', { name: 'Adas Client' }).waitFor();
  await chooseRareAct(ben.page, 'Share');
  const dialog = ben.page.getByRole('dialog');
  await dialog.getByText('sees all, by their role').waitFor();
  await dialog.getByText('is in a team with who looks after it').waitFor();
  await takeScreenshot(ben.page, 'who-sees-this');
  assert.deepEqual([...ada.faults, ...ben.faults], []);
});

test('the records of a member are handed over, with the number of each kind before', async () => {
  const { page } = ada;
  await page.goto(`/accounts/${account_uuid}`);
  await page.getByRole('button', { name: 'Hand over the records of Ben Zulu' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'To whom' }).click();
  await page.getByRole('option', { name: 'Ada Lovelace' }).click();
  await dialog.getByText('1 Client').waitFor();
  await takeScreenshot(page, 'hand-over');
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await page.getByText('The records are handed over.').waitFor();
  const clients = await api(page, 'GET', '/api/v2/clients?filter[name]=Bens%20Client');
  assert.equal(clients[0].owner_uuid, (await api(page, 'GET', '/api/v2/me')).uuid);
  assert.deepEqual(ada.faults, []);
});
