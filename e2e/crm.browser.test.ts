import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from './api.ts';
import { focused } from './keys.ts';
import { findBarriers, startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda();
after(stop);

const { page } = ada;
await page.goto('/clients');
const [login] = await api(page, 'GET', '/api/v2/logins');
const me = login.user.uuid;
const [pipeline] = await api(page, 'GET', '/api/v2/pipelines');
const client = await api(page, 'POST', '/api/v2/clients', { name: 'Siemens' });
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const newDeal = (title: string, fields: object = {}) =>
  api(page, 'POST', '/api/v2/deals', {
    title,
    client_uuid: client.uuid,
    amount: '1500',
    currency: 'EUR',
    owner_uuid: me,
    ...fields,
  });
const column = (stage: number) =>
  page.getByRole('region', { name: new RegExp(`^${pipeline.stages[stage].name},`) });

test('a Contact is made with the Client where they are, and stands beside that Client', async () => {
  await page.goto('/contacts');
  await page.getByRole('button', { name: 'New Contact' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Grace Hopper');
  await dialog.getByLabel('Clients 1', { exact: true }).click();
  await page.keyboard.type('Siem');
  await page.getByRole('option', { name: 'Siemens' }).click();
  await dialog.getByLabel('Clients 1: Role').fill('Buyer');
  await dialog.getByRole('button', { name: 'New Contact' }).click();
  await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
  await page.goto(`/clients/${client.uuid}`);
  const contacts = page.getByRole('region', { name: 'Contacts 1' });
  await contacts.getByRole('link', { name: 'Grace Hopper' }).click();
  await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a note, a call and a task are written down on the page of a record, and stand in its history', async () => {
  const deal = await newDeal('Composed');
  await page.goto(`/deals/${deal.uuid}`);
  const composer = page.getByRole('region', { name: 'Write down' });
  await composer.getByRole('textbox', { name: 'Note' }).fill('They want **ten** seats');
  await page.reload();
  await composer.getByRole('button', { name: 'Add the note' }).click();
  const history = page.getByRole('region', { name: 'Timeline' });
  await history.getByText('They want ten seats').waitFor();
  await composer.getByRole('tab', { name: 'Log a call' }).click();
  await composer.getByRole('textbox', { name: 'What came of it' }).fill('They call back');
  await page.keyboard.press('Control+Enter');
  await history.getByText('They call back').waitFor();
  await composer.getByRole('tab', { name: 'Task' }).click();
  await composer.getByRole('textbox', { name: 'Task' }).fill('Send the offer');
  await composer.getByRole('button', { name: 'Add the task' }).click();
  await page
    .getByRole('region', { name: 'Next steps' })
    .getByRole('link', { name: 'Send the offer' })
    .waitFor();
  await takeScreenshot(page, 'deal');
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(ada.faults, []);
});

test('a card is dragged to another stage, and the move survives a reload', async () => {
  const { uuid } = await newDeal('Dragged');
  await page.goto('/deals/board');
  const card = page.getByRole('listitem').filter({ hasText: 'Dragged' });
  await card.dragTo(column(1));
  await column(1).getByText('Dragged').waitFor();
  await page.getByText(`Dragged is in ${pipeline.stages[1].name}.`).waitFor();
  await page.reload();
  await column(1).getByText('Dragged').waitFor();
  const { stage_uuid } = await api(page, 'GET', `/api/v2/deals/${uuid}`);
  assert.equal(stage_uuid, pipeline.stages[1].uuid);
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(ada.faults, []);
});

test('a card is moved by keyboard, and Undo brings it back', async () => {
  await newDeal('Typed');
  await page.goto('/deals/board');
  await page.getByRole('link', { name: 'Typed' }).focus();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: pipeline.stages[2].name }).press('Enter');
  await column(2).getByText('Typed').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await column(0).getByText('Typed').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a Deal that is lost asks why, and leaves the board', async () => {
  const { uuid } = await newDeal('Gone');
  await page.goto('/deals/board');
  await page.getByRole('button', { name: 'Move Gone' }).click();
  await page.getByRole('menuitem', { name: 'Lost' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Too expensive');
  await page.getByRole('button', { name: 'Mark as lost' }).click();
  await page.getByText('Gone is lost.').waitFor();
  await page.getByRole('link', { name: 'Gone' }).waitFor({ state: 'detached' });
  const { status, lost_reason } = await api(page, 'GET', `/api/v2/deals/${uuid}`);
  assert.deepEqual([status, lost_reason], ['lost', 'Too expensive']);
  assert.deepEqual(ada.faults, []);
});

test('Today shows what is due, and completing asks for the next step', async () => {
  const { uuid } = await newDeal('Followed');
  const task = { due_on: day(-2), assignee_uuid: me, records: [{ resource: 'deal', uuid }] };
  await api(page, 'POST', '/api/v2/tasks', { title: 'Call them', ...task });
  await page.goto('/today');
  await page.getByRole('region', { name: 'Overdue' }).getByText('Call them').waitFor();
  await takeScreenshot(page, 'today');
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('checkbox', { name: 'Complete Call them' }).click();
  const dialog = page.getByRole('dialog', { name: /next step/ });
  await focused(dialog.getByLabel('Next step'));
  await page.keyboard.type('Send the contract');
  await dialog.getByRole('button', { name: 'Add the next step' }).click();
  await page.getByRole('region', { name: 'The next seven days' }).getByText('Send the contract').waitFor();
  const { next_task_due_on } = await api(page, 'GET', `/api/v2/deals/${uuid}`);
  assert.equal(next_task_due_on, day(7));
  assert.deepEqual(ada.faults, []);
});

test('empty fields fold away until one wants to see them', async () => {
  await page.goto(`/clients/${client.uuid}`);
  await page.getByRole('button', { name: 'Hide empty fields' }).click();
  await page.getByText('Industry', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Show \d+ empty fields$/ }).click();
  await page.getByText('Industry', { exact: true }).waitFor();
  assert.deepEqual(ada.faults, []);
});
