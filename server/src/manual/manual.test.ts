import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { EVENT_NAMES } from '@rapport/contract/events';
import { PROBLEMS } from '@rapport/contract/problems';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { manualPages } from './pages.ts';
import { operationsOf } from './reference/description.ts';
import { linkOnSite, searchManual } from './rules.ts';
import { siteOf } from './site.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const read = async (path: string) => {
  const answer = await fetch(app.base_url + path);
  return { status: answer.status, type: answer.headers.get('content-type')!, text: await answer.text() };
};

test('every guide of the folder has a page, in the order of their list, and no link leads nowhere', async () => {
  const files = readdirSync(join(import.meta.dirname, '../../../docs/guides'));
  const names = files.filter((name) => name !== 'README.md').map((name) => name.replace('.md', ''));
  const pages = manualPages().filter(({ path }) => path.startsWith('/docs/guides/'));
  assert.deepEqual(pages.map(({ path }) => path.slice('/docs/guides/'.length)).sort(), names.sort());
  const list = await read('/docs/guides');
  for (const { path, title } of manualPages()) {
    assert.ok(list.text.includes(`href="${path}"`), path);
    const page = await read(path);
    assert.deepEqual([page.status, page.type], [200, 'text/html; charset=utf-8'], path);
    assert.match(page.text, /<h1 id=/, title);
    for (const [, to] of page.text.matchAll(/href="(\/docs\/guides\/[\w-]+)/g))
      assert.ok(
        pages.some((one) => one.path === to),
        `${path} leads to ${to}`,
      );
  }
});

test('each event has its example, and each problem its remedy under its own address', async () => {
  const events = (await read('/docs/events')).text;
  for (const name of EVENT_NAMES) assert.ok(events.includes(`<h2 id="${name}">`), name);
  const problems = (await read('/docs/problems')).text;
  for (const code of Object.keys(PROBLEMS)) assert.ok(problems.includes(`<h2 id="${code}">`), code);
});

test('a search finds the pages that have all words, and shows what was asked for as text', async () => {
  const { text } = await read('/docs/search?q=signing_secret%20rotate');
  assert.match(text, /<a href="\/docs\//);
  const operation = await read('/docs/search?q=createproposal');
  assert.match(operation.text, /<a href="\/docs\/operations\/createProposal">/);
  const event = await read('/docs/search?q=proposal.accepted');
  assert.match(event.text, /<a href="\/docs\/events#proposal\.accepted">Events: proposal\.accepted</);
  const problem = await read('/docs/search?q=version_mismatch');
  assert.match(problem.text, /<a href="\/docs\/problems#version_mismatch">/);
  const hostile = await read('/docs/search?q=%3Cscript%3Ealert(1)%3C/script%3E');
  assert.doesNotMatch(hostile.text, /<script>/);
  assert.match(hostile.text, /No page has all of these words/);
  assert.deepEqual(searchManual(manualPages(), '   '), []);
  assert.equal(searchManual(manualPages(), 'webhook')[0]!.page.title.toLowerCase().includes('webhook'), true);
});

test('programs read the same: llms.txt names each page as Markdown, and one text has all of it', async () => {
  const { text, type } = await read('/llms.txt');
  assert.equal(type, 'text/plain; charset=utf-8');
  const addresses = [...text.matchAll(/\]\((\S+)\)/g)].map(([, address]) => address!);
  assert.equal(addresses.length, manualPages().length + 2);
  // What a list says over two lines is there whole.
  assert.match(text, /receivers in Java and bash\.\n/);
  for (const address of addresses) assert.equal((await fetch(address)).status, 200, address);
  const full = (await read('/llms-full.txt')).text;
  for (const { markdown } of manualPages()) assert.ok(full.includes(markdown));
  const missing = await read('/docs/operations/nothing');
  assert.deepEqual([missing.status, missing.type], [404, 'text/html; charset=utf-8']);
  assert.equal((await read('/docs/guides/nothing')).status, 404);
  assert.equal((await read('/docs/guides/nothing.md')).status, 404);
});

test('below /docs what is not there is a page for people, and a problem for programs', async () => {
  for (const path of ['/docs/nothing', '/docs/a/b/c', '/docs/reference/nothing', '/docs/nothing/']) {
    const page = await read(path);
    assert.deepEqual([page.status, page.type], [404, 'text/html; charset=utf-8'], path);
    assert.match(page.text, /There is no such page/);
    assert.equal((await fetch(app.base_url + path, { method: 'HEAD' })).status, 404, path);
    const problem = await fetch(app.base_url + path, { headers: { accept: 'application/json' } });
    assert.equal(problem.headers.get('content-type'), 'application/problem+json', path);
    assert.equal(((await problem.json()) as { code: string }).code, 'not_found');
  }
  assert.equal((await read('/docs/guides/')).status, 200);
  assert.equal((await read('/docs/nothing.md')).type, 'application/problem+json');
});

test('each operation has a page that the list leads to, with its parameters, body, answers and refusals', async () => {
  const api = (await app.call('GET', '/api/openapi.json')).body;
  const site = siteOf('', async () => api);
  const list = (await read('/docs')).text;
  const operations = operationsOf(api);
  for (const { operationId, summary, parameters = [], requestBody, responses } of operations) {
    const path = `/docs/operations/${operationId}`;
    assert.ok(list.includes(`href="${path}"`), path);
    const { text } = (await site.pageOf(path))!;
    assert.ok(text.includes(`>${summary.replaceAll("'", '&#39;')}</h1>`), path);
    for (const { name } of parameters.filter((one) => !one.name.includes('][')))
      assert.ok(text.includes(`<code>${name}</code>`), `${path} ${name}`);
    assert.equal(text.includes('<h2 id="body">'), requestBody !== undefined, path);
    for (const code of Object.keys(responses).filter((one) => /^[23]/.test(one)))
      assert.ok(text.includes(`<h2 id="answer-${code}">`), `${path} ${code}`);
    assert.doesNotMatch(text, /undefined|\[object Object\]|components\/schemas/, path);
    assert.match((await site.markdownOf(path))!, /^# .+\n\n`[A-Z]+ \//, path);
  }
});

test('the page of an operation tells of fields in fields, of needs, choices and defaults', async () => {
  const { text } = await read('/docs/operations/createClient.md');
  assert.match(text, /Needs `name`, or `first_name`, or `last_name`\./);
  assert.match(text, /- `status` `lead`, .*: .* Default: `"lead"`\./);
  assert.match(
    text,
    /- `emails` list of object, at most 20.*\n {2}- `label` .*\n {2}- `value` string, at most 254 characters, required: /,
  );
  const answer = /## Answer 201[\s\S]*?```json\n([\s\S]*?)```/.exec(text)![1]!;
  assert.equal(typeof JSON.parse(answer).data.uuid, 'string');
});

test('no page runs or loads anything that is not of this service', async () => {
  for (const path of ['/docs', '/docs/operations/listClients', '/docs/guides/views']) {
    const { headers, body } = await app.call('GET', path);
    const policy = headers.get('content-security-policy')!;
    assert.match(policy, /^default-src 'none'; script-src 'self'; connect-src 'self'/);
    assert.doesNotMatch(policy, /https?:|unsafe/);
    assert.doesNotMatch(body, /<script(?![^>]*src=)[^>]*>|style="|\son\w+=/, path);
    const [, script] = /<script src="([^"]+)">/.exec(body)!;
    const loaded = await fetch(app.base_url + script);
    assert.deepEqual(
      [loaded.status, loaded.headers.get('cache-control')],
      [200, 'public, max-age=31536000, immutable'],
    );
  }
});

test('below the path of a base URL every link of the pages begins with it', async () => {
  const behind = await startTestApp({ base_url: 'https://example.com/crm' });
  for (const path of ['/docs', '/docs/operations/createClient', '/docs/guides', '/docs/search?q=webhook']) {
    const { body } = await behind.call('GET', path);
    const addresses = [...body.matchAll(/(?:href|src|action|data-path)="(\/[^"]*)"/g)].map(([, to]) => to!);
    assert.ok(addresses.length > 10);
    assert.deepEqual(
      addresses.filter((to) => !to.startsWith('/crm/')),
      [],
      path,
    );
  }
  await behind.close();
});

test('a link to what is only in the repository becomes plain text', () => {
  assert.equal(linkOnSite('../../examples/receivers/go/receiver.go'), null);
  assert.equal(linkOnSite('views.md#two'), '/docs/guides/views#two');
  assert.equal(linkOnSite('https://example.com/'), 'https://example.com/');
});
