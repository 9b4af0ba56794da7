import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import type { TestBrowser } from '../../server/src/testing/browser.ts';
import { signedIn } from '../../server/src/testing/oauth-flow.ts';
import { startRapport } from '../oauth/rapport.ts';

/**
 * A library of another language: the commands that find it, and the command of the program that
 * uses it.
 */
type Library = {
  name: string;
  package: string;
  found: string[];
  run: string[];
};

const here = (file: string) => join(import.meta.dirname, file);
/** Debian's libraries need Debian's Python, even when PATH names another one first. */
const PYTHON = '/usr/bin/python3';

const LIBRARIES: Library[] = [
  ...['plain', 'pkce'].flatMap((mode) => [
    {
      name: `Authlib (Python), ${mode}`,
      package: 'python3-authlib python3-requests',
      found: [PYTHON, '-c', 'import authlib, requests'],
      run: [PYTHON, here('authlib_flow.py'), 'SETTINGS', mode],
    },
    {
      name: `requests-oauthlib (Python), ${mode}`,
      package: 'python3-requests-oauthlib',
      found: [PYTHON, '-c', 'import requests_oauthlib'],
      run: [PYTHON, here('requests_oauthlib_flow.py'), 'SETTINGS', mode],
    },
  ]),
];

let target: Awaited<ReturnType<typeof startRapport>>;
let browser: TestBrowser;
before(async () => {
  target = await startRapport();
  const { app } = target;
  app.clock.advance(Date.now() - app.clock.now().getTime());
  const ada = await app.addUser('Ada');
  await app.addAccount(ada);
  browser = await signedIn(app, ada);
});
after(() => target.close());

for (const library of LIBRARIES) {
  const [program, ...args] = library.found;
  const installed = spawnSync(program!, args).status === 0;
  const skip = installed ? false : `not installed: ${library.package}`;
  test(`${library.name} goes the whole way with scope=*`, { skip }, async () => {
    const code_verifier = randomBytes(32).toString('base64url');
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
    const settings = JSON.stringify({
      base_url: target.base_url,
      ...target.client,
      code_verifier,
      code_challenge,
    });
    const [file, ...given] = library.run.map((argument) => (argument === 'SETTINGS' ? settings : argument));
    const child = spawn(file!, given);
    const ended = once(child, 'close');
    const output = await converse(child);
    const [exit_code] = await ended;
    assert.deepEqual([exit_code, output.at(-1)], [0, 'works'], output.join('\n'));
  });
}

/**
 * Visits the address that the program prints, and writes the address that the User comes back to.
 */
async function converse(child: ChildProcess): Promise<string[]> {
  const lines: string[] = [];
  child.stderr!.on('data', (chunk) => lines.push(String(chunk)));
  for await (const line of createInterface({ input: child.stdout! })) {
    lines.push(line);
    if (!line.startsWith(target.base_url)) continue;
    const { pathname, search } = new URL(line);
    let visit = await browser.get(pathname + search);
    if (visit.location === null) visit = await browser.submit(visit, { decision: 'allow' });
    // Python's libraries require https for the redirect, and ours has it.
    child.stdin!.write(`${visit.location}\n`);
  }
  return lines;
}
