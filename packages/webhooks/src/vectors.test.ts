import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { buildVectors, type Vector } from '../vectors.generate.ts';
import { safeVerify, verifySync, WebhookVerificationError } from './verify.ts';

const vectors: Vector[] = JSON.parse(readFileSync(new URL('../vectors.json', import.meta.url), 'utf8'));
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe('vectors.json', () => {
  it('holds at least 40 vectors, each with a name of its own', () => {
    const names = new Set(vectors.map(({ name }) => name));
    assert.equal(names.size, vectors.length);
    assert.ok(names.size >= 40, `${names.size} vectors`);
  });

  it('is what openssl computes', { skip: !hasOpenssl && 'openssl is not installed' }, () => {
    assert.deepEqual(vectors, buildVectors());
  });

  for (const vector of vectors) {
    it(`${vector.name}: ${vector.expect}`, async () => {
      assert.equal(await verdictOf(vector), vector.expect);
      assert.equal(syncVerdictOf(vector), vector.expect);
    });
  }

  it('has the same verdicts with WebCrypto, as in browsers and Workers', () => {
    const script = `
      import { safeVerify } from ${JSON.stringify(import.meta.resolve('./verify.ts'))};
      const vectors = JSON.parse(${JSON.stringify(JSON.stringify(vectors))});
      const verdictOf = ${verdictOf};
      console.log(JSON.stringify(await Promise.all(vectors.map(verdictOf))));`;
    const child = spawnSync(process.execPath, ['--conditions=browser', '--input-type=module'], {
      input: script,
      encoding: 'utf8',
    });
    assert.equal(child.stderr, '');
    assert.deepEqual(
      JSON.parse(child.stdout),
      vectors.map(({ expect }) => expect),
    );
  });
});

async function verdictOf(vector: Vector): Promise<string> {
  const body = Uint8Array.from(atob(vector.body_base64), (byte) => byte.charCodeAt(0));
  const verdict = await safeVerify(body, vector.headers, vector.secrets, {
    replayProtection: vector.replay_protection,
    now_ms: vector.at_s * 1000,
  });
  return verdict.ok ? 'genuine' : verdict.code;
}

function syncVerdictOf(vector: Vector): string {
  try {
    verifySync(Buffer.from(vector.body_base64, 'base64'), vector.headers, vector.secrets, {
      replayProtection: vector.replay_protection,
      now_ms: vector.at_s * 1000,
    });
    return 'genuine';
  } catch (error) {
    assert.ok(error instanceof WebhookVerificationError);
    return error.code;
  }
}
