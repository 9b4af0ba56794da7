import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MAX_BODY_BYTES, type Problem } from '../src/adapters/problems.ts';
import type { DeliveryHeaders, Handler, ReceiverOptions } from '../src/adapters/receive.ts';
import type { WebhookEvent } from '../src/event.ts';
import { memoryStore } from '../src/seen.ts';
import { fakeEvent, type SignedRequest, signedRequest, TEST_SECRET } from '../src/testing.ts';

export interface Reply {
  status: number;
  content_type: string | null | undefined;
  body: string;
}

/** A running receiver on some platform. */
export interface Running {
  send(request: SignedRequest): Promise<Reply>;
  stop(): unknown;
}

export type Start = (options: ReceiverOptions, handler: Handler<WebhookEvent>) => Promise<Running> | Running;

const event = fakeEvent('client.updated', { name: 'Zoë' });
const genuine = signedRequest(event, TEST_SECRET);
const tampered = { ...genuine, body: genuine.body.replace('Zoë', 'Zoé') };
const withHeaders = (headers: Record<string, string>) => ({
  ...genuine,
  headers: { ...genuine.headers, ...headers },
});

/** Declares the tests that every adapter must pass. */
export function checkReceiver(start: Start): void {
  it('a genuine delivery reaches the handler and is answered with 200', async () => {
    const { replies, handled, log } = await exchange(start, [genuine]);
    assert.deepEqual([replies[0]?.status, replies[0]?.body], [200, '{"result":"handled"}']);
    const { 'x-subscription-uuid': subscription_uuid, 'x-delivery-uuid': delivery_uuid } = genuine.headers;
    assert.deepEqual(handled, [[event, { subscription_uuid, delivery_uuid, attempt: 1 }]]);
    assert.deepEqual(log, []);
  });

  it('a tampered delivery is answered with 401 and a problem document, and never reaches the handler', async () => {
    const { replies, handled, log } = await exchange(start, [tampered]);
    const [reply] = replies;
    assert.equal(reply?.status, 401);
    // Fastify adds a charset.
    assert.match(reply?.content_type ?? '', /^application\/problem\+json/);
    assert.deepEqual(JSON.parse(reply?.body ?? ''), {
      type: 'about:blank',
      title: 'The delivery could not be verified',
      status: 401,
      code: 'signature_mismatch',
    });
    assert.deepEqual(handled, []);
    assert.match(log.join(), /401 signature_mismatch: The signature does not match/);
  });

  const failing = () => {
    throw new Error('The disk is full.');
  };
  for (const [kind, log] of [
    ['throws', failing],
    ['rejects', async () => failing()],
  ] as const) {
    it(`a log that ${kind} does not delay the answer, and is reported`, async (t) => {
      const lines = t.mock.method(console, 'error', () => {}).mock;
      const running = await start({ secrets: TEST_SECRET, log }, () => {});
      assert.equal((await running.send(tampered)).status, 401);
      await running.stop();
      assert.match(
        lines.calls.map((call) => call.arguments[0]).join(),
        /signature_mismatch.*The disk is full/s,
      );
    });
  }

  it('a delivery without X-Signature is answered with 401', async () => {
    const { 'x-signature': _, ...headers } = genuine.headers;
    await refused(start, { ...genuine, headers }, 401, 'signature_missing');
  });

  it('a body of another content type is answered with 415', async () => {
    await refused(start, withHeaders({ 'content-type': 'text/plain' }), 415, 'content_type_not_json');
  });

  it('a charset in the content type does not matter', async () => {
    const { replies } = await exchange(start, [
      withHeaders({ 'content-type': 'application/json; charset=utf-8' }),
    ]);
    assert.equal(replies[0]?.status, 200);
  });

  it('an empty body is answered with 400', async () => {
    await refused(start, { ...genuine, body: '' }, 400, 'body_empty');
  });

  it('a body of 1 MiB is handled', async () => {
    const large = fakeEvent('client.updated', { note: 'x'.repeat(1024 * 1024) });
    const { replies } = await exchange(start, [signedRequest(large, TEST_SECRET)]);
    assert.equal(replies[0]?.status, 200);
  });

  it('a body beyond the limit is answered with 413', async () => {
    const large = fakeEvent('client.updated', { note: 'x'.repeat(MAX_BODY_BYTES) });
    await refused(start, signedRequest(large, TEST_SECRET), 413, 'body_too_large');
  });

  it('a handler that throws is answered with 500 and without its message', async () => {
    const { replies, log } = await exchange(start, [genuine], {}, () => {
      throw new Error('the disk is full');
    });
    assert.equal(replies[0]?.status, 500);
    assert.doesNotMatch(replies[0]?.body ?? '', /disk/);
    assert.match(log.join(), /500 handler_failed: .*the disk is full/);
  });

  it('with replay protection a delivery that was signed ten minutes ago is answered with 401', async () => {
    const timestamp_s = Math.floor(Date.now() / 1000) - 600;
    const old = signedRequest(event, TEST_SECRET, { timestamp_s });
    await refused(start, old, 401, 'timestamp_stale', { replayProtection: true });
    const { replies } = await exchange(start, [genuine], { replayProtection: true });
    assert.equal(replies[0]?.status, 200);
  });

  it('with a store an event that comes twice is handled once and answered with 200 twice', async () => {
    const { replies, handled } = await exchange(start, [genuine, genuine], { seen: memoryStore() });
    assert.deepEqual(
      replies.map(({ status, body }) => [status, JSON.parse(body).result]),
      [
        [200, 'handled'],
        [200, 'duplicate'],
      ],
    );
    assert.equal(handled.length, 1);
  });

  it('with a store an event whose handler failed is handled again', async () => {
    let attempts = 0;
    const { replies } = await exchange(start, [genuine, genuine], { seen: memoryStore() }, () => {
      attempts += 1;
      if (attempts === 1) throw new Error('try again');
    });
    assert.deepEqual(statuses(replies), [500, 200]);
  });

  it('an unreachable store is answered with 500', async () => {
    const seen = { claim: () => Promise.reject(new Error('connection refused')), settle: () => {} };
    await refused(start, genuine, 500, 'receiver_failed', { seen });
  });

  it('each subscription may have a secret of its own, which is looked up for its delivery', async () => {
    const secretsOf = new Map([
      ['of Ada', 'AdaSecret0'.repeat(6)],
      ['of Bob', 'BobSecret0'.repeat(6)],
    ]);
    const secrets = async ({ subscription_uuid }: DeliveryHeaders) => secretsOf.get(subscription_uuid!);
    const signed = (subscription_uuid: string, owner: string) =>
      signedRequest(event, secretsOf.get(owner)!, { subscription_uuid });
    const requests = [signed('of Ada', 'of Ada'), signed('of Bob', 'of Bob'), signed('of Ada', 'of Bob')];
    const { replies, handled } = await exchange(start, requests, { secrets });
    assert.deepEqual(statuses(replies), [200, 200, 401]);
    assert.deepEqual(
      handled.map(([, { subscription_uuid }]) => subscription_uuid),
      ['of Ada', 'of Bob'],
    );
  });

  it('a delivery of a subscription without a secret here is answered with 401', async () => {
    await refused(start, genuine, 401, 'subscription_unknown', { secrets: () => undefined });
    const { 'x-subscription-uuid': _, ...headers } = genuine.headers;
    await refused(start, { ...genuine, headers }, 401, 'subscription_unknown', { secrets: () => [] });
  });

  it('secrets that cannot be looked up are answered with 500, so that the delivery comes again', async () => {
    const secrets = () => Promise.reject(new Error('connection refused'));
    await refused(start, genuine, 500, 'receiver_failed', { secrets });
  });

  it('a malformed secret is refused at the start, not at the first delivery', () => {
    assert.throws(() => start({ secrets: 'short' }, () => {}), { code: 'secret_malformed' });
  });
}

