import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import vm from 'node:vm';
import fc from 'fast-check';
import type { WebhookEvent } from './event.ts';
import type { HeadersLike } from './headers.ts';
import { memoryStore } from './seen.ts';
import { sign } from './sign.ts';
import { fakeEvent, signedRequest, TEST_SECRET } from './testing.ts';
import { safeVerify, verify, verifySync, WebhookVerificationError } from './verify.ts';

const event = fakeEvent('client.updated', { name: 'Zoë' });
const { body, headers } = signedRequest(event, TEST_SECRET);

describe('verify', () => {
  it('gives the event of a genuine delivery', async () => {
    assert.deepEqual(await verify(body, headers, TEST_SECRET), event);
    assert.deepEqual(verifySync(body, headers, TEST_SECRET), event);
    assert.deepEqual(await safeVerify(body, headers, TEST_SECRET), { ok: true, event });
  });

  it('throws a WebhookVerificationError with a code for a tampered one', async () => {
    const expected = { name: 'WebhookVerificationError', code: 'signature_mismatch' };
    await assert.rejects(verify(`${body} `, headers, TEST_SECRET), expected);
    assert.throws(() => verifySync(`${body} `, headers, TEST_SECRET), WebhookVerificationError);
  });

  it('narrows the data by the name of the event', async () => {
    type Deleted = WebhookEvent<'client.deleted', { uuid: string }>;
    type Updated = WebhookEvent<'client.updated', { name: string }>;
    const narrowed = await verify<Deleted | Updated>(body, headers, TEST_SECRET);
    switch (narrowed.event) {
      case 'client.updated':
        return assert.equal(narrowed.data.name satisfies string, 'Zoë');
      case 'client.deleted':
        return assert.fail(narrowed.data.uuid);
    }
  });
});

describe('the body', () => {
  const bytes = Buffer.from(body);
  const copied = Uint8Array.from(bytes);
  const kinds: [string, unknown][] = [
    ['a string', body],
    ['a Buffer', bytes],
    ['a Uint8Array', copied],
    [
      'a part of a larger buffer',
      Buffer.concat([Buffer.from('before'), bytes, Buffer.from('after')]).subarray(6, -5),
    ],
    ['an ArrayBuffer', copied.buffer],
    ['a DataView', new DataView(copied.buffer)],
    ['a Uint8Array of another realm', vm.runInNewContext('Uint8Array.from(bytes)', { bytes })],
    ['an ArrayBuffer of another realm', vm.runInNewContext('Uint8Array.from(bytes).buffer', { bytes })],
  ];
  for (const [kind, rawBody] of kinds) {
    it(`may be ${kind}`, async () => {
      assert.deepEqual(await verify(rawBody as string, headers, TEST_SECRET), event);
    });
  }

  const refused: [string, unknown, string][] = [
    ['a parsed object', event, 'body_already_parsed'],
    ['a parsed array', [event], 'body_already_parsed'],
    ['what String() makes of an object', String(event), 'body_already_parsed'],
    ['a number', 7, 'body_already_parsed'],
    ['undefined', undefined, 'body_empty'],
    ['null', null, 'body_empty'],
    ['no bytes', new Uint8Array(), 'body_empty'],
  ];
  for (const [kind, rawBody, code] of refused) {
    it(`may not be ${kind}: ${code}`, async () => {
      await assert.rejects(verify(rawBody as string, headers, TEST_SECRET), { code });
    });
  }
});

describe('the headers', () => {
  const upper = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value] as const);
  const kinds: [string, HeadersLike][] = [
    ['Headers', new Headers(headers)],
    ['a Map', new Map(Object.entries(headers))],
    ['a Map in upper case', new Map(upper)],
    ['a record in upper case', Object.fromEntries(upper)],
    [
      'a record of lists',
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    ],
  ];
  for (const [kind, given] of kinds) {
    it(`may be ${kind}`, async () => {
      assert.deepEqual(await verify(body, given, TEST_SECRET, { replayProtection: true }), event);
    });
  }

  it('are refused when there are none', async () => {
    for (const none of [undefined, null, {}]) {
      await assert.rejects(verify(body, none as never, TEST_SECRET), { code: 'signature_missing' });
    }
  });

  it('with two signatures are refused, even when one is right', async () => {
    const twice = { 'x-signature': [headers['x-signature'] as string, '0'.repeat(64)] };
    await assert.rejects(verify(body, twice, TEST_SECRET), { code: 'signature_malformed' });
  });
});

