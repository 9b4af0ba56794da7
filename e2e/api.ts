import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Person } from './rapport.ts';

/**
 * Calls the API with the session of the page's browser. Returns the data of the answer, or null
 * when there is none.
 */
// biome-ignore lint/suspicious/noExplicitAny: whatever the API answers
export async function api(page: Page, method: string, path: string, body?: object): Promise<any> {
  const answer = await page.context().request.fetch(path, {
    method,
    headers: { 'content-type': 'application/json', origin: new URL(page.url()).origin },
    data: body ? JSON.stringify(body) : undefined,
  });
  assert.ok(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return answer.status() === 204 ? null : (await answer.json()).data;
}

/** Creates a Client and opens its page. Returns its uuid. */
export async function openNewClient(page: Page, fields: object): Promise<string> {
  const { uuid } = await api(page, 'POST', '/api/v2/clients', fields);
  await page.goto(`/clients/${uuid}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return uuid;
}

/** Removes the console errors about a refusal that the test expects. Any other fault fails. */
export function expectOnly(person: Person, refusal: RegExp): void {
  const unexpected = person.faults.splice(0).filter((fault) => !refusal.test(fault));
  assert.deepEqual(unexpected, []);
}
