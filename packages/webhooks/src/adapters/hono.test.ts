import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { describe, it } from 'node:test';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { checkAcknowledgement, checkReceiver, type Start } from '../../testing/receiver-checks.ts';
import { serve } from '../../testing/test-server.ts';
import { fakeEvent, signedRequest, TEST_SECRET } from '../testing.ts';
import { receiver } from './hono.ts';

const genuine = signedRequest(fakeEvent('client.updated', { name: 'Zoë' }), TEST_SECRET);

describe('the receiver for Hono', () => {
  const start: Start = (options, handler) => {
    const app = new Hono();
    app.post('/', receiver(options, handler));
    return serve(createAdaptorServer({ fetch: app.fetch }) as Server);
  };
  checkReceiver(start);
  checkAcknowledgement(start);

  it('after code that read the body the answer is 500, and it does not hang', async () => {
    const app = new Hono();
    app.use(async (context, next) => {
      await context.req.json();
      await next();
    });
    app.post(
      '/',
      receiver({ secrets: TEST_SECRET, log: () => {} }, () => {}),
    );
    const running = await serve(createAdaptorServer({ fetch: app.fetch }) as Server);
    const { status } = await running.send(genuine);
    await running.stop();
    assert.equal(status, 500);
  });

  it('with ack "before" a Worker is asked to wait for the handler', async () => {
    const kept: Promise<unknown>[] = [];
    const handled: string[] = [];
    const app = new Hono();
    app.post(
      '/',
      receiver({ secrets: TEST_SECRET, ack: 'before' }, (event) => handled.push(event.event)),
    );
    const context = {
      waitUntil: (work: Promise<unknown>) => kept.push(work),
      passThroughOnException: () => {},
      props: {},
    };
    const response = await app.fetch(new Request('https://receiver.example/', genuine), {}, context as never);
    await Promise.all(kept);
    assert.deepEqual([response.status, handled], [202, ['client.updated']]);
  });
});
