import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkAcknowledgement, checkReceiver, type Start } from '../../testing/receiver-checks.ts';
import { fakeEvent, signedRequest, TEST_SECRET } from '../testing.ts';
import { receiver } from './web.ts';

const genuine = signedRequest(fakeEvent('client.updated', { name: 'Zoë' }), TEST_SECRET);
const url = 'https://receiver.example/hook';

/** As the App Router of Next.js, Bun, Deno and Workers call it. */
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
