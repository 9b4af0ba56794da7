import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkAcknowledgement, checkReceiver, type Start } from '../../testing/receiver-checks.ts';
import { memoryStore } from '../seen.ts';
import { fakeEvent, signedRequest, TEST_SECRET } from '../testing.ts';
import { receiver } from './web.ts';

const genuine = signedRequest(fakeEvent('client.updated', { name: 'Zoë' }), TEST_SECRET);
const url = 'https://receiver.example/hook';

/** Calls the receiver like the App Router of Next.js, Bun, Deno and Workers. */
const start: Start = (options, handler) => {
  const post = receiver(options, handler);
  return {
    async send(request) {
      const response = await post(new Request(url, request));
      const content_type = response.headers.get('content-type');
      return { status: response.status, content_type, body: await response.text() };
    },
    stop: () => {},
  };
};

describe('the receiver for web-standard requests', () => {
  checkReceiver(start);
  checkAcknowledgement(start);

  it('a request whose body was read before is answered with 500, and it does not hang', async () => {
    const log: string[] = [];
    const post = receiver(
      { secrets: TEST_SECRET, log: ({ code, reason }) => log.push(`${code}: ${reason}`) },
      () => {},
    );
    const request = new Request(url, genuine);
    await request.json();
    const response = await post(request);
    assert.equal(response.status, 500);
    assert.match(log.join(), /body_already_parsed: Something read the body before/);
  });

  it('with ack "before" the platform is asked to wait for the handler', async () => {
    const kept: Promise<unknown>[] = [];
    const handled: string[] = [];
    const waitUntil = (work: Promise<unknown>) => kept.push(work);
    const post = receiver({ secrets: TEST_SECRET, ack: 'before', waitUntil }, (event) =>
      handled.push(event.event),
    );
    assert.equal((await post(new Request(url, genuine))).status, 202);
    await Promise.all(kept);
    assert.deepEqual(handled, ['client.updated']);
  });

  it('with ack "before" a Worker is asked to wait, by the context that comes with the request', async () => {
    const context = {
      kept: [] as Promise<unknown>[],
      waitUntil(work: Promise<unknown>) {
        this.kept.push(work);
      },
    };
    const post = receiver({ secrets: TEST_SECRET, ack: 'before' }, () => {});
    assert.equal((await post(new Request(url, genuine), {}, context)).status, 202);
    assert.equal(context.kept.length, 1);
    await Promise.all(context.kept);
  });

  it('an event is handled once for each of many subscriptions', async () => {
    const handled: (string | undefined)[] = [];
    const post = receiver({ secrets: () => TEST_SECRET, seen: memoryStore() }, (_event, delivery) =>
      handled.push(delivery.subscription_uuid),
    );
    const send = async (subscription: string) => {
      const headers = { ...genuine.headers, 'x-subscription-uuid': subscription };
      const response = await post(new Request(url, { ...genuine, headers }));
      return ((await response.json()) as { result: string }).result;
    };
    assert.deepEqual(
      [await send('of Ada'), await send('of Bob'), await send('of Ada')],
      ['handled', 'handled', 'duplicate'],
    );
    assert.deepEqual(handled, ['of Ada', 'of Bob']);
  });

  it('a failure of the handler is logged even when the store fails, too', async () => {
    const log: string[] = [];
    const seen = { claim: () => 'new' as const, settle: () => Promise.reject(new Error('no store')) };
    const post = receiver({ secrets: TEST_SECRET, seen, log: ({ code }) => log.push(code) }, () => {
      throw new Error('no database');
    });
    assert.equal((await post(new Request(url, genuine))).status, 500);
    assert.deepEqual(log.sort(), ['handler_failed', 'receiver_failed']);
  });

  it('a handler that never ends keeps its claim for ten minutes', async (t) => {
    let now_ms = 0;
    t.mock.method(performance, 'now', () => now_ms);
    const seen = memoryStore();
    assert.equal(seen.claim('an event'), 'new');
    now_ms += 10 * 60_000 - 1;
    assert.equal(seen.claim('an event'), 'in_progress');
    now_ms += 1;
    assert.equal(seen.claim('an event'), 'new');
  });

  it('a body that ends in the middle is answered with 400', async () => {
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new TypeError('terminated'));
      },
    });
    const post = receiver({ secrets: TEST_SECRET, log: () => {} }, () => {});
    const response = await post(
      new Request(url, { ...genuine, body: broken, duplex: 'half' } as RequestInit),
    );
    assert.deepEqual(
      [response.status, ((await response.json()) as { code: string }).code],
      [400, 'body_incomplete'],
    );
  });

  it('another method is answered with 405 and the method that is allowed', async () => {
    const post = receiver({ secrets: TEST_SECRET, log: () => {} }, () => {});
    const response = await post(new Request(url));
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST']);
  });
});
