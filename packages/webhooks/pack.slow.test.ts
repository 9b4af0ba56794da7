import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { findNode, installPacked, NODE_MAJORS } from '../../scripts/testing/packed-package.ts';

const scratch = installPacked('webhooks');
after(() => rmSync(scratch.folder, { recursive: true }));

/**
 * A program that uses every export and verifies each vector. The two kinds of modules differ only
 * in its first line.
 */
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
  import type { Client } from '@rapport/webhooks/catalogue';
  import type { WebhookEvent } from '@rapport/webhooks/event';
  import { receiver } from '@rapport/webhooks/express';
  const event: Promise<WebhookEvent> = verify(new Uint8Array(), new Headers(), process.env.SECRET);
  const code: WebhookVerificationError['code'] = 'signature_mismatch';
  receiver({ secrets: ['a', undefined], ack: 'before' }, async ({ uuid }, { attempt }) => [uuid, attempt, event, code]);
  receiver({ secrets: 'a' }, (event) => {
    if (event.event === 'client.updated') return event.data satisfies Client;
    // @ts-expect-error: the event may be about a Login, which has no name
    return event.data.name;
  });`;

scratch.write(
  'use.mjs',
  `import { createRequire } from 'node:module';
   const load = (name) => import(name), resolvePath = createRequire(import.meta.url).resolve;${USE}`,
);
scratch.write('use.cjs', `const load = require, resolvePath = require.resolve;${USE}`);
for (const file of ['typed.mts', 'typed.cts']) scratch.write(file, TYPED);

describe('the packed package, in a folder of its own', () => {
  for (const major of NODE_MAJORS) {
    const node = findNode(major);
    for (const [file, kind] of [
      ['use.mjs', 'ES modules'],
      ['use.cjs', 'CommonJS'],
    ] as const) {
      it(`works with ${kind} under Node ${major}`, {
        skip: !node && `Node ${major} is not installed`,
      }, () => {
        assert.equal(scratch.run(node as string, [file]), 'all vectors\n');
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
    const printed = scratch.run(process.execPath, [
      '--conditions=browser',
      '--input-type=module',
      '--eval',
      script,
    ]);
    assert.equal(printed, 'signature_mismatch verifySync needs\n');
  });

  it('contains no tests', () => {
    const installed = join(scratch.folder, 'node_modules/@rapport/webhooks');
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    const code = files.filter((file) => file.endsWith('.js'));
    assert.ok(code.length > 20);
    for (const file of code)
      assert.doesNotMatch(readFileSync(join(installed, file), 'utf8'), /node:test/, file);
    assert.deepEqual(
      files.filter((file) => /^testing$|\.test\.|test-/.test(basename(file))),
      [],
    );
  });

  it('has types for both kinds of modules', () => {
    scratch.checkTypes('typed.mts', 'typed.cts');
  });
});
