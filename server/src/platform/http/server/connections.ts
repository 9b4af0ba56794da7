import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { AnswerHook } from './hooks.ts';

/**
 * Makes a stop wait until each answer under way has arrived completely, and for nothing else. Node
 * alone cuts off an answer that the other side has not received yet. It also waits for the
 * keep-alive of connections whose answer ends later.
 */
export function endConnectionsAtStop(app: FastifyInstance): void {
  const server: Server = app.server;
  /** The number of answers under way on each connection. */
  const underWay = new Map<Socket, number>();
  const closeIfIdle = (socket: Socket) => {
    if (underWay.get(socket) === 0) socket.destroySoon();
  };

  server.on('connection', (socket) => {
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    underWay.set(socket, underWay.get(socket)! + 1);
    response.once('close', () => {
      if (!underWay.has(socket)) return;
      underWay.set(socket, underWay.get(socket)! - 1);
      if (STOPPING.has(server)) closeIfIdle(socket);
    });
  });
  // Node calls this when the server is closed.
  server.closeIdleConnections = () => {
    for (const socket of underWay.keys()) closeIfIdle(socket);
  };

  app.addHook('preClose', async () => {
    STOPPING.add(server);
  });
}

/** The servers that have begun to stop. */
const STOPPING = new WeakSet<Server>();

/** Tells the caller to send no further request on a connection of a server that stops. */
export const closeWhenStopping: AnswerHook = (request, reply, payload) => {
  if (STOPPING.has(request.server.server)) reply.header('connection', 'close');
  return payload;
};
