import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { writeSnippets } from '../../scripts/testing/snippets.ts';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';

const README = join(import.meta.dirname, 'README.md');
const COMPANIES = join(import.meta.dirname, '../../examples/data/companies.csv');

/**
 * The output of each snippet, by a line of its code. Each snippet finds the records of the snippets
 * before it.
 */
const PRINTS: [string, RegExp][] = [
  ["tags: ['key-account']", /^3M\n$/],
  ['engines.firstPage()', /^0 in all\n0 null\n$/],
  [
    'deals.board(',
    /^\[ 0, 1, 0, 0 \]\ndeal\.won deal\.moved deal\.created contact\.created contact\.created client\.created\n\[ 'New website' \]\n$/,
  ],
  ['instanceof ApiError', /^$/],
  ['openAsBlob', /\d+ of \d+ bytes\n.*503 0 \[\]\n$/s],
  ['oauthClient({', /^$/],
];

const app: Promise<TestApp> = startTestApp();
const written = writeSnippets(README);
let environment: NodeJS.ProcessEnv;

before(async () => {
  const user = await (await app).addUser();
  await (await app).addAccount(user);
  environment = { ...process.env, RAPPORT_TOKEN: user.token };
  copyFileSync(COMPANIES, join(written.folder, 'companies.csv'));
});
after(async () => {
  written.remove();
  await (await app).close();
});

describe('the README', () => {
  it('begins with five lines that work', () => {
    const lines = written.snippets[0]!.code.split('\n').filter((line) => line !== '');
    assert.equal(lines.length, 4);
    assert.ok(readFileSync(README, 'utf8').indexOf('```ts') < 300);
  });

  it('has snippets that agree with the types', () => written.checkTypes());

  for (const { code, file, language } of written.snippets) {
    if (language !== 'ts') continue;
    const [line, printed] = PRINTS.find(([key]) => code.includes(key)) ?? [];
    it(`has a snippet that works: ${line}`, async () => {
      assert.ok(printed, `nothing tries this snippet:\n${code}`);
      const { stdout, stderr } = await runAgainstApp(file);
      assert.match(stdout + stderr, printed);
    });
  }
});

/** Runs a snippet against the test service, in place of the address that the README names. */
async function runAgainstApp(file: string) {
  const redirect = `globalThis.fetch = ((fetch) => (url, init) => fetch(String(url).replace('http://localhost:3000', '${(await app).base_url}'), init))(fetch);`;
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(redirect)}`];
  return promisify(execFile)(process.execPath, [...preload, file], { env: environment, cwd: written.folder });
}
