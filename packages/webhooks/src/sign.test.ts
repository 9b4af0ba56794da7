import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { sign, signStandardWebhooks } from './sign.ts';
import { fakeEvent, signedRequest, TEST_SECRET } from './testing.ts';

describe('sign', () => {
  it('treats text as its UTF-8 bytes', () => {
    assert.equal(sign('{"name":"Zoë"}', TEST_SECRET), sign(Buffer.from('{"name":"Zoë"}'), TEST_SECRET));
  });

  it('ignores whsec_ before the secret', () => {
    assert.equal(sign('{}', `whsec_${TEST_SECRET}`), sign('{}', TEST_SECRET));
  });

  it('throws for a secret that is none, instead of signing with it', () => {
    for (const secret of ['', 'short', `${TEST_SECRET}\n`, undefined as never]) {
      assert.throws(() => sign('{}', secret), TypeError);
      assert.throws(
        () => signStandardWebhooks({ id: 'a', timestamp_s: 1, rawBody: '{}', secret }),
        TypeError,
      );
    }
  });
});

describe('the library of Standard Webhooks', () => {
  const webhook = new Webhook(`whsec_${TEST_SECRET}`);
  const event = fakeEvent('client.updated', { name: 'Zoë' });
  const { body, headers } = signedRequest(event, TEST_SECRET);

  it('verifies our deliveries with whsec_ and the secret', () => {
    assert.deepEqual(webhook.verify(body, headers), event);
  });

  it('refuses them when they were changed', () => {
    assert.throws(() => webhook.verify(body.replace('Zoë', 'Zoé'), headers), /No matching signature/);
  });

  it('makes the same signature', () => {
    const now = new Date('2026-11-20T09:20:00Z');
    const ours = signStandardWebhooks({
      id: 'a',
      timestamp_s: now.getTime() / 1000,
      rawBody: body,
      secret: TEST_SECRET,
    });
    assert.equal(ours, webhook.sign('a', now, body));
  });
});
