import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, describe, it } from 'node:test';

const here = import.meta.dirname;
const root = join(here, '../..');
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'rapport-webhooks-')));
after(() => rmSync(scratch, { recursive: true }));

/** Uses every export, and has each vector judged. Only the first line differs between the two kinds of modules. */
const USE = `
  (async () => {
    const { readFileSync } = await import('node:fs');
    const { safeVerify, verifySync, WebhookVerificationError } = await load('@rapport/webhooks');
    const { explain } = await load('@rapport/webhooks/explain');
    const { memoryStore } = await load('@rapport/webhooks/seen');
    const { fakeEvent, signedRequest, TEST_SECRET } = await load('@rapport/webhooks/testing');
    const { sign } = await load('@rapport/webhooks/sign');
    for (const adapter of ['node', 'express', 'fastify', 'hono', 'web', 'next', 'next/pages', 'lambda']) {
      const { receiver } = await load('@rapport/webhooks/' + adapter);
      receiver({ secrets: TEST_SECRET, seen: memoryStore() }, () => {});
    }
    const { body, headers } = signedRequest(fakeEvent('client.updated', {}), TEST_SECRET);
    verifySync(body, headers, TEST_SECRET);
    if (sign(body, TEST_SECRET) !== headers['x-signature']) throw new Error('sign');
    if ((await explain(body + '\\n', headers, TEST_SECRET)).reason !== 'line_break') throw new Error('explain');
    try { verifySync('x', headers, TEST_SECRET); throw new Error('accepted'); } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
    }
    const vectors = JSON.parse(readFileSync(resolvePath('@rapport/webhooks/vectors.json'), 'utf8'));
    let right = 0;
    for (const vector of vectors) {
      const options = { replayProtection: vector.replay_protection, now_ms: vector.at_s * 1000 };
      const verdict = await safeVerify(Buffer.from(vector.body_base64, 'base64'), vector.headers, vector.secrets, options);
      if ((verdict.ok ? 'genuine' : verdict.code) === vector.expect) right += 1;
    }
    console.log(right === vectors.length ? 'all vectors' : right + ' of ' + vectors.length);
  })();`;
const TYPED = `
  import { verify, type WebhookVerificationError } from '@rapport/webhooks';
  import type { WebhookEvent } from '@rapport/webhooks/event';
  import { receiver } from '@rapport/webhooks/express';
  const event: Promise<WebhookEvent> = verify(new Uint8Array(), new Headers(), process.env.SECRET);
  const code: WebhookVerificationError['code'] = 'signature_mismatch';
  receiver({ secrets: ['a', undefined], ack: 'before' }, async ({ uuid }, { attempt }) => [uuid, attempt, event, code]);`;

describe('the packed package, in a folder of its own', () => {
  pack();

  for (const major of [20, 22, 24, 26]) {
    const node = findNode(major);
    for (const [file, kind] of [
      ['use.mjs', 'ES modules'],
      ['use.cjs', 'CommonJS'],
    ] as const) {
      it(`works with ${kind} under Node ${major}`, {
        skip: !node && `Node ${major} is not installed`,
      }, () => {
        assert.equal(run(node as string, [join(scratch, file)]), 'all vectors\n');
      });
    }
  }

  it('works with WebCrypto alone, as bundlers for browsers and Workers choose it', () => {
    const script = `
      import { safeVerify, verifySync } from '@rapport/webhooks';
      const verdict = await safeVerify('{}', { 'x-signature': '0'.repeat(64) }, 'x'.repeat(60));
      try { verifySync('{}', { 'x-signature': '0'.repeat(64) }, 'x'.repeat(60)); } catch (error) {
        console.log(verdict.code, error.message.slice(0, 16));
      }`;
    const printed = run(process.execPath, ['--conditions=browser', '--input-type=module', '--eval', script]);
    assert.equal(printed, 'signature_mismatch verifySync needs\n');
  });

  it('has types for both kinds of modules', () => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    run(process.execPath, [
      tsc,
      '--noEmit',
      '--ignoreConfig',
      '--strict',
      '--module',
      'nodenext',
      '--types',
      'node',
      'typed.mts',
      'typed.cts',
    ]);
  });
});

/** Builds, packs and installs the package in the scratch folder. It has no dependencies, so no registry is asked. */
function pack(): void {
  run(process.execPath, [join(here, 'build.ts'), join(scratch, 'dist')]);
  writeFileSync(join(scratch, 'package.json'), '{"private":true}');
  run('npm', ['pack', './dist', '--silent']);
  const tarball = readdirSync(scratch).find((name) => name.endsWith('.tgz')) as string;
  run('npm', ['install', `./${tarball}`, '--offline', '--no-audit', '--no-fund', '--silent']);
  symlinkSync(join(root, 'node_modules/@types'), join(scratch, 'node_modules/@types'));
  writeFileSync(
    join(scratch, 'use.mjs'),
    `import { createRequire } from 'node:module';
     const load = (name) => import(name), resolvePath = createRequire(import.meta.url).resolve;${USE}`,
  );
  writeFileSync(join(scratch, 'use.cjs'), `const load = require, resolvePath = require.resolve;${USE}`);
  for (const file of ['typed.mts', 'typed.cts']) writeFileSync(join(scratch, file), TYPED);
}

function run(command: string, args: string[]): string {
  return execFileSync(command, args, { cwd: scratch, encoding: 'utf8' });
}

/** The Node of that version: the one that runs this, or one of the machine's own. */
function findNode(major: number): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [process.execPath, ...folders.map((folder) => join(folder, 'node'))].filter(existsSync);
  return candidates.find((node) => run(node, ['--version']).startsWith(`v${major}.`));
}
