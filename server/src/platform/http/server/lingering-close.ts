import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AnswerHook } from './hooks.ts';

/**
 * The longest rest of a refused body that is read to keep the connection. A connection must take
 * all of a body before it can carry another request; for a JSON body that is cheap.
 */
const KEPT_MAX_BYTES = 1024 * 1024;

/**
 * The longest body that is read and dropped: the size limit of an import. So a caller without the
 * right to import can read the refusal, however large the file is.
 */
export const DROPPED_MAX_BYTES = 200 * 1024 * 1024;

/**
 * Long enough for an ordinary upload, short enough that a slow or endless one keeps nothing busy
 * for long.
 */
export const LINGER_MAX_MS = 10_000;

/**
 * Lets an early answer arrive, such as the refusal of a large body that is still being sent.
 * Closing at once would answer the rest with a reset, which discards our answer: many programs send
 * everything before they read. So the rest is read and dropped for a while (RFC 9112 §9.6).
 */
export function lingerAfterEarlyAnswers(app: FastifyInstance): void {
  app.server.on('request', (request: IncomingMessage) => {
    const { socket } = request;
    // Node calls this after the last answer of a connection.
    socket.destroySoon = () => dropRest(request, () => Socket.prototype.destroySoon.call(socket));
  });
}

/** Closes the connection after an answer that comes before a long body was read. */
export const closeAfterEarlyAnswer: AnswerHook = ({ raw }, reply, payload) => {
  const isShort = Number(raw.headers['content-length']) <= KEPT_MAX_BYTES;
  if (!raw.complete && !isShort) reply.header('connection', 'close');
  return payload;
};

/**
 * Reads and drops the rest of a body. Calls `close` when the body has ended, is too large, or takes
 * too long.
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
