import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOurProxy } from './our-proxy.ts';
import { hostOf } from './request-origin.ts';

/**
 * How long somebody who has not said who they are may take for the headers, and from then on for
 * the body.
 */
export const STRANGER_MAX_MS = 20_000;

/**
 * A host that needs more is many people behind a proxy, which then should be ours, or no friend.
 */
const CONNECTIONS_MAX = 1_000;

/**
 * Answers 408 to a body that has not come whole in time from somebody unknown. Who has shown a
 * token or a session may take as long as the server lets any request take, such as for a large
 * import.
 */
export function cutSlowBodies(app: FastifyInstance, patience_ms = STRANGER_MAX_MS): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return;
    const timer = setTimeout(() => cut(request, reply), patience_ms).unref();
    request.raw.once('close', () => clearTimeout(timer));
  });
}

/**
 * Bounds how many connections a host may hold. Behind https a proxy of ours holds those of
 * everybody, and is not counted.
 */
export function boundConnections(app: FastifyInstance, base_url: string, most = CONNECTIONS_MAX): void {
  const open = new Map<string, number>();
  const isProxied = base_url.startsWith('https:');
  app.server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxied && isOurProxy(address, 0)) return;
    const host = hostOf(address);
    const held = open.get(host) ?? 0;
    if (held >= most) {
      socket.destroy();
      return;
    }
    open.set(host, held + 1);
    // Once each time the bound is reached, or the log would be the next thing to fill up.
    if (held + 1 === most) app.log.warn({ address, most }, 'a host holds all connections it may');
    socket.once('close', () => {
      const left = open.get(host)! - 1;
      if (left === 0) open.delete(host);
      else open.set(host, left);
    });
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

/** As Node cuts headers that come too slowly: the server answers 408 and closes the connection. */
function cut(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.complete || request.asker !== null) return;
  const { socket } = request.raw;
  if (reply.raw.headersSent) socket.destroy();
  else {
    const late = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    request.server.server.emit('clientError', late, socket);
  }
}
