import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Visit } from '../../server/src/testing/browser.ts';
import { authorizeUrl, exchange, postForm } from '../../server/src/testing/oauth-flow.ts';
import type { Answer } from '../../server/src/testing/test-app.ts';
import { startRapport } from './rapport.ts';
import type { Person, Target } from './server.ts';

/** The server that the suite tests; `oracle` is oidc-provider. */
const TARGET = process.env.RAPPORT_CONFORMANCE_TARGET === 'oracle' ? 'oracle' : 'rapport';

export async function startTarget(): Promise<Target> {
  if (TARGET === 'rapport') return startRapport();
  const { startOracle } = await import('./oracle.ts');
  return startOracle();
}

/**
 * The reason why oidc-provider differs, by decision or for lack of the feature, and the failure
 * that this causes.
 */
type Difference = {
  differs: string;
  /** Matches the refused value as JSON, or the message of another error. */
  seen: RegExp;
};

/**
 * Declares one item of the checklist. With a `difference`, the item must fail against oidc-provider
 * in exactly this way. Success or another failure is a mistake.
 */
export function item(title: string, check: () => Promise<void>, difference?: Difference): void {
  if (TARGET === 'rapport' || difference === undefined) {
    test(title, check);
    return;
  }
  test(`${title} – differs: ${difference.differs}`, async () => {
    const fault = await check().then(
      () => undefined,
      (reason: Error) => reason,
    );
    if (fault === undefined) throw new Error('They agree by now. Take the reason away.');
    const seen = fault instanceof assert.AssertionError ? JSON.stringify(fault.actual) : fault.message;
    if (!difference.seen.test(seen)) throw new Error(`It differs otherwise: ${seen}`, { cause: fault });
  });
}

/** Posts any body with any headers to an endpoint, unchanged. */
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

/** Returns the path of an authorization request of `client` without one parameter. */
export function without(target: Target, parameter: string): string {
  const url = new URL(authorizeUrl(target.client), target.base_url);
  url.searchParams.delete(parameter);
  return url.pathname + url.search;
}

/** Returns a new code for `client`, which the person has allowed. */
export async function newCode(
  target: Target,
  person: Person,
  parameters: Record<string, string> = {},
): Promise<string> {
  const answer = answerOf(await target.visit(person, authorizeUrl(target.client, parameters)));
  assert.ok(answer.code, JSON.stringify(answer));
  return answer.code;
}

/** Returns the tokens of `client` for a new code. */
export async function newTokens(
  target: Target,
  person: Person,
  parameters: Record<string, string> = {},
): Promise<{ access_token: string; refresh_token: string; [name: string]: string }> {
  const answer = await exchange(target, target.client, await newCode(target, person, parameters));
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

/** True when the introspection endpoint tells `client` that the token is active. */
export async function isActive(target: Target, token: string): Promise<boolean> {
  const { body } = await postForm(target, '/oauth/introspect', target.client, { token });
  return body.active;
}

/** Returns the parameters of a redirect. */
export function answerOf(visit: Visit): Record<string, string> {
  if (visit.location === null) throw new Error(`There was no redirect but ${visit.status}:\n${visit.text}`);
  return Object.fromEntries(new URL(visit.location).searchParams);
}

export function basic(client: { client_id: string; client_secret: string }): Record<string, string> {
  const text = [client.client_id, client.client_secret].map(encodeURIComponent).join(':');
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
}
