import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Hook } from './hooks.ts';
import { isOurProxy } from './our-proxy.ts';
import { hostOf } from './request-origin.ts';

/** The time that an unknown caller has for the headers, and then for the body. */
export const STRANGER_MAX_MS = 20_000;

/**
 * A host with more connections is an attacker, or a proxy of many people that should be configured
 * as ours.
 */
const CONNECTIONS_MAX = 1_000;

/**
 * Answers 408 when the body of an unknown caller is not complete in time. A caller with a valid
 * token or session has the general time limit, for example for a large import.
 */
export function cutSlowBody(patience_ms = STRANGER_MAX_MS): Hook {
  return (request, reply) => {
    if (!hasBody(request)) return;
    const timer = setTimeout(() => cut(request, reply), patience_ms).unref();
    request.raw.once('close', () => clearTimeout(timer));
  };
}

/**
 * Limits the number of connections that a host may hold. Behind https our proxy holds the
 * connections of everybody, so it is not limited.
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
    // Logged once each time the limit is reached; otherwise the flood would fill the log.
    if (held + 1 === most) app.log.warn({ address, most }, 'a host has reached its limit of connections');
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

/** Answers 408 and closes the connection, as Node does for slow headers. */
function cut(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.complete || request.asked.asker !== null) return;
  const { socket } = request.raw;
  if (reply.raw.headersSent) socket.destroy();
  else {
    const late = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    request.server.server.emit('clientError', late, socket);
  }
}
