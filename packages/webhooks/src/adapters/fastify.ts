import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { RapportEvent, WebhookEvent } from '../event.ts';
import { readStream } from './node-body.ts';
import { type Handler, prepareReceiver, type ReceiverOptions } from './receive.ts';

export interface FastifyReceiverOptions extends ReceiverOptions {
  /** The path of the route. */
  url: string;
}

/** The part of a Fastify instance, request and reply that is used here. */
interface FastifyScope {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(contentType: string, parser: PassStream): unknown;
  post(url: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown;
}
type PassStream = (request: unknown, payload: Readable, done: (error: null, body: Readable) => void) => void;
interface FastifyRequest {
  method: string;
  headers: IncomingMessage['headers'];
  body: unknown;
  raw: Readable;
}
interface FastifyReply {
  code(status: number): FastifyReply;
  headers(headers: Record<string, string>): FastifyReply;
  send(body: string): FastifyReply;
}

/**
 * Returns a receiver as a plugin: `app.register(receiver({ url: '/hook', secrets }, handler))`. The
 * plugin has a scope of its own, so it gets the body unparsed while other routes keep their
 * parsers.
 */
export function receiver<E extends WebhookEvent = RapportEvent>(
  { url, ...options }: FastifyReceiverOptions,
  handler: Handler<E>,
): (scope: FastifyScope) => Promise<void> {
  const receive = prepareReceiver(options, handler);
  return async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.post(url, async (request, reply) => {
      const { method, headers } = request;
      const stream = (request.body ?? request.raw) as Readable;
      const { answer, work } = await receive({ method, headers, readBody: () => readStream(stream) });
      reply.code(answer.status).headers(answer.headers).send(answer.body);
      await work?.();
      return reply;
    });
  };
}
