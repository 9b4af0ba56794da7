import assert from 'node:assert/strict';
import { type ClientRequest, request as httpRequest } from 'node:http';
import type { Answer, TestApp, TestUser } from '../../../testing/test-app.ts';

export const PATH = '/api/v2/clients/import';
export const CSV = { 'content-type': 'text/csv' };

export function sendCsv(app: TestApp, as: TestUser, body: string, query = ''): Promise<Answer> {
  return app.call('POST', `${PATH}${query}`, { as, body, headers: CSV });
}

/** Opens a request; the test sends the body later. */
export function openRequest(
  app: TestApp,
  as: TestUser,
  headers: Record<string, string>,
  path = PATH,
): ClientRequest {
  const authorization = `Bearer ${as.token}`;
  return httpRequest(app.base_url + path, { method: 'POST', headers: { ...CSV, authorization, ...headers } });
}

/** The clients of a User by name. */
export async function clientsOf(app: TestApp, as: TestUser, query = ''): Promise<Answer['body'][]> {
  return (await app.call('GET', `/api/v2/clients?limit=200&sort=name&${query}`, { as })).body.data;
}

export function countsOf({ status, body }: Answer) {
  assert.equal(status, 200, JSON.stringify(body));
  const { created, updated, unchanged, failed } = body.data;
  return { created, updated, unchanged, failed };
}
