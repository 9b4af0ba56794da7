import { describe } from 'node:test';
import type { SignedRequest } from '../testing.ts';
import { type LambdaEvent, receiver } from './lambda.ts';
import { checkReceiver, type Start } from './receiver-checks.ts';

/** The request as each service of AWS hands it to a function. */
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
