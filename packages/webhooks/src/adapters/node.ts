import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RapportEvent, WebhookEvent } from '../event.ts';
import { readNodeBody } from './node-body.ts';
import { type Handler, prepareReceiver, type ReceiverOptions } from './receive.ts';

/**
 * Returns a receiver for Node's `http`, Express, Connect and the Pages Router of Next.js, which
 * share request and response objects: `createServer(receiver({ secrets }, handler))`,
 * `app.post('/hook', receiver({ secrets }, handler))`.
 */
export function receiver<E extends WebhookEvent = RapportEvent>(
  options: ReceiverOptions,
  handler: Handler<E>,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const receive = prepareReceiver(options, handler);
  return async (request, response) => {
    const { answer, work } = await receive({
      method: request.method,
      headers: request.headers,
      readBody: () => readNodeBody(request),
    });
    // Other code may have answered in the meantime, such as a time limit.
    if (!response.headersSent) response.writeHead(answer.status, answer.headers).end(answer.body);
    await work?.();
  };
}
