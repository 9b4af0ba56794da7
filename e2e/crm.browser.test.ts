import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api, expectOnly } from './api.ts';
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

test('a Contact is created with a Client, and appears on the page of that Client', async () => {
  await page.goto('/contacts');
  await page.getByRole('button', { name: 'New Contact' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Grace Hopper');
  await dialog.getByRole('combobox', { name: 'Clients 1', exact: true }).click();
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

test('a note, a call and a task are added on the page of a record, and appear in its timeline', async () => {
  const deal = await newDeal('Composed');
  await page.goto(`/deals/${deal.uuid}`);
  const composer = page.getByRole('region', { name: 'Write down' });
  await composer.getByRole('textbox', { name: 'Note' }).fill('They want **ten** seats');
  await page.reload();
  await composer.getByRole('button', { name: 'Add the note' }).click();
  const history = page.getByRole('region', { name: 'Timeline' });
  await history.getByText('They want ten seats').waitFor();
  await composer.getByRole('tab', { name: 'Log a call' }).click();
  await composer.getByRole('textbox', { name: 'Outcome' }).fill('They call back');
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

test('while a card is dragged the places to drop it lie over the board, below the notice, and nothing moves', async () => {
  await newDeal('Held');
  await page.goto('/deals/board');
  const card = page.getByRole('listitem').filter({ hasText: 'Held' });
  await card.dragTo(column(1));
  const notice = page.getByText(`Held is in ${pipeline.stages[1].name}.`);
  await notice.waitFor();
  const from = (await column(1).getByText('Held').boundingBox())!;
  const won = page.locator('.board-ends').getByText('Won').first();
  const { height } = (await column(1).boundingBox())!;
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 40, { steps: 5 });
  await won.waitFor();
  const [said, place] = [(await notice.boundingBox())!, (await won.boundingBox())!];
  assert.ok(said.y + said.height < 48 && place.y > said.y + said.height);
  assert.equal((await column(1).boundingBox())!.height, height);
  await takeScreenshot(page, 'dragging');
  // Back to where it was: dropped there, nothing moves.
  await page.mouse.move(from.x + 5, from.y + 5, { steps: 5 });
  await page.mouse.up();
  await won.waitFor({ state: 'hidden' });
  assert.deepEqual(ada.faults, []);
});

test('a drag without a connection is undone with a message, and succeeds at the next try', async () => {
  const { uuid } = await newDeal('Unplugged');
  await page.goto('/deals/board');
  const card = page.getByRole('listitem').filter({ hasText: 'Unplugged' });
  await card.waitFor();
  // Only the change: what others did may let the page read the board again meanwhile.
  await page.route(`**/api/v2/deals/${uuid}`, (route) => route.abort('internetdisconnected'));
  await card.dragTo(column(1));
  await page.getByText('Unplugged is where it was').waitFor();
  await column(0).getByText('Unplugged').waitFor();
  await page.unroute(`**/api/v2/deals/${uuid}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await column(1).getByText('Unplugged').waitFor();
  await page.getByText(`Unplugged is in ${pipeline.stages[1].name}.`).waitFor();
  assert.equal((await api(page, 'GET', `/api/v2/deals/${uuid}`)).stage_uuid, pipeline.stages[1].uuid);
  expectOnly(ada, /ERR_INTERNET_DISCONNECTED/);
});

test('a card is moved by keyboard, and Undo moves it back', async () => {
  await newDeal('Typed');
  await page.goto('/deals/board');
  await page.getByRole('link', { name: 'Typed' }).focus();
  await page.keyboard.press('m');
  await focused(page.getByRole('menuitem', { name: pipeline.stages[1].name }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await column(2).getByText('Typed').waitFor();
  await focused(page.getByRole('link', { name: 'Typed' }));
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await column(0).getByText('Typed').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a lost Deal asks for the reason, and leaves the board', async () => {
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

test('who asks by keyboard for the reason and gives it up is at the card again', async () => {
  await newDeal('Kept');
  await page.goto('/deals/board');
  await page.getByRole('link', { name: 'Kept' }).focus();
  await page.keyboard.press('m');
  await focused(page.getByRole('menuitem', { name: pipeline.stages[1].name }));
  await page.keyboard.press('End');
  await focused(page.getByRole('menuitem', { name: 'Lost' }));
  await page.keyboard.press('Enter');
  await focused(page.getByRole('dialog').getByLabel('Reason'));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await focused(page.getByRole('link', { name: 'Kept' }));
});

test('the board shows only what passes its filters, also at the next visit, and goes on to the last card', async () => {
  await newDeal('Of nobody', { owner_uuid: null });
  await newDeal('Earliest', { stage_uuid: pipeline.stages[1].uuid });
  const operations = Array.from({ length: 51 }, (_, index) => ({
    action: 'create',
    data: { title: `Mine ${index}`, client_uuid: client.uuid, owner_uuid: me },
  }));
  await api(page, 'POST', '/api/v2/deals/batch', { operations });
  await page.goto('/deals/board');
  await page.getByRole('button', { name: 'Mine', exact: true }).click();
  await page.getByText('Owner is me').waitFor();
  await page.getByRole('link', { name: 'Of nobody' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Deals', exact: true }).click();
  await page.getByText('Owner is me').waitFor();
  await column(0)
    .getByRole('button', { name: /^\d+ more$/ })
    .scrollIntoViewIfNeeded();
  await column(0).locator('.deal-card').nth(51).waitFor();
  await column(0).getByRole('button', { name: /more$/ }).waitFor({ state: 'detached' });
  // The oldest Deal is the first in the stage into which it was moved last.
  await page.getByRole('link', { name: 'Earliest' }).focus();
  await page.keyboard.press('m');
  await focused(page.getByRole('menuitem', { name: pipeline.stages[0].name }));
  await page.keyboard.press('Enter');
  await page.getByText(`Earliest is in ${pipeline.stages[0].name}.`).waitFor();
  await page.reload();
  await column(0).locator('.deal-card').first().getByText('Earliest').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('the menu opens the page of Deals that was seen last, first the board, and the Tasks that are open', async () => {
  const deal = await newDeal('Seen');
  const menu = page.getByRole('navigation');
  await page.goto('/today');
  await page.evaluate('localStorage.clear()');
  await page.reload();
  await menu.getByRole('link', { name: 'Deals', exact: true }).click();
  await column(0).getByRole('link', { name: 'Seen' }).click();
  await page.waitForURL(`**/deals/${deal.uuid}`);
  await page.getByRole('link', { name: '← Deals' }).click();
  await column(0).waitFor();
  await page.getByText('Table', { exact: true }).click();
  await page.getByRole('link', { name: 'Seen' }).click();
  await page.getByRole('link', { name: '← Deals' }).click();
  await page.waitForURL('**/deals');
  await menu.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByText('Status is Open').waitFor();
  await menu.getByRole('link', { name: 'Deals', exact: true }).click();
  await page.waitForURL('**/deals');
  assert.deepEqual(ada.faults, []);
});

test('Today shows the due tasks, and completing one asks for the next step', async () => {
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

test('a lead is created with three fields', async () => {
  await page.goto('/clients');
  await page.getByRole('button', { name: 'New Client' }).waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New Client' });
  await focused(dialog.getByLabel('Name'));
  await page.keyboard.type('Lead Ltd');
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill('info@lead.example');
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+49 30 1234');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Lead Ltd' }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('the page of a Client shows the last note, the next task and the state of a Deal without scrolling', async () => {
  const { uuid } = await api(page, 'POST', '/api/v2/clients', { name: 'Seen' });
  const about = { records: [{ resource: 'client', uuid }] };
  for (let number = 1; number <= 5; number += 1) {
    await api(page, 'POST', '/api/v2/notes', { body: `Note ${number}`, ...about });
    await api(page, 'POST', '/api/v2/tasks', { title: `Step ${number}`, due_on: day(number), ...about });
  }
  await newDeal('Their Deal', { client_uuid: uuid });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`/clients/${uuid}`);
  const seen = [
    page.getByRole('region', { name: 'Next steps' }).getByText('Step 1'),
    page.getByRole('region', { name: 'Timeline' }).getByText('Note 5', { exact: true }),
    page.getByRole('region', { name: 'Deals 1' }).getByText('Open · €1,500'),
  ];
  for (const place of seen) {
    await place.waitFor();
    const box = (await place.boundingBox())!;
    assert.ok(box.y > 0 && box.y + box.height <= 720, `${place}: ${box.y}`);
  }
  await takeScreenshot(page, 'client-1280');
  await page.setViewportSize({ width: 1280, height: 800 });
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(ada.faults, []);
});

test('a Task takes a time in everyday words and links to a record; completing it asks for the next step', async () => {
  const { uuid } = await api(page, 'POST', '/api/v2/tasks', { title: 'Meet them', due_on: day(1) });
  const deal = await newDeal('Talked about');
  await page.goto(`/tasks/${uuid}`);
  await page.getByRole('button', { name: /^Edit Due/ }).click();
  const due = page.getByRole('textbox', { name: 'Due' });
  await due.fill('soonish');
  await page.keyboard.press('Enter');
  await page.getByText('This is not a valid day.').waitFor();
  await due.fill('tomorrow 9:30');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Edit Due: .*9:30/ }).waitFor();
  const at = new Date((await api(page, 'GET', `/api/v2/tasks/${uuid}`)).due_at);
  assert.deepEqual([at.getHours(), at.getMinutes()], [9, 30]);
  await page.getByRole('button', { name: /^Edit About/ }).click();
  await page.getByRole('combobox', { name: 'About' }).click();
  await page.keyboard.type('Talked');
  await page.getByRole('option', { name: 'Talked about' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Talked about' }).first().waitFor();
  await takeScreenshot(page, 'task');
  const { records } = await api(page, 'GET', `/api/v2/tasks/${uuid}`);
  assert.deepEqual(records, [{ resource: 'deal', uuid: deal.uuid }]);
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await page
    .getByRole('dialog', { name: /next step/ })
    .getByRole('button', { name: 'No next step' })
    .click();
  await page.getByRole('button', { name: 'Reopen' }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('the palette logs a call with a record, and finds a note, which has a page of its own', async () => {
  const contact = await api(page, 'POST', '/api/v2/contacts', { name: 'Hedy Lamarr' });
  await page.goto('/today');
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  const option = page.locator('.mantine-Spotlight-action[data-selected]');
  const open = async (words: string, label: string) => {
    await page.keyboard.press('Control+k');
    await focused(page.getByPlaceholder('Search or jump to').last());
    await page.keyboard.type(words);
    await option.filter({ hasText: label }).waitFor();
    await page.keyboard.press('Enter');
  };
  await open('log a call with hedy', 'Log a call with Hedy Lamarr');
  await page.waitForURL(`**/contacts/${contact.uuid}`);
  await focused(page.getByRole('textbox', { name: 'Outcome' }));
  await page.keyboard.type('She **hops**');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('region', { name: 'Timeline' }).getByText('She **hops**').waitFor();
  const about = { records: [{ resource: 'contact', uuid: contact.uuid }] };
  await api(page, 'POST', '/api/v2/notes', { body: '## Torpedoes\n\nKeep **this**.', ...about });
  await open('torpedoes', 'Torpedoes');
  await page.getByRole('heading', { level: 1, name: 'Torpedoes' }).waitFor();
  await page.getByText('Keep this.').waitFor();
  await page.getByRole('link', { name: 'Hedy Lamarr' }).first().waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await open('new contact', 'New Contact');
  await focused(page.getByRole('dialog', { name: 'New Contact' }).getByLabel('Name'));
  await page.keyboard.press('Escape');
  assert.deepEqual(ada.faults, []);
});

test('a Contact who has left a Client shows the day on both pages', async () => {
  const contact = await api(page, 'POST', '/api/v2/contacts', {
    name: 'Former Buyer',
    clients: [{ client_uuid: client.uuid, role: 'Buyer', ended_on: '2026-05-01' }],
  });
  await page.goto(`/contacts/${contact.uuid}`);
  await page.getByText('Buyer · until May 1, 2026').waitFor();
  await page.goto(`/clients/${client.uuid}`);
  await page
    .getByRole('region', { name: /^Contacts/ })
    .getByText('Buyer · until May 1, 2026')
    .waitFor();
  assert.deepEqual(ada.faults, []);
});

test('empty fields are hidden until they are wanted', async () => {
  await page.goto(`/clients/${client.uuid}`);
  await page.getByRole('button', { name: 'Hide empty fields' }).click();
  await page.getByText('Industry', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Show \d+ empty fields$/ }).click();
  await page.getByText('Industry', { exact: true }).waitFor();
  assert.deepEqual(ada.faults, []);
});
