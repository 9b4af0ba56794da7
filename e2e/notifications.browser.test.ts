import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { tabTo } from './keys.ts';
import { pictures } from './light-and-dark.ts';
import { addLogin, findBarriers, type Person, type Rapport, startForAda } from './rapport.ts';

const COMMAND = join(import.meta.dirname, '../cli/src/rapport.ts');
const BEN = { name: 'Ben Carter', email: 'ben@example.com', password: 'the rain in spain' };

let rapport: Rapport;
let ada: Person;
let page: Page;
let stop: () => Promise<void>;
let account_uuid: string;
let ada_uuid: string;
let client_uuid: string;
let asBen: (path: string, body: object) => Promise<{ uuid: string }>;

before(async () => {
  ({ rapport, ada, stop } = await startForAda());
  page = ada.page;
  const { request } = ada.context;
  ada_uuid = (await (await request.get('/api/v2/me')).json()).data.uuid;
  account_uuid = (await (await request.get('/api/v2/accounts')).json()).data[0].uuid;
  const { email, name, password } = BEN;
  await command('users', 'create', '--email', email, '--name', name, '--password', password);
  await addLogin(rapport, account_uuid, { email, role: 'member' });
  const { token } = JSON.parse(
    await command('tokens', 'create', '--user', email, '--name', 'Ben Carter', '--json'),
  );
  asBen = async (path, data) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await request.post(`/api/v2/${path}`, { headers, data: { account_uuid, ...data } });
    assert.equal(answer.status(), 201, await answer.text());
    return (await answer.json()).data;
  };
  client_uuid = (await asBen('clients', { name: 'Brown & Sons' })).uuid;
});
after(() => stop());

async function command(...words: string[]): Promise<string> {
  const env = { ...process.env, ...rapport.env };
  return (await promisify(execFile)(process.execPath, [COMMAND, ...words], { env })).stdout;
}

/** What a browser tells a page that somebody looks at again. */
const lookAgain = () => page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);

const bell = () => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });

test('the bell is empty at first, and says what will be there', async () => {
  await page.goto('/today');
  await bell().click();
  const list = page.getByRole('dialog');
  await list.getByText('Nothing new').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
});

test('what others do counts at the bell, and following it marks it as read', async () => {
  await page.goto('/today');
  const task = await asBen('tasks', { title: 'Call back about the offer', assignee_uuid: ada_uuid });
  const body = 'Ask @Ada Lovelace, she knows them';
  await asBen('notes', { body, records: [{ resource: 'client', uuid: client_uuid }] });
  await lookAgain();
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).focus();
  await page.keyboard.press('Enter');
  const list = page.getByRole('dialog');
  await list.getByText('Ben Carter mentioned you in a Note').waitFor();
  await list.getByText('Ben Carter gave you a Task').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'notifications');
  const link = list.getByRole('link', { name: 'Call back about the offer' });
  await tabTo(link);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === `/tasks/${task.uuid}`);
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
});

test('all are marked as read by one button', async () => {
  await page.goto('/today');
  await asBen('tasks', { title: 'Send the offer', assignee_uuid: ada_uuid });
  await lookAgain();
  await bell().click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual(ada.faults, []);
});
