import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../server/src/testing/until.ts';
import { api } from './api.ts';
import { findBarriers, startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda();
after(stop);

const { page } = ada;
await page.goto('/settings/pipelines');
const [first] = await api(page, 'GET', '/api/v2/pipelines');
const editor = page.getByRole('region', { name: first.name, exact: true });
/**
 * Saves the pipeline. The button is disabled during the save, and stays disabled without further
 * changes.
 */
const save = async () => {
  const answer = page.waitForResponse((one) => one.request().method() === 'PATCH');
  await editor.getByRole('button', { name: 'Save the pipeline', disabled: false }).click();
  assert.equal((await answer).status(), 200);
  await editor.getByRole('button', { name: 'Save the pipeline', disabled: true }).waitFor();
};
const stageNames = async (): Promise<string[]> => {
  const [pipeline] = await api(page, 'GET', '/api/v2/pipelines?sort=position');
  return pipeline.stages.map(({ name }: { name: string }) => name);
};
const typedNames = (): Promise<string[]> =>
  editor
    .getByRole('textbox', { name: /^Stage \d+: Name$/ })
    .evaluateAll((inputs) => inputs.map((input) => (input as unknown as { value: string }).value));

test('stages are renamed, moved by keyboard, added and saved; a reload before the save loses nothing', async () => {
  await editor.getByLabel('Stage 1: Name').fill('Inquiry');
  await editor.getByLabel('Stage 1: Chance in %').fill('5');
  await editor.getByLabel('Stage 1: Name').focus();
  await page.keyboard.press('Alt+ArrowDown');
  assert.equal((await typedNames())[1], 'Inquiry');
  assert.equal(await page.evaluate('document.activeElement.value'), 'Inquiry');
  await editor.getByRole('button', { name: 'Add a stage' }).click();
  await editor.getByLabel('Stage 5: Name').fill('Contract');
  await editor.getByLabel('Stage 5: Days to stale').fill('7');
  await page.reload();
  await takeScreenshot(page, 'pipelines');
  assert.deepEqual(await findBarriers(page), []);
  await save();
  assert.deepEqual(await stageNames(), ['Contacted', 'Inquiry', 'Offer', 'Negotiation', 'Contract']);
  const [{ stages }] = await api(page, 'GET', '/api/v2/pipelines');
  assert.deepEqual([stages[1].probability, stages[4].rot_days], [5, 7]);
  assert.deepEqual(ada.faults, []);
});

test('a stage is dragged by its handle to another position', async () => {
  const handle = editor.getByRole('listitem').nth(4).locator('.stage-handle');
  await handle.dragTo(editor.getByRole('listitem').nth(0));
  await save();
  assert.deepEqual((await stageNames())[0], 'Contract');
  assert.deepEqual(ada.faults, []);
});

test('a stage with Deals cannot be removed, and the page links to them; an empty one can', async () => {
  const [{ stages }] = await api(page, 'GET', '/api/v2/pipelines');
  const offer = stages.find(({ name }: { name: string }) => name === 'Offer');
  const { uuid: client_uuid } = await api(page, 'POST', '/api/v2/clients', { name: 'Siemens' });
  await api(page, 'POST', '/api/v2/deals', { title: 'Turbines', client_uuid, stage_uuid: offer.uuid });
  await editor.getByRole('button', { name: 'Remove Contract' }).click();
  await editor.getByRole('button', { name: 'Remove Contract' }).waitFor({ state: 'detached' });
  await save();
  assert.equal((await stageNames()).includes('Contract'), false);
  await editor.getByRole('button', { name: 'Remove Offer' }).click();
  await page.getByText('1 Deal is in “Offer”, so it cannot be removed.').waitFor();
  await takeScreenshot(page, 'pipelines-filled');
  await page.getByRole('link', { name: 'Show this Deal' }).click();
  await page.getByRole('link', { name: 'Turbines' }).waitFor();
  await page.goBack();
  assert.deepEqual(ada.faults, []);
});

test('a second pipeline is created, moved to the top, archived and restored', async () => {
  await page.getByRole('region', { name: 'New pipeline' }).getByLabel('Name').fill('Renewals');
  await page.getByRole('button', { name: 'New pipeline' }).click();
  const renewals = page.getByRole('region', { name: 'Renewals' });
  await renewals.getByRole('button', { name: 'Move Renewals up' }).click();
  await renewals.getByRole('button', { name: 'Move Renewals up', disabled: true }).waitFor();
  const sorted = await api(page, 'GET', '/api/v2/pipelines?sort=position');
  assert.equal(sorted[0].name, 'Renewals');
  await renewals.getByRole('button', { name: 'Archive Renewals' }).click();
  await page.getByRole('region', { name: 'Archived' }).getByText('Renewals').waitFor();
  await page.goto('/deals/board');
  await page.getByRole('region', { name: /^Offer,/ }).waitFor();
  assert.equal(await page.getByLabel('Pipeline').count(), 0);
  await page.goto('/settings/pipelines');
  await page.getByRole('button', { name: 'Bring back' }).click();
  await renewals.getByRole('button', { name: 'Archive Renewals' }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a new Deal of a list that shows one pipeline, or one stage, begins there', async () => {
  const stages = [{ name: 'Signed' }, { name: 'Built' }];
  const other = await api(page, 'POST', '/api/v2/pipelines', { name: 'Projects', stages });
  for (const [filter, stage] of [
    [`filter[pipeline_uuid]=${other.uuid}`, 'Projects: Signed'],
    [`filter[stage_uuid]=${other.stages[1].uuid}`, 'Projects: Built'],
  ]) {
    await page.goto(`/deals?${filter}`);
    await page.getByRole('button', { name: 'New Deal' }).first().click();
    const chosen = page.getByRole('dialog').getByLabel('Stage').first();
    await until(`${stage} to be chosen`, async () => (await chosen.inputValue()) === stage);
  }
  await page.goto('/settings/pipelines');
  await editor.waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a stage that somebody else adds while one edits is not removed unseen', async () => {
  const all = await api(page, 'GET', '/api/v2/pipelines');
  const { uuid, stages } = all.find(({ name }: { name: string }) => name === first.name);
  await editor.getByLabel('Stage 1: Name').fill('Mine');
  const theirs = [...stages, { name: 'Theirs' }];
  await api(page, 'PATCH', `/api/v2/pipelines/${uuid}`, { stages: theirs });
  await editor.getByText('Somebody else has changed this pipeline meanwhile.').waitFor();
  const answer = page.waitForResponse((one) => one.request().method() === 'PATCH');
  await editor.getByRole('button', { name: 'Save the pipeline' }).click();
  assert.equal((await answer).status(), 412);
  await editor.getByRole('alert').waitFor();
  await editor.getByRole('button', { name: 'Discard the changes' }).click();
  assert.equal((await typedNames()).at(-1), 'Theirs');
});
