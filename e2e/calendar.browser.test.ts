import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { dayAt, plusDays, relativeDay } from '@rapport/contract/days';
import { until } from '../server/src/testing/until.ts';
import { api } from './api.ts';
import { focused } from './keys.ts';
import { pictures } from './light-and-dark.ts';
import { findBarriers, hold, startForAda, stopRouting } from './rapport.ts';

const ZONE = 'America/New_York';
const { ada, stop } = await startForAda({ context: { timezoneId: ZONE } });
after(stop);
const { page } = ada;

const TODAY = dayAt(new Date(), ZONE);
/** A Wednesday in the middle of the next month, far from the ends of what is shown. */
const DAY = plusDays(
  relativeDay('week', `${relativeDay('month+1', TODAY, 'monday')!.slice(0, 8)}15`, 'monday')!,
  2,
);

let account_uuid: string;
let me: string;
let client_uuid: string;

before(async () => {
  await page.goto('/calendar');
  const [login] = await api(page, 'GET', '/api/v2/logins');
  account_uuid = login.account_uuid;
  me = login.user.uuid;
  client_uuid = (await api(page, 'POST', '/api/v2/clients', { account_uuid, name: 'Acme' })).uuid;
});
beforeEach(async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
});

const addTask = (fields: object) =>
  api(page, 'POST', '/api/v2/tasks', { account_uuid, assignee_uuid: me, ...fields });
const on = (day: string) => page.locator(`.cal-day[data-day="${day}"]`);
const item = (title: string) => page.getByRole('link', { name: title });

async function open(search = `day=${DAY}`): Promise<void> {
  await page.goto(`/calendar?${search}`);
  await page.locator('.cal-grid, .cal-dots').waitFor();
}

test('the month shows tasks by the days of the User, expected closes, and nothing of others', async () => {
  // Half past eight in the evening in New York is the next day in UTC.
  await addTask({ title: 'Late call', type: 'call', due_at: `${plusDays(DAY, 1)}T01:30:00Z` });
  await addTask({ title: 'Send offer', due_on: DAY, type: 'email' });
  await addTask({ title: 'Was done', due_on: plusDays(DAY, -1), status: 'completed' });
  await addTask({ title: 'Of nobody', due_on: DAY, assignee_uuid: null });
  const deal = { account_uuid, title: 'Engine', client_uuid, owner_uuid: me };
  await api(page, 'POST', '/api/v2/deals', { ...deal, expected_close_on: DAY });
  for (let index = 0; index < 6; index++) await addTask({ title: `Busy ${index}`, due_on: plusDays(DAY, 2) });
  await open();
  await on(DAY).getByRole('link', { name: 'Late call' }).waitFor();
  const titles = await on(DAY).getByRole('link').allInnerTexts();
  assert.deepEqual(
    titles.map((title) => title.split('\n').at(-1)),
    ['Engine', 'Send offer', 'Late call'],
  );
  assert.equal(await item('Of nobody').count(), 0);
  await on(plusDays(DAY, 2)).getByRole('button', { name: '3 more' }).waitFor();
  await page.getByText('Everybody’s').click();
  await item('Of nobody').waitFor();
  await page.getByText('Mine', { exact: true }).click();
  await pictures(page, 'calendar-month');
  assert.deepEqual(await findBarriers(page), []);
});

test('a task is dragged to another day and keeps its time; Undo takes it back', async () => {
  await open();
  const task = await addTask({ title: 'Dragged', due_at: `${DAY}T15:00:00Z` });
  await page.reload();
  const target = plusDays(DAY, -2);
  await page.locator(`[data-item="${task.uuid}"]`).dragTo(on(target));
  await on(target).getByRole('link', { name: 'Dragged' }).waitFor();
  await page.getByText(/Dragged is now on/).waitFor();
  assert.equal((await api(page, 'GET', `/api/v2/tasks/${task.uuid}`)).due_at, `${target}T15:00:00.000+00:00`);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await on(DAY).getByRole('link', { name: 'Dragged' }).waitFor();
});

test('Shift and the arrows move the item with the focus, which follows it; M shows further days', async () => {
  const start = plusDays(DAY, -9);
  for (const title of ['Above', 'Moved by keys']) await addTask({ title, due_on: start });
  for (const title of ['Below', 'Lowest']) await addTask({ title, due_on: plusDays(start, 8) });
  await open();
  await item('Moved by keys').focus();
  const { keyboard } = page;
  await keyboard.press('Shift+ArrowRight');
  await focused(on(plusDays(start, 1)).getByRole('link', { name: 'Moved by keys' }));
  await page
    .getByText(/Moved by keys is now on/)
    .first()
    .waitFor();
  await keyboard.press('Shift+ArrowDown');
  await focused(on(plusDays(start, 8)).getByRole('link', { name: 'Moved by keys' }));
  await keyboard.press('m');
  await focused(page.getByRole('menuitem', { name: 'Today' }));
  assert.deepEqual(await findBarriers(page), []);
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await focused(on(plusDays(start, 7)).getByRole('link', { name: 'Moved by keys' }));
});