describe('the secrets', () => {
  it('are refused when a variable of the environment is not set', async () => {
    for (const none of [undefined, '', [], [undefined], [TEST_SECRET, undefined]]) {
      await assert.rejects(verify(body, headers, none), { code: 'secret_empty' });
    }
  });

  it('are refused when a program without types passes null', async () => {
    for (const none of [null, [null]]) {
      await assert.rejects(verify(body, headers, none as never), { code: 'secret_empty' });
    }
  });

  it('are refused when they are no text, such as bytes or a promise that nobody has waited for', async () => {
    const given = [
      Buffer.from(TEST_SECRET),
      60,
      { secret: TEST_SECRET },
      new Set([TEST_SECRET]),
      [[TEST_SECRET]],
    ];
    for (const wrong of [...given, Promise.resolve(TEST_SECRET)]) {
      await assert.rejects(verify(body, headers, wrong as never), { code: 'secret_malformed' });
    }
  });

  it('do not show in the texts of refusals', async () => {
    for (const secret of [`${TEST_SECRET}x`, `${TEST_SECRET}\n`, TEST_SECRET.toUpperCase()]) {
      const verdict = await safeVerify(body, headers, secret);
      assert.ok(!verdict.ok);
      assert.doesNotMatch(verdict.message, /testsecret/i);
    }
  });
});

describe('the store of seen events', () => {
  it('lets an event through once', async () => {
    const seen = memoryStore();
    await verify(body, headers, TEST_SECRET, { seen });
    await assert.rejects(verify(body, headers, TEST_SECRET, { seen }), { code: 'duplicate_delivery' });
    await seen.settle(event.uuid, true);
    await assert.rejects(verify(body, headers, TEST_SECRET, { seen }), { code: 'duplicate_delivery' });
  });

  it('lets an event through again when it was not handled', async () => {
    const seen = memoryStore();
    await verify(body, headers, TEST_SECRET, { seen });
    await seen.settle(event.uuid, false);
    assert.deepEqual(await verify(body, headers, TEST_SECRET, { seen }), event);
  });

  it('is not asked about forged deliveries', async () => {
    const seen = memoryStore();
    await safeVerify(body, { 'x-signature': '0'.repeat(64) }, TEST_SECRET, { seen });
    assert.deepEqual(await verify(body, headers, TEST_SECRET, { seen }), event);
  });

  it('refuses a body without a uuid', async () => {
    const options = { seen: memoryStore() };
    const signed = { 'x-signature': sign('{}', TEST_SECRET) };
    await assert.rejects(verify('{}', signed, TEST_SECRET, options), { code: 'body_not_json' });
  });
});

describe('any event', () => {
  it('is verified as it was signed, and refused with one bit changed', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), fc.nat(7), (data, position, bit) => {
        const bytes = Buffer.from(JSON.stringify(data));
        const signed = { 'x-signature': sign(bytes, TEST_SECRET) };
        assert.equal(JSON.stringify(verifySync(bytes, signed, TEST_SECRET)), bytes.toString());
        bytes[position % bytes.length]! ^= 1 << bit;
        assert.throws(() => verifySync(bytes, signed, TEST_SECRET), { code: 'signature_mismatch' });
      }),
    );
  });

  it('of any length is verified, also around the size at which the hash is computed differently', () => {
    for (const length of [1, 55, 56, 63, 64, 65, 16_383, 16_384, 16_385, 1_048_576]) {
      const text = `{"note":"${'x'.repeat(length)}"}`;
      const signed = { 'x-signature': sign(text, TEST_SECRET) };
      assert.deepEqual({ ...verifySync(text, signed, TEST_SECRET) }, { note: 'x'.repeat(length) });
    }
  });
});
