import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api, expectOnly } from './api.ts';
import { pictures } from './light-and-dark.ts';
import { findBarriers, startForAda } from './rapport.ts';

const { ada, stop } = await startForAda();
after(stop);
const { page } = ada;
await page.goto('/clients');
await page.getByRole('heading', { level: 1 }).waitFor();

const change = (resource: string, { uuid, version }: { uuid: string; version: number }, fields: object) => ({
  ...{ action: 'update', resource, uuid, version, fields },
});

test('a person reads what would change, accepts a half and declines the rest', async () => {
  const oak = await api(page, 'POST', '/api/v2/clients', { name: 'Oak', industry: 'Steam' });
  const elm = await api(page, 'POST', '/api/v2/clients', { name: 'Elm' });
  const operations = [
    change('client', oak, { name: 'Oak Ltd', industry: 'Diesel', custom: { size: 'large' } }),
    change('client', elm, { name: 'Elm Ltd' }),
    { action: 'create', resource: 'task', fields: { title: 'Call Oak', due_on: '2030-01-15' } },
  ];
  const message = 'Both have changed their names, as their letters say.';
  const { uuid } = await api(page, 'POST', '/api/v2/proposals', { operations, message });
  await page.goto('/settings/proposals');
  await page.getByRole('link', { name: 'Clients, Tasks: 3 changes' }).waitFor();
  await pictures(page, 'proposals');
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('link', { name: 'Clients, Tasks: 3 changes' }).click();
  await page.getByText('Industry: Steam Diesel').waitFor();
  await page.getByText(message).waitFor();
  // A new record had no values before, so no word is struck through.
  const added = page.getByRole('main').locator('ol > li').nth(2);
  assert.match(await added.innerText(), /Title: Call Oak/);
  assert.equal(await added.locator('del').count(), 0);
  await pictures(page, 'proposal');
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('checkbox', { name: 'Accept this: Elm' }).uncheck();
  await page.getByRole('button', { name: 'Accept 2 of 3' }).click();
  await page.getByRole('link', { name: 'See the change' }).first().waitFor();
  const named = async (uuid: string) => (await api(page, 'GET', `/api/v2/clients/${uuid}`)).name;
  assert.deepEqual([await named(oak.uuid), await named(elm.uuid)], ['Oak Ltd', 'Elm']);
  await page.getByRole('button', { name: 'Decline the rest' }).click();
  await page.getByText('Partly accepted').waitFor();
  for (const name of ['Oak Ltd', 'Elm']) await page.getByRole('link', { name, exact: true }).waitFor();
  await page.getByRole('heading', { name: 'What was proposed' }).waitFor();
  // The page still shows the proposed values, each with what became of it.
  const parts = await page.getByRole('main').locator('ol > li').allInnerTexts();
  for (const [index, said] of [
    [0, /Accepted by Ada[\s\S]*Name: Oak Ltd[\s\S]*size: large[\s\S]*Industry: Diesel/],
    [1, /Declined by Ada[\s\S]*Name: Elm Ltd/],
    [2, /Call Oak[\s\S]*Accepted by Ada[\s\S]*Title: Call Oak/],
  ] as const)
    assert.match(parts[index]!, said);
  await pictures(page, 'proposal-decided');
  assert.equal((await api(page, 'GET', `/api/v2/proposals/${uuid}`)).state, 'partly_accepted');
  await page.goto(`/clients/${oak.uuid}`);
  await page.getByText('Proposal accepted').waitFor();
  await page.getByText(', proposed by').first().waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a stage has its name in a proposal, and in the change that comes of it', async () => {
  const { data } = await (await page.request.get('/api/v2/pipelines')).json();
  const [from, to] = data[0].stages;
  const ash = await api(page, 'POST', '/api/v2/clients', { name: 'Ash' });
  const deal = await api(page, 'POST', '/api/v2/deals', { title: 'Ten seats', client_uuid: ash.uuid });
  const operations = [change('deal', deal, { stage_uuid: to.uuid })];
  const { uuid } = await api(page, 'POST', '/api/v2/proposals', { operations });
  await page.goto(`/settings/proposals/${uuid}`);
  await page.getByText(`Stage: ${from.name} ${to.name}`).waitFor();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByRole('link', { name: 'See the change' }).click();
  await page.getByText(`Stage: ${from.name} ${to.name}`).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('who accepts what a colleague has changed meanwhile sees it as it is now, and decides anew', async () => {
  const fir = await api(page, 'POST', '/api/v2/clients', { name: 'Fir' });
  const { uuid } = await api(page, 'POST', '/api/v2/proposals', {
    operations: [change('client', fir, { name: 'Fir Ltd' })],
  });
  await page.goto(`/settings/proposals/${uuid}`);
  await page.getByText('Name: Fir Fir Ltd').waitFor();
  await api(page, 'PATCH', `/api/v2/clients/${fir.uuid}`, { name: 'Fir & Sons' });
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByText('Name: Fir & Sons Fir Ltd').waitFor();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByText('Accepted', { exact: true }).first().waitFor();
  assert.equal((await api(page, 'GET', `/api/v2/clients/${fir.uuid}`)).name, 'Fir Ltd');
  expectOnly(ada, /412/);
});