test('an item that keys move out of the month takes the calendar and the focus along', async () => {
  const start = plusDays(DAY, 1);
  await addTask({ title: 'Far traveller', due_on: start });
  await open();
  await item('Far traveller').focus();
  for (const days of [7, 14, 21, 28]) {
    await page.keyboard.press('Shift+ArrowDown');
    await focused(on(plusDays(start, days)).getByRole('link', { name: 'Far traveller' }));
  }
  assert.equal(new URL(page.url()).searchParams.get('day')?.slice(0, 7), plusDays(start, 28).slice(0, 7));
});

test('keys that are pressed before the last move is saved move the item on', async () => {
  const start = plusDays(DAY, -8);
  const task = await addTask({ title: 'In a hurry', due_on: start });
  await open();
  await item('In a hurry').focus();
  const { asked, release } = await hold(page, /\/api\/v2\/tasks\/[^/]+$/);
  for (let day = 0; day < 3; day++) await page.keyboard.press('Shift+ArrowRight');
  await asked;
  release();
  await focused(on(plusDays(start, 3)).getByRole('link', { name: 'In a hurry' }));
  const isSaved = async () => (await api(page, 'GET', `/api/v2/tasks/${task.uuid}`)).due_on;
  await until('the last move to be saved', async () => (await isSaved()) === plusDays(start, 3));
  await stopRouting(page);
});

test('arrows go from day to day and through the items of a day, and Enter opens the record', async () => {
  const later = plusDays(DAY, 14);
  await addTask({ title: 'First', due_on: later });
  await addTask({ title: 'Second', due_at: `${later}T15:00:00Z` });
  await open(`day=${later}`);
  await item('First').focus();
  const { keyboard } = page;
  await keyboard.press('ArrowDown');
  await focused(item('Second'));
  await keyboard.press('ArrowRight');
  await focused(on(plusDays(later, 1)).getByRole('button').first());
  await keyboard.press('ArrowLeft');
  await focused(on(later).getByRole('button').first());
  await item('First').focus();
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'First' }).waitFor();
  await page.goBack();
  await item('First').waitFor();
});

test('a new task is added on the day whose plus was pressed', async () => {
  const day = plusDays(DAY, 3);
  await open();
  await on(day).hover();
  await on(day).getByRole('button', { name: 'New Task on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What is to be done?').fill('Added here');
  await pictures(page, 'calendar-new');
  assert.deepEqual(await findBarriers(page), []);
  // The Escape that closes the calendar of the day leaves the dialog open, wherever the focus is.
  for (const step of ['', 'Tab', 'Tab']) {
    await dialog.getByRole('button', { name: 'Calendar' }).click();
    if (step) await page.keyboard.press(step);
    await page.keyboard.press('Escape');
    await dialog.getByRole('table').waitFor({ state: 'detached' });
  }
  await dialog.getByLabel('What is to be done?').focus();
  await page.keyboard.press('Enter');
  await on(day).getByRole('link', { name: 'Added here' }).waitFor();
});

test('the week shows all of a full day, and its weeks begin where the Account says', async () => {
  await open(`day=${DAY}&span=week`);
  assert.equal(await page.locator('.cal-day').first().getAttribute('data-day'), plusDays(DAY, -2));
  await item('Busy 5').waitFor();
  await pictures(page, 'calendar-week');
  assert.deepEqual(await findBarriers(page), []);
  await api(page, 'PATCH', `/api/v2/accounts/${account_uuid}`, { week_starts_on: 'sunday' });
  await page.reload();
  await page.locator('.cal-day').first().waitFor();
  assert.equal(await page.locator('.cal-day').first().getAttribute('data-day'), plusDays(DAY, -3));
  await page.getByRole('button', { name: 'The next week' }).click();
  await on(plusDays(DAY, 4)).waitFor();
});

test('on a phone a day of the month is chosen by its dots, and its items stand below', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await addTask({ title: 'Explain the contract for the maintenance of all three plants', due_on: DAY });
  await open(`day=${TODAY}`);
  await page.getByRole('button', { name: 'The next month' }).click();
  await page.locator(`.cal-dots [data-day="${DAY}"]`).click();
  await item('Send offer').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  const overhang = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  assert.equal(await page.evaluate(overhang), 0);
  await open(`day=${DAY}&span=week`);
  await item('Busy 5').waitFor();
  assert.equal(await page.evaluate(overhang), 0);
  assert.deepEqual(await findBarriers(page), []);
});

test('the address of the feed is made, shown once, read by a calendar, and ended', async () => {
  await open();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make the address' }).waitFor();
  await pictures(page, 'calendar-feed');
  assert.deepEqual(await findBarriers(page), []);
  await dialog.getByRole('switch').check();
  await dialog.getByRole('button', { name: 'Make the address' }).click();
  const address = await dialog.locator('.copy-field').innerText();
  const text = await (await fetch(address)).text();
  assert.match(text, /SUMMARY:Send offer/);
  assert.match(text, /SUMMARY:Expected close: Engine/);
  await pictures(page, 'calendar-feed-address');
  assert.deepEqual(await findBarriers(page), []);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await dialog.getByText(`ends in ${address.slice(-8, -4)}`).waitFor();
  await dialog.getByRole('button', { name: 'End the address' }).click();
  await dialog.getByRole('button', { name: 'Make the address' }).waitFor();
  assert.equal((await fetch(address)).status, 404);
  assert.deepEqual(ada.faults, []);
});
