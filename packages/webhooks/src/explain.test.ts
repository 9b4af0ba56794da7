import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Explanation, explain } from './explain.ts';
import { sign } from './sign.ts';
import { fakeEvent, signedRequest, TEST_SECRET } from './testing.ts';
import { safeVerify, verifySync } from './verify.ts';

type Reason = Explanation['reason'];

const OTHER_SECRET = 'othersecrt'.repeat(6);
const event = fakeEvent('client.updated', { name: 'Zoë & Søn', url: 'https://example.com/' });
const body = JSON.stringify(event);
const mac_hex = sign(body, TEST_SECRET);
const headers = { 'X-Signature': mac_hex };

describe('explain proves', () => {
  const { actor, ...rest } = event;
  const bodies: [string, Uint8Array | string, Reason][] = [
    ['that nothing is wrong', body, 'genuine'],
    ['a line break at the end', `${body}\r\n`, 'line_break'],
    ['a byte order mark', `\uFEFF${body}`, 'charset'],
    ['UTF-8 read as Latin-1', Buffer.from(body).toString('latin1'), 'charset'],
    ['UTF-8 read as Windows-1252', new TextDecoder('windows-1252').decode(Buffer.from(body)), 'charset'],
    ['a conversion to Latin-1', Buffer.from(body, 'latin1'), 'charset'],
    ['indentation', JSON.stringify(event, null, 2), 'reserialised'],
    [
      'escapes of letters, as in Python and PHP',
      body.replaceAll('ë', '\\u00eb').replaceAll('ø', '\\u00f8'),
      'reserialised',
    ],
    ['escapes of slashes, as in PHP', body.replaceAll('/', '\\/'), 'reserialised'],
    ['another order of keys', JSON.stringify({ ...rest, actor }), 'reserialised'],
    ['a JSON string of the JSON', JSON.stringify(body), 'double_encoded'],
    ['base64 of the body', Buffer.from(body).toString('base64'), 'double_encoded'],
  ];
  for (const [title, received, reason] of bodies) {
    it(`${title}: ${reason}`, async () => {
      assert.deepEqual(outcome(await explain(received, headers, TEST_SECRET)), [reason, true]);
    });
  }

  const signatures: [string, string, Reason][] = [
    ['upper case', mac_hex.toUpperCase(), 'signature_upper_case'],
    ['base64 instead of hex', Buffer.from(mac_hex, 'hex').toString('base64'), 'signature_base64'],
    ['base64url instead of hex', Buffer.from(mac_hex, 'hex').toString('base64url'), 'signature_base64'],
    ['hex of the hex', Buffer.from(mac_hex).toString('hex'), 'double_encoded'],
    ['base64 of the hex', Buffer.from(mac_hex).toString('base64'), 'double_encoded'],
    ['the whole header', `X-Signature: ${mac_hex}`, 'signature_decorated'],
    ['a prefix', `sha256=${mac_hex}`, 'signature_decorated'],
    ['the header twice', `${mac_hex}, ${mac_hex}`, 'signature_decorated'],
  ];
  for (const [title, value, reason] of signatures) {
    it(`${title}: ${reason}`, async () => {
      assert.deepEqual(outcome(await explain(body, { 'x-signature': value }, TEST_SECRET)), [reason, true]);
    });
  }

  const secrets: [string, string, Reason][] = [
    ['a line break behind the secret', `${TEST_SECRET}\n`, 'secret_decorated'],
    ['quotes around the secret', `"whsec_${TEST_SECRET}"`, 'secret_decorated'],
  ];
  for (const [title, secret, reason] of secrets) {
    it(`${title}: ${reason}`, async () => {
      assert.deepEqual(outcome(await explain(body, headers, secret)), [reason, true]);
    });
  }

  it('which of the given secrets is the right one', async () => {
    const { reason, secret_index } = await explain(body, headers, [OTHER_SECRET, `whsec_${TEST_SECRET}`]);
    assert.deepEqual([reason, secret_index], ['genuine', 1]);
  });

  it('several mishaps at once, and names each', async () => {
    const { text } = await explain(`${body}\n`, { 'x-signature': mac_hex.toUpperCase() }, `${TEST_SECRET}\n`);
    assert.match(text, /line break was added.*upper case.*white space or quotes/);
  });
});

