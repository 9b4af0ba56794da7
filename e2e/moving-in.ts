import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fold } from '@rapport/contract/fold';
import type { Page } from 'playwright-core';
import { type Business, businessOf } from '../server/src/imports/testing/business.ts';
import { SOURCES } from '../server/src/imports/testing/sources.ts';
import { createTestFolder } from '../server/src/platform/database/testing/test-database.ts';
import { api } from './api.ts';
import { pictures } from './light-and-dark.ts';
import { findBarriers, startForAda } from './rapport.ts';

/** Makes a test for the set of files of each of these systems. */
export async function testMovingIn(names: string[]): Promise<void> {
  const { ada, stop } = await startForAda();
  after(stop);
  const business = businessOf();
  for (const name of names) {
    test(`files of ${name} are dropped on the page, looked at, imported, compared and undone`, async () => {
      const { page } = ada;
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto('/settings/imports');
      await drop(page, await SOURCES[name]!(business));
      const start = page.getByRole('button', { name: /^Import \d+ rows$/ }).first();
      await start.waitFor();
      await pictures(page, `moving-in-${name.replaceAll(' ', '-')}`);
      assert.deepEqual(await findBarriers(page), []);
      await start.click();
      const undo = page.getByRole('button', { name: 'Undo this import' });
      await undo.waitFor();
      await pictures(page, `moved-in-${name.replaceAll(' ', '-')}`);
      await compareTwenty(page, business);
      await undo.click();
      const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
      await dialog.getByText(/will be as before/).waitFor();
      await dialog.getByRole('button', { name: 'Undo this import' }).click();
      await page.getByText('This import was undone.').waitFor();
      assert.deepEqual(await api(page, 'GET', '/api/v2/contacts'), []);
      assert.deepEqual(ada.faults, []);
    });
  }
}

/** Drags files from outside the browser onto the page, as a file manager does. */
async function drop(page: Page, contents: Record<string, string | Buffer>): Promise<void> {
  const folder = await createTestFolder();
  const files = Object.entries(contents).map(([name, content]) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  });
  const zone = page.locator('.drop-zone');
  await zone.waitFor();
  const box = (await zone.boundingBox())!;
  const devtools = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + 10, data: { items: [], files, dragOperationsMask: 1 } };
  await devtools.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at });
  await devtools.send('Input.dispatchDragEvent', { type: 'dragOver', ...at });
  assert.equal(await zone.getAttribute('data-over'), 'true', 'the page shows where to drop');
  await devtools.send('Input.dispatchDragEvent', { type: 'drop', ...at });
}

/** Compares twenty people with those in the source, by their names and where they work. */
async function compareTwenty(page: Page, { people, companies }: Business): Promise<void> {
  const contacts = await api(page, 'GET', '/api/v2/contacts?limit=200');
  const clients = await api(page, 'GET', '/api/v2/clients?limit=200');
  assert.deepEqual([contacts.length, clients.length], [people.length, companies.length]);
  for (const person of people.slice(0, 20)) {
    const contact = contacts.find(
      ({ emails }: { emails: { value: string }[] }) => emails[0]?.value === person.email,
    );
    // Files of Outlook have the letters of Western Europe alone.
    assert.equal(fold(contact.name), fold(`${person.first} ${person.last}`));
    const client = clients.find(({ uuid }: { uuid: string }) => uuid === contact.clients[0]?.client_uuid);
    assert.equal(client?.name, person.company.name);
  }
}
