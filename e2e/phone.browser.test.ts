import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../server/src/testing/until.ts';
import { api, expectOnly } from './api.ts';
import { focused } from './keys.ts';
import { findBarriers, quiet, startForAda, takeScreenshot } from './rapport.ts';

// The pages in a hand: one column, a thumb, and a line that comes and goes.

const { ada, stop } = await startForAda({
  sample_data: true,
  context: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'allow',
  },
});
after(stop);
const { page } = ada;
await page.goto('/clients');
const [client] = await api(page, 'GET', '/api/v2/clients?limit=1&sort=name');
const grace = await api(page, 'POST', '/api/v2/contacts', {
  name: 'Grace Hopper',
  phones: [{ value: '+49 40 1234' }],
  clients: [{ client_uuid: client.uuid }],
});
for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
  await api(page, 'POST', '/api/v2/deals', { title, client_uuid: client.uuid });
const deal = await api(page, 'POST', '/api/v2/deals', {
  title: 'Compiler',
  client_uuid: client.uuid,
  contacts: [{ contact_uuid: grace.uuid }],
});
for (const name of ['Hopper & Sons', 'Hopper'])
  await api(page, 'POST', '/api/v2/clients', { name, domain: 'hopper.example' });

const hopper = await api(page, 'POST', '/api/v2/clients', {
  name: 'Byron & Sons',
  addresses: [{ street: 'Elbchaussee 1', city: 'Hamburg' }],
});
const person = (name: string, value: string, email: string) =>
  api(page, 'POST', '/api/v2/contacts', {
    name,
    phones: [{ value }],
    emails: [{ value: email }],
    clients: [{ client_uuid: hopper.uuid }],
  });
const anna = await person('Anna Byron', '+49 40 1234', 'grace@byron.example');
await person('Grace Byron', '+49 40 5678', 'g.byron@byron.example');

/**
 * Returns what one presses with a thumb and is smaller than 44 px in one direction. A link in a
 * text is left out, and so is what lies in a row, cell or label that reacts as a whole.
 */
const SMALL = `
  [...document.querySelectorAll('button, a, input, select, textarea, summary, [role=tab], label.value')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden=true], .skip'))
    .filter((one) => !one.closest('p, dd, tbody tr, .mantine-Checkbox-root, .mantine-Radio-root, .mantine-Switch-root, label.value > *'))
    .filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width > 1 && (height < 43.5 || width < 43.5);
    })
    .map((one) => {
      const { width, height } = one.getBoundingClientRect();
      const name = one.getAttribute('aria-label') ?? one.textContent;
      return [one.tagName, name.slice(0, 40), Math.round(width), Math.round(height)].join(' ');
    })`;

for (const [name, path] of [
  ['list', '/clients'],
  ['board', '/deals/board'],
  ['record', `/clients/${client.uuid}`],
  ['deal', `/deals/${deal.uuid}`],
  ['today', '/today'],
  ['account', `/accounts/${client.account_uuid}`],
  ['reports', '/reports'],
  ['duplicates', '/clients/duplicates'],
])
  test(`what one presses on the page ${name} is large enough for a thumb`, async () => {
    await page.goto(path!);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await quiet(page);
    await takeScreenshot(page, `thumb-${name}`);
    assert.deepEqual(await page.evaluate(SMALL), []);
  });

test('on a record one calls, writes and logs at the thumb, and a call is logged with two taps and the text', async () => {
  await page.goto(`/clients/${hopper.uuid}`);
  const bar = page.getByRole('navigation', { name: 'Call, mail and log' });
  assert.equal(await bar.getByRole('link', { name: 'Call' }).getAttribute('href'), 'tel:+49401234');
  assert.match((await bar.getByRole('link', { name: 'Mail' }).getAttribute('href'))!, /^mailto:grace/);
  assert.match((await bar.getByRole('link', { name: 'Map' }).getAttribute('href'))!, /Hamburg/);
  assert.equal(await page.getByRole('navigation', { name: 'Tabs' }).isVisible(), false);
  await takeScreenshot(page, 'phone-record');
  assert.deepEqual(await findBarriers(page), []);
  await bar.getByRole('button', { name: 'Log' }).click();
  const sheet = page.getByRole('dialog', { name: 'Write down' });
  assert.equal(await sheet.getByRole('radio', { name: 'Reached' }).isChecked(), true);
  await sheet.getByRole('radio', { name: /Anna Byron/ }).waitFor();
  await focused(sheet.getByRole('textbox', { name: 'Outcome' }));
  await page.keyboard.type('She orders on Monday.');
  const save = sheet.getByRole('button', { name: 'Log it' });
  const { y, height } = (await save.boundingBox())!;
  assert.ok(y + height < 586, 'all stands above the keyboard of the phone');
  await takeScreenshot(page, 'phone-log');
  assert.deepEqual(await findBarriers(page), []);
  await save.click();
  await sheet.waitFor({ state: 'detached' });
  const [call] = await api(page, 'GET', '/api/v2/tasks?filter[type]=call&sort=-created_at&limit=1');
  assert.deepEqual([call.outcome, call.call_outcome], ['She orders on Monday.', 'reached']);
  assert.deepEqual(
    call.records.map(({ uuid }: { uuid: string }) => uuid),
    [hopper.uuid, anna.uuid],
  );

  // Whom one called last is chosen, and the next step is asked for in the same form.
  await bar.getByRole('button', { name: 'Log' }).click();
  await sheet.getByText('Grace Byron').click();
  await sheet.getByText('Tomorrow', { exact: true }).click();
  await save.click();
  await page.getByRole('link', { name: 'Follow up' }).first().waitFor();
  const [next] = await api(page, 'GET', '/api/v2/tasks?filter[status]=open&sort=-created_at&limit=1');
  assert.deepEqual([next.title, next.due_on === null], ['Follow up', false]);
  await bar.getByRole('button', { name: 'Log' }).click();
  await until('whom one called last', () => sheet.getByRole('radio', { name: /Grace Byron/ }).isChecked());
  await page.keyboard.press('Escape');
});

