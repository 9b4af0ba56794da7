import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../server/src/testing/until.ts';
import { api } from './api.ts';
import { findBarriers, startForAda, takeScreenshot } from './rapport.ts';

const { rapport, ada, stop } = await startForAda();
after(stop);
const { page } = ada;

test('an integrator finds the requests of their program, with the problem, by request id and from an event', async () => {
  const { token } = await api(page, 'POST', '/api/v2/personal-access-tokens', { name: 'Warehouse sync' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = (body: object) =>
    fetch(`${rapport.base_url}/api/v2/clients`, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.equal((await ask({ name: '' })).status, 422);
  assert.equal((await ask({ name: '3M' })).status, 201);
  // Requests are recorded in batches, once a second.
  await until('the requests to be written', async () => {
    const written = await api(page, 'GET', '/api/v2/api-requests');
    return written.length === 2;
  });
  await page.goto('/developers');
  await page.getByRole('link', { name: 'See the requests' }).click();
  const done = page.getByRole('row').filter({ hasText: '201' });
  await done.waitFor();
  await takeScreenshot(page, 'api-requests');
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('combobox', { name: 'Answers' }).click();
  await page.getByRole('option', { name: 'Refused and failed (400 and more)' }).click();
  await page.getByRole('row').filter({ hasText: 'fields_invalid' }).waitFor();
  await done.waitFor({ state: 'detached' });

  const [event] = await api(page, 'GET', '/api/v2/events?filter[event]=client.created');
  await page.goto(`/developers/events/${event.uuid}`);
  await page.getByRole('link', { name: 'See the request' }).click();
  await done.waitFor();
  assert.equal(await page.getByRole('row').count(), 1);
  assert.deepEqual(ada.faults, []);
});

test('revoking a token shows the webhooks that were created with it, and disables them in one step', async () => {
  const { token } = await api(page, 'POST', '/api/v2/personal-access-tokens', { name: 'Leaked' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ url: 'http://127.0.0.1:9/exfiltrate', events: ['*'] });
  const made = await fetch(`${rapport.base_url}/api/v2/webhook-subscriptions`, {
    method: 'POST',
    headers,
    body,
  });
  const { uuid } = ((await made.json()) as { data: { uuid: string } }).data;
  await page.goto('/settings/account-details');
  await page.getByRole('button', { name: 'Revoke “Leaked”' }).click();
  await page
    .getByText('The webhook to http://127.0.0.1:9/exfiltrate was created with it and stays active.')
    .waitFor();
  await page.getByLabel('Disable it as well').check();
  await takeScreenshot(page, 'revoke-token');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('“Leaked” is revoked.').waitFor();
  const after = await api(page, 'GET', `/api/v2/webhook-subscriptions/${uuid}`);
  assert.deepEqual([after.enabled, after.disabled_reason], [false, 'by_user']);
});
