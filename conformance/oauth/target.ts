import { test } from 'node:test';
import type { Visit } from '../../server/src/testing/browser.ts';
import type { Answer } from '../../server/src/testing/test-app.ts';
import { startRapport } from './rapport.ts';
import type { Target } from './server.ts';

/** Which server the suite is held against; `oracle` is oidc-provider. */
export const TARGET = process.env.RAPPORT_CONFORMANCE_TARGET === 'oracle' ? 'oracle' : 'rapport';

export async function startTarget(): Promise<Target> {
  if (TARGET === 'rapport') return startRapport();
  const { startOracle } = await import('./oracle.ts');
  return startOracle();
}

/**
 * One item of the checklist. `differs` says why oidc-provider behaves otherwise on purpose or for want of the feature; against it
 * such an item is expected to fail, and it is a mistake when it does not.
 */
export function item(title: string, check: () => Promise<void>, options: { differs?: string } = {}): void {
  if (TARGET === 'rapport' || options.differs === undefined) {
    test(title, check);
    return;
  }
  test(`${title} – differs: ${options.differs}`, async () => {
    const agreed = await check().then(
      () => true,
      () => false,
    );
    if (agreed) throw new Error('They agree by now. Take the reason away.');
  });
}

/** Posts to an endpoint as it is given: any body, any headers. */
export async function post(
  target: Pick<Target, 'base_url'>,
  path: string,
  body: string | URLSearchParams | Record<string, string> | undefined,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form =
    typeof body === 'object' && !(body instanceof URLSearchParams) ? new URLSearchParams(body) : body;
  const response = await fetch(target.base_url + path, { method: 'POST', body: form, headers });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
}

/** The parameters of a redirect. */
export function answerOf(visit: Visit): Record<string, string> {
  if (visit.location === null) throw new Error(`There was no redirect but ${visit.status}:\n${visit.text}`);
  return Object.fromEntries(new URL(visit.location).searchParams);
}

export function basic(client: { client_id: string; client_secret: string }): Record<string, string> {
  const text = [client.client_id, client.client_secret].map(encodeURIComponent).join(':');
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
}