test('a stage of the board is picked by its name, and a swipe says which one is seen', async () => {
  await page.goto('/deals/board');
  const picker = page.getByRole('navigation', { name: 'Stages' });
  const offer = picker.getByRole('button', { name: /^Offer/ });
  await offer.click();
  const column = page.getByRole('region', { name: /^Offer,/ });
  await until('the stage to be in sight', async () => ((await column.boundingBox())?.x ?? -1) >= 0);
  await until('its name to say so', async () => (await offer.getAttribute('aria-current')) === 'true');
  assert.deepEqual(await findBarriers(page), []);
});

test('on a phone a record shows one of its parts at a time', async () => {
  await page.goto(`/clients/${client.uuid}`);
  const about = page.getByRole('region', { name: 'About' });
  await page.getByRole('button', { name: 'About' }).click();
  await about.waitFor();
  assert.equal(await page.getByRole('region', { name: 'Timeline' }).isVisible(), false);
  await page.getByRole('button', { name: 'People and more' }).click();
  await page.getByRole('region', { name: /^Deals/ }).waitFor();
  assert.equal(await about.isVisible(), false);
  assert.deepEqual(await findBarriers(page), []);
});

for (const [name, path] of [
  ['Client', `/clients/${client.uuid}`],
  ['Deal', `/deals/${deal.uuid}`],
])
  test(`on a ${name} the number of a related person is called by a press`, async () => {
    await page.goto(path!);
    await page.getByRole('button', { name: 'People and more' }).click();
    const call = page.getByRole('link', { name: '+49 40 1234' });
    assert.equal(await call.getAttribute('href'), 'tel:+49401234');
  });

test('a list of people shows their names in full beside a column of long ones', async () => {
  await page.goto('/contacts?q=Henry');
  const name = page.getByRole('link', { name: 'Henry Walsh' });
  await name.waitFor();
  assert.equal(await name.evaluate((link) => link.scrollWidth <= link.clientWidth), true);
});

test('the tools of a list and of the board take one line below the title', async () => {
  for (const path of ['/clients', '/deals', '/deals/board']) {
    await page.goto(path);
    await quiet(page);
    const { height } = (await page.locator('.list-tools').boundingBox())!;
    assert.ok(height < 2 * 44 + 16, `${path}: ${height} px`);
  }
});

test('the pages can be put on the home screen, with icons of the sizes that it names', async () => {
  const manifest = await (await ada.context.request.get('/manifest.webmanifest')).json();
  assert.equal(manifest.display, 'standalone');
  const sizes = await page.evaluate(
    (icons: { src: string }[]) =>
      Promise.all(
        icons.map(async ({ src }) => {
          const picture = new (globalThis as unknown as { Image: new () => Picture }).Image();
          picture.src = src;
          await picture.decode();
          return `${picture.naturalWidth}x${picture.naturalHeight}`;
        }),
      ),
    manifest.icons.filter(({ type }: { type: string }) => type === 'image/png'),
  );
  assert.deepEqual(sizes, ['192x192', '512x512', '512x512']);
});

type Picture = { src: string; decode(): Promise<void>; naturalWidth: number; naturalHeight: number };

test('opened without a connection, the pages say so instead of the browser, and open when it is back', async () => {
  await page.goto('/today');
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
  await ada.context.setOffline(true);
  await page.goto('/clients');
  await page.getByRole('heading', { name: 'There is no connection' }).waitFor();
  await takeScreenshot(page, 'phone-offline');
  await ada.context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByText(/^\d+ Clients$/).waitFor();
  expectOnly(ada, /ERR_INTERNET_DISCONNECTED|503/);
});
