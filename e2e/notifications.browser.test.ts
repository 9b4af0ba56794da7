import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { until } from '../server/src/testing/until.ts';
import { api } from './api.ts';
import { tabTo } from './keys.ts';
import { pictures } from './light-and-dark.ts';
import { addLogin, findBarriers, type Person, quiet, type Rapport, startForAda } from './rapport.ts';

type Told = { subject: { uuid: string } };

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
let toldBen: () => Promise<{ sort: string; subject: { name: string } }[]>;

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
  toldBen = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await (await request.get('/api/v2/notifications', { headers })).json()).data;
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

test('a record that is looked at is no news: neither the bell nor a mail tells it', async () => {
  const title = 'Look at the draft';
  const task = await asBen('tasks', { title, assignee_uuid: ada_uuid });
  await page.goto('/today');
  const unread = async () =>
    (await api(page, 'GET', '/api/v2/notifications?unread=true')).map((one: Told) => one.subject.uuid);
  assert.ok((await unread()).includes(task.uuid));
  await page.goto(`/tasks/${task.uuid}`);
  await until('the record to be seen', async () => !(await unread()).includes(task.uuid));
  await asBen('tasks', { title: 'Look at the offer', assignee_uuid: ada_uuid });
  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).waitFor();
});

test('the bell counts what comes while the page is open, within a second and without a reload', async () => {
  await page.goto('/clients');
  await bell().click();
  await page.getByRole('dialog').getByText('Notifications').first().waitFor();
  await page.keyboard.press('Escape');
  const { unread } = await api(page, 'GET', '/api/v2/notifications/unread');
  await asBen('tasks', { title: 'Write the offer', assignee_uuid: ada_uuid });
  const rung = page.getByRole('button', { name: `Notifications, ${unread + 1} unread` });
  await rung.waitFor({ timeout: 3_000 });
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

test('behind an @ the members are offered, and the one that is chosen is told', async () => {
  await page.goto(`/clients/${client_uuid}`);
  const note = page.getByRole('textbox', { name: 'Note', exact: true });
  await note.focus();
  await page.keyboard.type('Ask @be');
  const option = page.getByRole('option', { name: 'Ben Carter' });
  await option.waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'mention');
  await page.keyboard.press('Enter');
  await page.keyboard.type('about it');
  assert.equal(await note.inputValue(), 'Ask @Ben Carter about it');
  await page.keyboard.press('Control+Enter');
  await page.getByText('The note is added.').waitFor();
  const told = await toldBen();
  assert.deepEqual([told[0]!.sort, told[0]!.subject.name], ['mentioned', 'Ask @Ben Carter about it']);
});

test('behind an @ in an old task the members are offered as well', async () => {
  const { uuid } = await api(page, 'POST', '/api/v2/tasks', { title: 'Prices', body: 'See the list' });
  await page.goto(`/tasks/${uuid}`);
  await page.getByRole('button', { name: 'Edit Text' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' with @be');
  await page.getByRole('option', { name: 'Ben Carter' }).waitFor();
  // It closes the offer, and neither the input nor what is typed.
  await page.keyboard.press('Escape');
  await page.keyboard.type('n');
  await page.getByRole('option', { name: 'Ben Carter' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('region', { name: 'Text' }).getByText('See the list with @Ben Carter').waitFor();
  const told = await toldBen();
  assert.deepEqual([told[0]!.sort, told[0]!.subject.name], ['mentioned', 'Prices']);
});

test('the time of a task is chosen below the calendar as well as typed, and Today shows it', async () => {
  await page.goto('/today');
  const title = page.getByLabel('What is to be done?');
  await title.fill('Typed');
  const due = page.locator('.quick-task').getByLabel('Due', { exact: true });
  await due.fill('tomorrow 14:30');
  await page.keyboard.press('Tab');
  // All that was read can be seen.
  assert.ok(await due.evaluate((input) => input.scrollWidth <= input.clientWidth), await due.inputValue());
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'Typed' }).waitFor();
  await title.fill('Chosen');
  await page.locator('.quick-task').getByRole('button', { name: 'Calendar' }).click();
  await page.getByLabel('Time', { exact: true }).focus();
  // The browser's own input of a time, in the order of en-US.
  await page.keyboard.type('0230PM');
  await pictures(page, 'time-of-day');
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('button', { name: 'Tomorrow' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'Chosen' }).waitFor();
  const tasks = await api(page, 'GET', '/api/v2/tasks?sort=-created_at&limit=2');
  assert.equal(tasks[0].due_at, tasks[1].due_at);
  assert.ok(tasks[0].due_at !== null);
});

test('a task reminds at its time, before a choice of one’s own', async () => {
  await page.goto('/today');
  const due_at = new Date(Date.now() + 2_000).toISOString();
  await api(page, 'POST', '/api/v2/tasks', {
    account_uuid,
    title: 'Ring Acme',
    due_at,
    assignee_uuid: ada_uuid,
  });
  await until('the reminder', async () => {
    const told = await api(page, 'GET', '/api/v2/notifications?limit=1');
    return told[0].sort === 'reminder' && told[0].subject.name === 'Ring Acme';
  });
  await lookAgain();
  await bell().click();
  await page
    .getByRole('dialog')
    .getByText(/^Due today at /)
    .waitFor();
  await page.keyboard.press('Escape');
});

test('what one is told, and where, is chosen in the settings', async () => {
  await page.goto('/settings/notifications');
  const mentions = page.getByRole('group', { name: 'Your name' });
  const box = mentions.getByRole('checkbox', { name: 'Bell: Your name' });
  await box.waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'notification-settings');
  await box.focus();
  await page.keyboard.press('Space');
  await until('the choice', async () => {
    const { sorts } = await api(page, 'GET', '/api/v2/notification-settings');
    return sorts.mentioned.page === false;
  });
  assert.equal(await mentions.getByRole('checkbox', { name: 'Browser: Your name' }).isDisabled(), true);
  // This Rapport has no mail server.
  assert.equal(await mentions.getByRole('checkbox', { name: 'Mail: Your name' }).isDisabled(), true);
  assert.deepEqual(ada.faults, []);
});

test('a browser notifies at once of what comes while nobody looks, after its User has allowed it', async () => {
  await ada.context.grantPermissions(['notifications']);
  await page.addInitScript(`
    window.shown = [];
    const Real = window.Notification;
    window.Notification = class { constructor(title, { body }) { this.said = title + ': ' + body; window.shown.push(this); }
      close() {} static get permission() { return Real.permission; }
      static requestPermission() { return Real.requestPermission(); } };
    Object.defineProperty(Document.prototype, 'hidden', { get: () => window.isUnseen === true });
    Document.prototype.hasFocus = () => false;`);
  await page.goto('/settings/notifications');
  await page.getByRole('button', { name: 'Notify me in this browser' }).click();
  await page.getByText('This browser notifies you.').waitFor();
  const asked = page.waitForResponse(/notifications\/unread/);
  await page.goto('/today');
  await asked;
  await quiet(page);
  await page.evaluate('window.isUnseen = true');
  const { unread } = await api(page, 'GET', '/api/v2/notifications/unread');
  const { uuid } = await asBen('tasks', { title: 'Sign the offer', assignee_uuid: ada_uuid });
  const shown = await until(
    'a notice',
    () => page.evaluate<string[]>('window.shown.map(({ said }) => said)'),
    ({ length }) => length > 0,
  );
  assert.deepEqual(shown, ['Ben Carter gave you a Task: Sign the offer']);
  await page.evaluate('window.shown[0].onclick()');
  await page.waitForURL(`**/tasks/${uuid}`);
  assert.equal((await api(page, 'GET', '/api/v2/notifications/unread')).unread, unread);
});
