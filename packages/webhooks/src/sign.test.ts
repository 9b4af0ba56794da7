import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { sign, signStandardWebhooks } from './sign.ts';
import { fakeEvent, signedRequest, TEST_SECRET } from './testing.ts';

describe('sign', () => {
  it('treats text as its UTF-8 bytes', () => {
    assert.equal(sign('{"name":"Zoë"}', TEST_SECRET), sign(Buffer.from('{"name":"Zoë"}'), TEST_SECRET));
  });

  it('ignores whsec_ before the secret', () => {
    assert.equal(sign('{}', `whsec_${TEST_SECRET}`), sign('{}', TEST_SECRET));
  });

  it('throws for a malformed secret', () => {
    for (const secret of ['', 'short', `${TEST_SECRET}\n`, undefined as never]) {
      assert.throws(() => sign('{}', secret), TypeError);
      assert.throws(
        () => signStandardWebhooks({ id: 'a', timestamp_s: 1, rawBody: '{}', secret }),
        TypeError,
      );
    }
  });
});

/** Published libraries that others wrote against the Standard Webhooks specification. */
const LIBRARIES = { standardwebhooks: StandardWebhook, svix: SvixWebhook };

for (const [library, Webhook] of Object.entries(LIBRARIES)) {
  describe(`the library ${library}`, () => {
    const webhook = new Webhook(`whsec_${TEST_SECRET}`);
    const event = fakeEvent('client.updated', { name: 'Zoë' });
    const { body, headers } = signedRequest(event, TEST_SECRET);

    it('verifies our deliveries with whsec_ and the secret', () => {
      // svix returns nothing: not throwing is its success.
      const verified: unknown = webhook.verify(body, headers);
      assert.deepEqual(verified ?? event, event);
    });

    it('refuses them when they were changed', () => {
      assert.throws(() => webhook.verify(body.replace('Zoë', 'Zoé'), headers), /No matching signature/);
    });

    it('refuses them when they are old', () => {
      const timestamp_s = Math.floor(Date.now() / 1000) - 600;
      const old = signedRequest(event, TEST_SECRET, { timestamp_s });
      assert.throws(() => webhook.verify(old.body, old.headers), /too old/);
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
}
