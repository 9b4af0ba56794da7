import assert from 'node:assert/strict';
import type { Import } from '@rapport/contract/imports';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

export type Sent = { status: number; body: { data: Import; detail?: string; errors?: { detail: string }[] } };

/** Sends files as a form, as a browser does. */
export async function sendFiles(
  app: TestApp,
  as: TestUser,
  account_uuid: string,
  files: Record<string, string | Buffer>,
): Promise<Sent> {
  const form = new FormData();
  form.append('account_uuid', account_uuid);
  for (const [name, content] of Object.entries(files)) {
    form.append('file', new Blob([content as string]), name);
  }
  const answer = await fetch(`${app.base_url}/api/v2/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, accept: 'application/json' },
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as Sent['body'] };
}

export async function draftOf(
  app: TestApp,
  as: TestUser,
  account_uuid: string,
  files: Record<string, string | Buffer>,
): Promise<Import> {
  const { status, body } = await sendFiles(app, as, account_uuid, files);
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
}

/** Starts an import and waits until it has ended. */
export async function finish(app: TestApp, as: TestUser, uuid: string): Promise<Import> {
  const started = await app.call('POST', `/api/v2/imports/${uuid}/start`, { as });
  assert.equal(started.status, 200, JSON.stringify(started.body));
  return ended(app, as, uuid);
}

export async function ended(app: TestApp, as: TestUser, uuid: string): Promise<Import> {
  return until('the end of an import', async () => {
    const { body } = await app.call('GET', `/api/v2/imports/${uuid}`, { as });
    return body.data.state === 'running' ? undefined : (body.data as Import);
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests reach into records of every kind
export async function recordsOf(app: TestApp, as: TestUser, plural: string): Promise<Record<string, any>[]> {
  const { body } = await app.call('GET', `/api/v2/${plural}?limit=200&sort=created_at`, { as });
  return body.data;
}
