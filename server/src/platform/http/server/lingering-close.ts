import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * Kept open, a connection has to take the rest of a refused body before it carries another request:
 * of one of JSON that is cheap.
 */
const KEPT_MAX_BYTES = 1024 * 1024;

/**
 * As much as an import may have, so that whoever may not import is told so however large the file
 * is.
 */
export const DROPPED_MAX_BYTES = 200 * 1024 * 1024;

/**
 * Long enough for an ordinary upload, short enough that a slow or endless one holds nothing for
 * long.
 */
export const LINGER_MAX_MS = 10_000;

/**
 * Lets an answer arrive that is given before the whole request has come, such as a refusal of a
 * large body. If the connection were closed at once, what is still coming would be answered with a
 * reset, which throws away what the other side has not read yet; and many programs send all before
 * they read. So the rest is read and dropped for a while (RFC 9112 §9.6).
 */
export function lingerAfterEarlyAnswers(app: FastifyInstance): void {
  app.server.on('request', (request: IncomingMessage) => {
    const { socket } = request;
    // Called by Node behind the last answer of a connection.
    socket.destroySoon = () => dropRest(request, () => Socket.prototype.destroySoon.call(socket));
  });
  app.addHook('onSend', async ({ raw }, reply) => {
    const isShort = Number(raw.headers['content-length']) <= KEPT_MAX_BYTES;
    if (!raw.complete && !isShort) reply.header('connection', 'close');
  });
}

/**
 * Reads and drops what still comes; calls `close` when that has ended, is too much, or takes too
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
