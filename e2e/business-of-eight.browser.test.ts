import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { api } from './api.ts';
import {
  addLogin,
  chooseRareAct,
  openPerson,
  type Person,
  quiet,
  type Rapport,
  startForAda,
  startReceiver,
  takeScreenshot,
} from './rapport.ts';

// A business of eight in two teams sets "own and team".

const COMMAND = join(import.meta.dirname, '../cli/src/rapport.ts');
const NAMES = ['Ben', 'Cleo', 'Dan', 'Eva', 'Fay', 'Gil', 'Hal'] as const;
const PASSWORD = 'a horse and a battery';
const emailOf = (name: string) => `${name.toLowerCase()}@example.com`;

let rapport: Rapport;
let ada: Person;
let hal: Person;
let ben: Person;
let stop: () => Promise<void>;
let account_uuid: string;
let deal_uuid: string;
const users = new Map<string, string>();
/** The windows that Hal, who is new, has open. */
const windows = new Map<string, Page>();

async function signIn(person: Person, name: string): Promise<Person> {
  await person.page.goto('/sign-in');
  const headers = { origin: rapport.base_url };
  const data = { email: emailOf(name), password: PASSWORD };
  assert.equal((await person.context.request.post('/web/sign-in', { headers, data })).status(), 204);
  return person;
}

before(async () => {
  const started = await startForAda();
  ({ rapport, ada, stop } = started);
  [{ uuid: account_uuid }] = await api(ada.page, 'GET', '/api/v2/accounts');
  await Promise.all(
    NAMES.map(async (name) => {
      const words = [
        'users',
        'create',
        '--email',
        emailOf(name),
        '--name',
        `${name} Ward`,
        '--password',
        PASSWORD,
      ];
      await promisify(execFile)(process.execPath, [COMMAND, ...words], {
        env: { ...process.env, ...rapport.env },
      });
      const login = await addLogin(rapport, account_uuid, { email: emailOf(name), role: 'member' });
      users.set(name, login.user_uuid);
    }),
  );
  const add = (path: string, fields: object) =>
    api(ada.page, 'POST', `/api/v2/${path}`, { account_uuid, ...fields });
  for (const [name, members] of [
    ['North', ['Ben', 'Cleo', 'Fay']],
    ['South', ['Dan', 'Eva', 'Gil', 'Hal']],
  ] as const)
    await add('teams', { name, member_uuids: members.map((one) => users.get(one)) });
  for (const name of ['Ben', 'Dan', 'Hal']) {
    const owner_uuid = users.get(name);
    const client = await add('clients', { name: `Client of ${name}`, owner_uuid });
    const title = `Deal of ${name}`;
    const amount = { amount: '1000.00', currency: 'EUR' };
    const deal = await add('deals', { title, client_uuid: client.uuid, owner_uuid, ...amount });
    if (name === 'Ben') deal_uuid = deal.uuid;
    const records = [{ resource: 'client', uuid: client.uuid }];
    await add('tasks', { title: `Task of ${name}`, owner_uuid, assignee_uuid: owner_uuid, records });
  }
  hal = await signIn(await openPerson(started.browser, rapport.base_url), 'Hal');
  ben = await signIn(await openPerson(started.browser, rapport.base_url), 'Ben');
});
after(() => stop());