/** Declares the tests of `ack: 'before'`, for platforms that go on running after an answer. */
export function checkAcknowledgement(start: Start): void {
  it('with ack "before" the answer is 202 while the handler is still at work', async () => {
    const end = Promise.withResolvers<void>();
    const log: string[] = [];
    const options = {
      secrets: TEST_SECRET,
      ack: 'before',
      log: (problem: Problem) => log.push(lineOf(problem)),
    } as const;
    const running = await start(options, () => end.promise);
    const reply = await running.send(genuine);
    end.resolve();
    await running.stop();
    assert.deepEqual([reply.status, reply.body, log], [202, '{"result":"accepted"}', []]);
  });

  it('an event that is being handled is answered with 503, so that it comes again if the handler fails', async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const options = { secrets: TEST_SECRET, seen: memoryStore(), log: () => {} };
    const running = await start(options, () => {
      begun.resolve();
      return end.promise;
    });
    const first = running.send(genuine);
    await begun.promise;
    const second = await running.send(genuine);
    end.resolve();
    assert.deepEqual(statuses([await first, second]), [200, 503]);
    await running.stop();
  });
}

async function refused(
  start: Start,
  request: SignedRequest,
  status: number,
  code: string,
  options: Partial<ReceiverOptions> = {},
): Promise<void> {
  const { replies, handled, log } = await exchange(start, [request], options);
  assert.deepEqual([replies[0]?.status, JSON.parse(replies[0]?.body ?? '').code], [status, code]);
  assert.deepEqual(handled, []);
  assert.match(log.join(), new RegExp(`${status} ${code}: `));
}

/** Starts a receiver, sends it the requests one after the other and stops it. */
async function exchange(
  start: Start,
  requests: SignedRequest[],
  options: Partial<ReceiverOptions> = {},
  handler: () => unknown = () => {},
): Promise<{ replies: Reply[]; handled: [WebhookEvent, DeliveryHeaders][]; log: string[] }> {
  const handled: [WebhookEvent, DeliveryHeaders][] = [];
  const log: string[] = [];
  const running = await start(
    { secrets: TEST_SECRET, log: (problem) => log.push(lineOf(problem)), ...options },
    (...call) => {
      handled.push(call);
      return handler();
    },
  );
  const replies: Reply[] = [];
  for (const request of requests) replies.push(await running.send(request));
  await running.stop();
  return { replies, handled, log };
}

function statuses(replies: Reply[]): number[] {
  return replies.map(({ status }) => status);
}

function lineOf({ status, code, reason }: Problem): string {
  return `${status} ${code}: ${reason}`;
}
