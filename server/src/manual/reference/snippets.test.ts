import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import vm from 'node:vm';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { type ApiDescription, operationsOf } from './description.ts';
import { type Snippets, snippetsOf } from './snippets.ts';

const run = promisify(execFile);
const page = vm.createContext({});
vm.runInContext(readFileSync(join(import.meta.dirname, '../browser/fill.js'), 'utf8'), page);
const filledWith = page.filledWith as (text: string, token: string) => string;

let app: TestApp;
let ada: TestUser;
let api: ApiDescription;
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  await app.addAccount(ada, 'Lovelace');
  api = (await app.call('GET', '/api/openapi.json')).body;
});
after(() => app.close());

function snippets(id: string): Snippets {
  return snippetsOf(api, operationsOf(api).find(({ operationId }) => operationId === id)!);
}

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
    const text = filledWith(snippets('createClient')[language]!, ada.token);
    assert.match(await printed(language, text), /"uuid":/);
    const reads = snippets('retrieveMe')[language]!;
    assert.match(await printed(language, reads, { RAPPORT_TOKEN: ada.token }), /"name":"Ada"/);
  });
}

test('every operation has a command, and a program unless its body is no JSON', () => {
  const operations = operationsOf(api);
  assert.ok(operations.length > 200);
  for (const operation of operations.filter(({ path }) => path.startsWith('/api/'))) {
    const written = snippetsOf(api, operation);
    const isJson = !operation.requestBody || 'application/json' in operation.requestBody.content;
    const languages = isJson ? ['curl', 'TypeScript', 'Python'] : ['curl'];
    assert.deepEqual(Object.keys(written), languages, operation.operationId);
    assert.ok(written.curl.includes(app.base_url + operation.path), operation.path);
  }
});

test('an application calls with its secret, and a form is sent as one', () => {
  const { curl } = snippets('issueOAuthTokens');
  assert.match(curl, /-u "\$CLIENT_ID:\$CLIENT_SECRET" \\\n {2}--data-urlencode 'grant_type=/);
});

test('the examples of new records are bodies that the API takes', async () => {
  for (const kind of ['clients', 'contacts', 'deals', 'tasks', 'webhook-subscriptions', 'views']) {
    const { operationId } = api.paths[`/api/v2/${kind}`]!.post!;
    const text = snippets(operationId).TypeScript!;
    const body = JSON.parse(/JSON\.stringify\((.*)\),$/m.exec(text)![1]!);
    const { status, body: answer } = await app.call('POST', `/api/v2/${kind}`, { as: ada, body });
    assert.equal(status, 201, `${kind}: ${JSON.stringify(body)} ${JSON.stringify(answer)}`);
  }
});

test('a token that would be read as a command is left out', () => {
  for (const token of ['', "x'; rm -rf ~; '", 'x" + boom() + "', 'x\nInjected: 1', '`id`', '$(id)']) {
    for (const text of Object.values(snippets('retrieveMe'))) {
      assert.equal(filledWith(text, token), text);
      assert.match(text, /RAPPORT_TOKEN/);
    }
  }
});