test('all that a new salesperson has open shrinks at once', async () => {
  for (const [path, sign] of [
    ['/clients', 'Client of Ben'],
    ['/deals', 'Deal of Ben'],
    ['/deals/board', 'Deal of Ben'],
    ['/tasks', 'Task of Ben'],
    ['/reports', '€3,000'],
    ['/clients?q=Client+of', 'Client of Ben'],
  ] as const) {
    const page = await hal.context.newPage();
    await page.goto(path);
    if (path === '/tasks') await page.getByText('Task of').first().waitFor();
    else await page.getByText(sign).first().waitFor();
    windows.set(`${path} ${sign}`, page);
  }
  const { page } = ada;
  await page.goto(`/accounts/${account_uuid}`);
  const section = page.getByRole('region', { name: 'Who sees what' });
  await section.getByRole('radio', { name: /^Everybody sees their own/ }).check();
  await section.getByRole('checkbox', { name: /^Only admins and owners/ }).check();
  await section
    .getByRole('row', { name: /Hal Ward/ })
    .getByText('3 → 2')
    .first()
    .waitFor();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await section.scrollIntoViewIfNeeded();
    await takeScreenshot(page, `eight-settings-${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await section.getByRole('button', { name: 'Save' }).click();
  await page.getByText('It holds from now on.').waitFor();
  for (const [name, open] of windows) {
    const sign = name.slice(name.indexOf(' ') + 1);
    await open.getByText(sign).first().waitFor({ state: 'detached' });
    await quiet(open);
    await takeScreenshot(open, `eight${name.split(' ')[0]!.replaceAll(/\W+/g, '-')}-1440`);
    await open.setViewportSize({ width: 390, height: 844 });
    await takeScreenshot(open, `eight${name.split(' ')[0]!.replaceAll(/\W+/g, '-')}-390`);
    await open.setViewportSize({ width: 1280, height: 800 });
  }
  assert.deepEqual([...hal.faults, ...ada.faults], []);
});

test('a deal that a colleague shares comes at once, and its Client stays out of reach', async () => {
  const { page } = ben;
  await page.goto(`/deals/${deal_uuid}`);
  await page.getByRole('heading', { name: 'Deal of Ben' }).waitFor();
  await chooseRareAct(page, 'Share');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Share with' }).click();
  await page.getByRole('option', { name: 'Hal Ward' }).click();
  await page.getByText('It is shared with Hal Ward.').first().waitFor();
  await takeScreenshot(page, 'eight-share');
  const open = windows.get('/deals Deal of Ben')!;
  await open.getByText('Deal of Ben').first().waitFor();
  await open.goto(`/deals/${deal_uuid}`);
  await open
    .getByText(/^out of your reach/)
    .first()
    .waitFor();
  for (const width of [1440, 390]) {
    await open.setViewportSize({ width, height: 900 });
    await takeScreenshot(open, `eight-shared-${width}`);
  }
  assert.ok(!(await open.content()).includes('Client of Ben'));
});

test('who leaves is handed over first, and the handover is taken back', async () => {
  const { page } = ada;
  await page.goto(`/accounts/${account_uuid}`);
  await page.getByRole('button', { name: 'Hand over the records of Ben Ward' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'To whom' }).click();
  await page.getByRole('option', { name: 'Hal Ward' }).click();
  await dialog.getByText('1 Client').waitFor();
  await takeScreenshot(page, 'eight-hand-over');
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await page.getByText('The records are handed over.').waitFor();
  const open = windows.get('/clients Client of Ben')!;
  await open.getByText('Client of Ben').first().waitFor();
  const [change] = await api(page, 'GET', '/api/v2/changes?limit=1');
  await page.goto(`/settings/changes/${change.uuid}`);
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await open.getByText('Client of Ben').first().waitFor({ state: 'detached' });
  await takeScreenshot(page, 'eight-undone');
  assert.deepEqual([...hal.faults, ...ada.faults], []);
});

test('a webhook stops when its record goes, and its log says why', async () => {
  const { page } = hal;
  const receiver = await startReceiver();
  receiver.status = 500;
  await page.goto('/today');
  const body = { url: receiver.url, events: ['deal.*'] };
  const hook = await api(page, 'POST', '/api/v2/webhook-subscriptions', body);
  const deals = await api(page, 'GET', '/api/v2/deals?filter[title]=Deal%20of%20Hal');
  await api(ada.page, 'PATCH', `/api/v2/deals/${deals[0].uuid}`, { tags: ['heard'] });
  await page.goto(`/settings/webhooks/${hook.uuid}`);
  await page.getByText('Deal of Hal').first().waitFor();
  // What hangs on a Client of his he would go on seeing.
  const gone = { owner_uuid: users.get('Ben'), client_uuid: null };
  await api(ada.page, 'PATCH', `/api/v2/deals/${deals[0].uuid}`, gone);
  const [delivery] = await api(page, 'GET', `/api/v2/webhook-subscriptions/${hook.uuid}/deliveries`);
  receiver.status = 204;
  await api(page, 'POST', `/api/v2/webhook-deliveries/${delivery.uuid}/resend`).catch(() => null);
  await page.reload();
  await page.getByText('you do not see the record any more').first().waitFor();
  await takeScreenshot(page, 'eight-out-of-reach');
  assert.ok(!(await page.content()).includes('Deal of Hal'));
  assert.ok(receiver.received.every(({ body: sent }) => !sent.includes('"client_uuid":null')));
  receiver.close();
});
