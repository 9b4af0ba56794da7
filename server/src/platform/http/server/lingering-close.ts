import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * To carry another request, a connection must first take the rest of a refused body. For a JSON
 * body that is cheap.
 */
const KEPT_MAX_BYTES = 1024 * 1024;

/**
 * As large as an import may be, so that a caller without the right to import reads the refusal
 * however large the file is.
 */
export const DROPPED_MAX_BYTES = 200 * 1024 * 1024;

/**
 * Long enough for an ordinary upload, short enough that a slow or endless one holds nothing for
 * long.
 */
export const LINGER_MAX_MS = 10_000;

/**
 * Lets an early answer arrive, such as the refusal of a large body before all of it has come. If we
 * closed at once, the rest of the body would be answered with a reset, and that discards the
 * answer: many programs send everything before they read. So the rest is read and dropped for a
 * while (RFC 9112 §9.6).
 */
export function lingerAfterEarlyAnswers(app: FastifyInstance): void {
  app.server.on('request', (request: IncomingMessage) => {
    const { socket } = request;
    // Node calls this after the last answer of a connection.
    socket.destroySoon = () => dropRest(request, () => Socket.prototype.destroySoon.call(socket));
  });
  app.addHook('onSend', async ({ raw }, reply) => {
    const isShort = Number(raw.headers['content-length']) <= KEPT_MAX_BYTES;
    if (!raw.complete && !isShort) reply.header('connection', 'close');
  });
}

/**
 * Reads and drops the rest of a body; calls `close` when it has ended, is too large, or takes too
 * long.
 */
export function dropRest(rest: Readable, close: () => void): void {
  if (rest.readableEnded || rest.destroyed) {
    close();
    return;
  }
  let dropped_bytes = 0;
  const end = () => {
    clearTimeout(timer);
    rest.off('data', drop).off('end', end).off('close', end);
    close();
  };
  const drop = (chunk: Buffer) => {
    dropped_bytes += chunk.length;
    if (dropped_bytes > DROPPED_MAX_BYTES) end();
  };
  const timer = setTimeout(end, LINGER_MAX_MS);
  rest.on('data', drop).on('end', end).on('close', end).resume();
}
