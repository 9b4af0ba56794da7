import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../../server/src/testing/chromium.ts';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';

/**
 * The built package. The service's own origin serves it, because another origin would have to be
 * registered.
 */
const built = mkdtempSync(join(tmpdir(), 'rapport-client-'));
const build = join(import.meta.dirname, '../../scripts/build-package.ts');

let app: TestApp;
let chromium: Browser;
let page: Page;
const errors: string[] = [];

before(async () => {
  await promisify(execFile)(process.execPath, [build, import.meta.dirname, built]);
  app = await startTestApp();
  chromium = await startChromium();
  page = await chromium.newPage();
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.route(`${app.base_url}/client/**`, async (route) => {
    const [, name] = /\/client\/(.*)$/.exec(route.request().url())!;
    const body = name ? readFileSync(join(built, 'esm', name)) : '<!doctype html><title>Client</title>';
    await route.fulfill({ body, contentType: name ? 'text/javascript' : 'text/html' });
  });
  await page.goto(`${app.base_url}/client/`);
  const user = await app.addUser();
  await app.addAccount(user);
  await inPage(`
    const { connect } = await import('/client/connect.js');
    globalThis.rapport = connect({ baseUrl: location.origin, token: '${user.token}' });`);
});
after(async () => {
  await chromium.close();
  await app.close();
  rmSync(built, { recursive: true });
});

/**
 * Runs code in the page, where `rapport` is connected. The code is text, because a function would
 * refer to names of this file.
 */
const inPage = (body: string) => page.evaluate(`(async () => { ${body} })()`);

describe('in Chromium, the published package', () => {
  it('creates a record, and reads the list of them page by page', async () => {
    const names = await inPage(`
      for (const name of ['Ada', 'Zoë']) await rapport.clients.create({ name });
      return (await rapport.clients.list({ sort: 'name', limit: 1 }).toArray()).map((client) => client.name);`);
    assert.deepEqual(names, ['Ada', 'Zoë']);
  });

  it('rejects with the code of the refusal', async () => {
    assert.equal(
      await inPage(`return rapport.clients.create({}).catch(({ name, code }) => name + ' ' + code);`),
      'ApiError fields_invalid',
    );
  });

  it('reports the progress of an import up to the last byte of the file', async () => {
    const [sent, size, created] = (await inPage(`
      const rows = Array.from({ length: 500 }, (_, i) => 'Company ' + i + ',' + 'x'.repeat(1000));
      const file = new File(['name,description\\n' + rows.join('\\n')], 'clients.csv');
      const sent = [];
      const onProgress = ({ sent_bytes, total_bytes }) => sent.push([sent_bytes, total_bytes]);
      const result = await rapport.clients.import(file, { onProgress });
      return [sent, file.size, result.created];`)) as [[number, number][], number, number];
    assert.equal(created, 500);
    assert.deepEqual(sent.at(-1), [size, size]);
  });

  it('ends an import when its signal is aborted', async () => {
    const ended = await inPage(`
      const controller = new AbortController();
      const onProgress = () => controller.abort();
      const file = new File(['name\\n' + 'Company\\n'.repeat(200000)], 'clients.csv');
      return rapport.clients.import(file, { onProgress, signal: controller.signal }).then(() => 'imported', ({ name }) => name);`);
    assert.equal(ended, 'AbortError');
  });

  it('follows the events', async () => {
    const heard = await inPage(`
      const after = await rapport.events.latest();
      await rapport.clients.create({ name: 'Heard of' });
      for await (const { event, data } of rapport.events.follow({ after })) {
        if (data.name === 'Heard of') return event;
      }`);
    assert.equal(heard, 'client.created');
  });

  it('builds the URL of an OAuth authorization', async () => {
    const url = (await inPage(`
      const { oauthClient } = await import('/client/oauth.js');
      const options = { client_id: 'id', client_secret: 's', redirect_uri: 'https://a.example/' };
      return (await oauthClient({ baseUrl: location.origin, ...options }).authorize()).url;`)) as string;
    assert.equal(new URL(url).searchParams.get('code_challenge_method'), 'S256');
  });

  it('needs nothing of Node, and raised no error', () => {
    assert.deepEqual(errors, []);
  });
});
