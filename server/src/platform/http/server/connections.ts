import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Makes a stop wait until each answer under way has arrived completely, and for nothing else. Node
 * alone cuts off an answer that the other side has not received yet. It also waits for the
 * keep-alive of connections whose answer ends later.
 */
export function endConnectionsAtStop(app: FastifyInstance): void {
  const server: Server = app.server;
  /** The number of answers under way on each connection. */
  const underWay = new Map<Socket, number>();
  let stopping = false;
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
      if (stopping) closeIfIdle(socket);
    });
  });
  // Node calls this when the server is closed.
  server.closeIdleConnections = () => {
    for (const socket of underWay.keys()) closeIfIdle(socket);
  };

  app.addHook('preClose', async () => {
    stopping = true;
  });
  // Tells the caller to send no further request on this connection.
  app.addHook('onSend', async (_, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
}
