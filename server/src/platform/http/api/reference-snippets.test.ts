import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import vm from 'node:vm';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

type Snippets = { curl: string; TypeScript?: string; Python?: string };
// biome-ignore lint/suspicious/noExplicitAny: the description of the API, as the page reads it
type Described = any;

const run = promisify(execFile);
const page = vm.createContext({});
vm.runInContext(readFileSync(join(import.meta.dirname, 'reference-snippets.js'), 'utf8'), page);
const snippetsOf = page.snippetsOf as (
  of: Described,
  path: string,
  method: string,
  token?: string,
) => Snippets;

let app: TestApp;
let ada: TestUser;
let description: Described;
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  await app.addAccount(ada, 'Lovelace');
  description = (await app.call('GET', '/api/openapi.json')).body;
});
after(() => app.close());

async function printed(
  language: keyof Snippets,
  text: string,
  env: Record<string, string> = {},
): Promise<string> {
  const [command, ...args] = {
    curl: ['sh', '-c', `${text} -sS`],
    TypeScript: [process.execPath, '--input-type=module-typescript', '--eval', text],
    Python: ['python3', '-c', text],
  }[language] as [string, ...string[]];
  const { stdout } = await run(command, args, { env: { PATH: process.env.PATH, ...env } });
  return stdout;
}

/** Whether the machine has it: a copy of Rapport needs neither curl nor Python. */
async function isThere(command: string): Promise<boolean> {
  return run(command, ['--version']).then(
    () => true,
    () => false,
  );
}

const COMMANDS = { curl: 'curl', TypeScript: process.execPath, Python: 'python3' } as const;

for (const language of ['curl', 'TypeScript', 'Python'] as const) {
  test(`what is copied as ${language} creates a record when it is pasted`, async (t) => {
    if (!(await isThere(COMMANDS[language]))) return t.skip(`${COMMANDS[language]} is not there`);
    const text = snippetsOf(description, '/api/v2/clients', 'post', ada.token)[language]!;
    assert.match(await printed(language, text), /"uuid":/);
    const { [language]: reads } = snippetsOf(description, '/api/v2/me', 'get');
    assert.ok(!reads!.includes(ada.token));
    assert.match(await printed(language, reads!, { RAPPORT_TOKEN: ada.token }), /"name":"Ada"/);
  });
}

test('every operation has a command, and a program unless its body is no JSON', () => {
  for (const [path, methods] of Object.entries<Record<string, Described>>(description.paths)) {
    for (const [method, { requestBody }] of Object.entries(methods)) {
      const snippets = snippetsOf(description, path, method);
      const isJson = !requestBody || 'application/json' in requestBody.content;
      assert.deepEqual(Object.keys(snippets), isJson ? ['curl', 'TypeScript', 'Python'] : ['curl'], path);
      assert.ok(snippets.curl.includes(app.base_url + path), path);
    }
  }
});

test('the examples of new records are bodies that the API takes', async () => {
  for (const kind of ['clients', 'contacts', 'deals', 'tasks', 'webhook-subscriptions', 'views']) {
    const text = snippetsOf(description, `/api/v2/${kind}`, 'post').TypeScript!;
    const body = JSON.parse(/JSON\.stringify\((.*)\),$/m.exec(text)![1]!);
    const { status, body: answer } = await app.call('POST', `/api/v2/${kind}`, { as: ada, body });
    assert.equal(status, 201, `${kind}: ${JSON.stringify(body)} ${JSON.stringify(answer)}`);
  }
});

test('a token that would be read as a command is left out', () => {
  for (const token of ["x'; rm -rf ~; '", 'x" + boom() + "', 'x\nInjected: 1', '`id`', '$(id)']) {
    for (const text of Object.values(snippetsOf(description, '/api/v2/me', 'get', token))) {
      assert.ok(!text.includes(token), text);
      assert.match(text, /RAPPORT_TOKEN/);
    }
  }
});
