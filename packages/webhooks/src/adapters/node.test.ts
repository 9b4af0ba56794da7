import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import express, { type RequestHandler } from 'express';
import { checkAcknowledgement, checkReceiver, type Start } from '../../testing/receiver-checks.ts';
import { serve } from '../../testing/test-server.ts';
import { fakeEvent, signedRequest, TEST_SECRET } from '../testing.ts';
import { receiver } from './node.ts';
import type { Problem } from './problems.ts';

const genuine = signedRequest(fakeEvent('client.updated', { name: 'Zoë' }), TEST_SECRET);

describe("the receiver for Node's http", () => {
  const start: Start = (options, handler) => serve(createServer(receiver(options, handler)));
  checkReceiver(start);
  checkAcknowledgement(start);

  it('another method is answered with 405', async () => {
    const running = await start({ secrets: TEST_SECRET, log: () => {} }, () => {});
    const { status, body } = await running.send({ ...genuine, method: 'PUT' as 'POST' });
    assert.deepEqual([status, JSON.parse(body).code], [405, 'method_not_allowed']);
    await running.stop();
  });
});

it('an answer sent before the receiver answers, such as by a time limit, is kept', async () => {
  const receive = receiver({ secrets: TEST_SECRET }, () => {});
  let received: Promise<void> | undefined;
  const running = await serve(
    createServer((request, response) => {
      received = receive(request, response);
      response.writeHead(503).end('too late');
    }),
  );
  assert.equal((await running.send(genuine)).status, 503);
  await running.stop();
  await assert.doesNotReject(received!);
});

describe('the receiver for Express', () => {
  const start: Start = (options, handler) => startExpress([], options, handler);
  checkReceiver(start);
  checkAcknowledgement(start);

  const bodies: [string, RequestHandler, number][] = [
    ['bytes kept by express.raw() are used', express.raw({ type: 'application/json' }), 200],
    ['text kept by express.text() is used', express.text({ type: 'application/json' }), 200],
    ['bytes kept in rawBody are used', express.json({ verify: keepRawBody }), 200],
    ['a parser for another content type is no hindrance', express.urlencoded(), 200],
    ['after express.json() the answer is 500, and it does not hang', express.json(), 500],
    ['after code that read the stream the answer is 500, and it does not hang', drain, 500],
  ];
  for (const [title, middleware, status] of bodies) {
    it(title, async () => {
      const log: string[] = [];
      const options = {
        secrets: TEST_SECRET,
        log: ({ code, reason }: Problem) => log.push(`${code}: ${reason}`),
      };
      const running = await startExpress([middleware], options, () => {});
      const reply = await running.send(genuine);
      await running.stop();
      assert.equal(reply.status, status);
      if (status === 500) assert.match(log.join(), /body_already_parsed: Something read the body before/);
    });
  }
});

describe('the receiver for the Pages Router of Next.js', () => {
  // Next.js with `bodyParser: false` passes Node's own request, with `query`, `cookies` and the
  // like added.
  const start: Start = (options, handler) => {
    const route = receiver(options, handler);
    return serve(
      createServer((request, response) =>
        route(Object.assign(request, { query: {}, cookies: {} }), response),
      ),
    );
  };
  checkReceiver(start);

  it('with the body parser left on the answer is 500, and it does not hang', async () => {
    const route = receiver({ secrets: TEST_SECRET, log: () => {} }, () => {});
    const running = await serve(
      createServer(async (request, response) => {
        const body = await new Response(request as never).json();
        await route(Object.assign(request, { body }), response);
      }),
    );
    const { status, body } = await running.send(genuine);
    await running.stop();
    assert.deepEqual([status, JSON.parse(body).code], [500, 'body_already_parsed']);
  });
});

function startExpress(middlewares: RequestHandler[], ...args: Parameters<Start>): ReturnType<Start> {
  const app = express();
  app.post('/', ...middlewares, receiver(...args));
  return serve(createServer(app));
}

function keepRawBody(
  request: IncomingMessage & { rawBody?: Buffer },
  _response: unknown,
  bytes: Buffer,
): void {
  request.rawBody = bytes;
}

function drain(request: IncomingMessage, _response: unknown, next: () => void): void {
  request.resume().once('end', next);
}
