import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { EVENT_NAMES } from '@rapport/contract/events';
import { PROBLEMS } from '@rapport/contract/problems';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { manualPages } from './pages.ts';
import { linkOnSite, searchManual } from './rules.ts';

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
  assert.match(operation.text, /<a href="\/docs#\/Proposals\/createProposal">/);
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
  assert.equal(addresses.length, manualPages().length + 1);
  // What a list says over two lines is there whole.
  assert.match(text, /receivers in Java and bash\.\n/);
  for (const address of addresses) assert.equal((await fetch(address)).status, 200, address);
  const full = (await read('/llms-full.txt')).text;
  for (const { markdown } of manualPages()) assert.ok(full.includes(markdown));
  assert.equal((await read('/docs/guides/nothing')).status, 404);
  assert.equal((await read('/docs/guides/nothing.md')).status, 404);
});

test('a link to what is only in the repository becomes plain text', () => {
  assert.equal(linkOnSite('../../examples/receivers/go/receiver.go'), null);
  assert.equal(linkOnSite('views.md#two'), '/docs/guides/views#two');
  assert.equal(linkOnSite('https://example.com/'), 'https://example.com/');
});