describe('explain suspects', () => {
  const changed = { ...event, data: { name: 'Zoe' } };
  const bodies: [string, Uint8Array | string, Reason][] = [
    ['a parser, from white space', JSON.stringify(changed, null, 2), 'reserialised'],
    [
      'a parser, from sorted keys',
      JSON.stringify(Object.fromEntries(Object.entries(changed).sort())),
      'reserialised',
    ],
    [
      'a lost charset, from signs that replace letters',
      JSON.stringify(changed).replace('e', '\uFFFD'),
      'charset',
    ],
    ['nothing in particular, from a body that looks right', JSON.stringify(changed), 'unknown'],
  ];
  for (const [title, received, reason] of bodies) {
    it(`${title}: ${reason}`, async () => {
      assert.deepEqual(outcome(await explain(received, headers, TEST_SECRET)), [reason, false]);
    });
  }

  it('no line break when something else was added', async () => {
    assert.equal((await explain(`${body}  `, headers, TEST_SECRET)).reason, 'reserialised');
    assert.equal((await explain(`${body}\u00a0`, headers, TEST_SECRET)).reason, 'unknown');
  });

  it('another secret when everything else looks right', async () => {
    const { reason, text } = await explain(body, headers, OTHER_SECRET);
    assert.equal(reason, 'unknown');
    assert.match(text, /secret belongs to another subscription/);
  });
});

describe('explain repeats the refusal', () => {
  it('for a delivery that cannot be verified at all', async () => {
    assert.equal((await explain('', headers, TEST_SECRET)).reason, 'body_empty');
    assert.equal((await explain(body, {}, TEST_SECRET)).reason, 'signature_missing');
    assert.equal((await explain(body, { 'x-signature': 'abc' }, TEST_SECRET)).reason, 'signature_malformed');
    assert.equal((await explain(body, headers, undefined)).reason, 'secret_empty');
    assert.equal((await explain(body, headers, 'short')).reason, 'secret_malformed');
  });
});

describe('explain never calls genuine what verify refuses', () => {
  const refused: [string, readonly (string | undefined)[], Reason][] = [
    ['a secret that is missing', [TEST_SECRET, undefined], 'secret_empty'],
    ['a secret that is cut short', ['short', TEST_SECRET], 'secret_malformed'],
  ];
  for (const [title, given, reason] of refused) {
    it(`beside ${title}`, async () => {
      const verdict = await safeVerify(body, headers, given);
      assert.equal(verdict.ok || verdict.code, reason);
      assert.equal((await explain(body, headers, given)).reason, reason);
    });
  }
});

describe('the text of a mismatch', () => {
  it('explains the reason outside production', async () => {
    const verdict = await safeVerify(`${body}\n`, headers, TEST_SECRET);
    assert.match(verdict.ok ? '' : verdict.message, /line break was added/);
    assert.throws(() => verifySync(`${body}\n`, headers, TEST_SECRET), /line break was added/);
  });

  it('names webhook-signature when only that is wrong', async () => {
    const delivery = signedRequest(event, TEST_SECRET);
    const moved = { ...delivery.headers, 'webhook-id': 'another' };
    const verdict = await safeVerify(delivery.body, moved, TEST_SECRET, { replayProtection: true });
    assert.match(verdict.ok ? '' : verdict.message, /X-Signature is genuine, but webhook-signature is not/);
  });

  it('gives no explanation in production', async (t) => {
    t.after(() => delete process.env.NODE_ENV);
    process.env.NODE_ENV = 'production';
    const verdict = await safeVerify(`${body}\n`, headers, TEST_SECRET);
    assert.match(verdict.ok ? '' : verdict.message, /pass the same bytes and headers to `explain`/);
  });

  it('survives a forged body that is nested too deep to be written again', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    assert.equal((await safeVerify(deep, headers, TEST_SECRET)).ok, false);
  });
});

function outcome({ reason, is_proven }: Explanation): [Reason, boolean] {
  return [reason, is_proven];
}
