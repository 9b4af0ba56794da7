import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startForAda, startReceiver, takeScreenshot } from './rapport.ts';

// What owners and developers try out: a sample at another address, and the door for assistants.

const { ada, rapport, stop } = await startForAda({ settings: { RAPPORT_MCP: 'on' } });
after(stop);

async function call(path: string, body: object) {
  const answer = await ada.page.request.post(path, {
    data: body,
    headers: { origin: new URL(rapport.base_url).origin, 'sec-fetch-site': 'same-origin' },
  });
  return (await answer.json()).data;
}

test('a sample with the newest record goes to another URL, and the page shows what was sent and answered', async () => {
  const [receiver, other] = [await startReceiver(), await startReceiver()];
  after(() => [receiver, other].map((one) => one.close()));
  await call('/api/v2/clients', { name: 'Newest of all' });
  const events = ['deal.created'];
  const { uuid } = await call('/api/v2/webhook-subscriptions', { url: receiver.url, events });
  const { page } = ada;
  await page.goto(`/settings/webhooks/${uuid}`);
  const sample = page.getByRole('region', { name: 'Send a test event' });
  await sample.getByLabel('To another URL').fill(other.url);
  await sample.getByLabel('Event', { exact: true }).selectOption('client.created');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText(/^Answered 204/).waitFor();
  await page.getByText('Request body').click();
  await page.getByLabel('Request body').getByText('Newest of all').waitFor();
  await takeScreenshot(page, 'webhook-playground');
  assert.deepEqual([receiver.received.length, other.received.length], [0, 1]);

  await page.getByLabel('To another URL').fill('http://169.254.169.254/');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page
    .getByText(/169\.254\.169\.254/)
    .first()
    .waitFor();
  await page.getByLabel('To another URL').fill('nowhere');
  assert.ok(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled());
});

test('an owner shuts the Account to assistants on its page, where the operator lets them in', async () => {
  const { page } = ada;
  const [account] = (await (await page.request.get('/api/v2/accounts')).json()).data;
  await page.goto(`/accounts/${account.uuid}`);
  const door = page.getByRole('switch', { name: 'Let assistants of members in' });
  await door.click();
  await page.getByText('Assistants can no longer reach this Account.').waitFor();
  const { data } = await (await page.request.get(`/api/v2/accounts/${account.uuid}`)).json();
  assert.equal(data.mcp_enabled, false);
  const without = await startForAda();
  const [theirs] = (await (await without.ada.page.request.get('/api/v2/accounts')).json()).data;
  await without.ada.page.goto(`/accounts/${theirs.uuid}`);
  await without.ada.page
    .getByText('Take the whole Account along')
    .or(without.ada.page.getByText('Delete'))
    .first()
    .waitFor();
  const shown = await without.ada.page.getByText('Let assistants of members in').count();
  await without.stop();
  assert.equal(shown, 0);
});
