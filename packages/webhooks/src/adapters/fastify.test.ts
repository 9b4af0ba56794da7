import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import Fastify from 'fastify';
import {
  checkAcknowledgement,
  checkReceiver,
  type Running,
  type Start,
} from '../../testing/receiver-checks.ts';
import { fakeEvent, signedRequest, TEST_SECRET } from '../testing.ts';
import { receiver } from './fastify.ts';

describe('the receiver for Fastify', () => {
  const start: Start = (options, handler) => {
    const app = Fastify();
    app.register(receiver({ url: '/hook', ...options }, handler));
    return running(app);
  };
  checkReceiver(start);
  checkAcknowledgement(start);

  it('the other routes of the application keep their parsers', async () => {
    const app = Fastify();
    app.register(receiver({ url: '/hook', secrets: TEST_SECRET }, () => {}));
    app.post('/echo', async (request) => request.body);
    const { status } = await running(app).send(signedRequest(fakeEvent('a.b', {}), TEST_SECRET));
    const echo = await app.inject({ method: 'POST', url: '/echo', payload: { parsed: true } });
    assert.deepEqual([status, echo.json()], [200, { parsed: true }]);
    await app.close();
  });

  it('after a hook that read the body the answer is 500, and it does not hang', async () => {
    const log: string[] = [];
    const app = Fastify();
    app.addHook('preParsing', async (_request, _reply, payload) => {
      await buffer(payload);
      return payload;
    });
    app.register(
      receiver({ url: '/hook', secrets: TEST_SECRET, log: ({ code }) => log.push(code) }, () => {}),
    );
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const genuine = signedRequest(fakeEvent('a.b', {}), TEST_SECRET);
    const { status } = await fetch(`http://127.0.0.1:${port}/hook`, genuine);
    assert.deepEqual([status, log], [500, ['body_already_parsed']]);
    await app.close();
  });

  it('a JSON parser of the application does not matter', async () => {
    const app = Fastify();
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, JSON.parse(body as string)),
    );
    app.register(receiver({ url: '/hook', secrets: TEST_SECRET }, () => {}));
    const { status } = await running(app).send(signedRequest(fakeEvent('a.b', {}), TEST_SECRET));
    assert.equal(status, 200);
    await app.close();
  });
});

function running(app: ReturnType<typeof Fastify>): Running {
  return {
    async send({ method, headers, body }) {
      const reply = await app.inject({ method, url: '/hook', headers, payload: body });
      return { status: reply.statusCode, content_type: reply.headers['content-type'], body: reply.body };
    },
    stop: () => app.close(),
  };
}
