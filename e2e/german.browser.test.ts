import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startChromium } from '../server/src/testing/chromium.ts';
import { ADA, openPerson, type Person, type Rapport, startRapport, takeScreenshot } from './rapport.ts';

let rapport: Rapport;
let browser: Browser;
let ada: Person;

before(async () => {
  rapport = await startRapport();
  browser = await startChromium();
  ada = await openPerson(browser, rapport.base_url, { locale: 'de-DE', timezoneId: 'Europe/Berlin' });
});
after(async () => {
  await browser.close();
  await rapport.stop();
});

test('a German browser signs up, plans a task and reads a report in German', async () => {
  const { page } = ada;
  await page.goto('/first-run');
  await page.getByLabel('Ihr Name').fill(ADA.name);
  await page.getByLabel('E-Mail-Adresse').fill(ADA.email);
  await page.getByRole('textbox', { name: 'Passwort' }).fill(ADA.password);
  await page.getByLabel('Name Ihres Unternehmens').fill(ADA.account_name);
  await page.getByRole('button', { name: 'Zugang anlegen' }).click();
  await page.getByText('Noch keine Kunden').waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');

  await page.goto('/today');
  await page.getByPlaceholder('Was ist zu tun?').fill('Angebot senden');
  await page.getByRole('combobox', { name: 'Fällig' }).or(page.getByLabel('Fällig')).first().fill('morgen');
  await page.getByRole('button', { name: 'Hinzufügen' }).click();
  await page.getByRole('heading', { name: /Die nächsten sieben Tage/ }).waitFor();
  await page.getByText('Angebot senden').waitFor();
  await takeScreenshot(page, 'german-today');

  await page.goto('/reports');
  await page.getByRole('heading', { name: 'Auswertungen' }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a User reads in the language of their choice, in any browser', async () => {
  const { page } = ada;
  await page.goto('/settings/account-details');
  const form = page.locator('form').filter({ hasText: 'Sprache' });
  await form.getByRole('combobox', { name: 'Sprache' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await form.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('heading', { name: 'Account Details' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
});
