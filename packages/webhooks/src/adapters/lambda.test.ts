import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkReceiver, type Start } from '../../testing/receiver-checks.ts';
import { fakeEvent, type SignedRequest, signedRequest, TEST_SECRET } from '../testing.ts';
import { type LambdaEvent, receiver } from './lambda.ts';

/** The request in the form in which each AWS service passes it to a function. */
const EVENTS: Record<string, (request: SignedRequest) => LambdaEvent> = {
  'the HTTP API and function URLs': ({ method, headers, body }) => ({
    requestContext: { http: { method } },
    headers,
    body,
    isBase64Encoded: false,
  }),
  'the REST API': ({ method, headers, body }) => ({
    httpMethod: method,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
    body: body === '' ? null : body,
    isBase64Encoded: false,
  }),
  'a load balancer': ({ method, headers, body }) => ({
    httpMethod: method,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    body: Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
  }),
};

for (const [service, eventOf] of Object.entries(EVENTS)) {
  describe(`the receiver for Lambda behind ${service}`, () => {
    const start: Start = (options, handler) => {
      const invoke = receiver(options, handler);
      return {
        async send(request) {
          const { statusCode, headers, body } = await invoke(eventOf(request));
          return { status: statusCode, content_type: headers['content-type'], body };
        },
        stop: () => {},
      };
    };
    checkReceiver(start);
  });
}

it('after middleware that parsed the body the answer is 500, and the log says so', async () => {
  const log: string[] = [];
  const invoke = receiver({ secrets: TEST_SECRET, log: ({ code }) => log.push(code) }, () => {});
  const { method, headers, body } = signedRequest(fakeEvent('client.updated', {}), TEST_SECRET);
  const { statusCode } = await invoke({ httpMethod: method, headers, body: JSON.parse(body) });
  assert.deepEqual([statusCode, log], [500, ['body_already_parsed']]);
});
