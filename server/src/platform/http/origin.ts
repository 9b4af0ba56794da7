import type { FastifyRequest } from 'fastify';

/** Where a request comes from, before anybody knows whose it is: what the audit log and the rate limits need. */
export type Origin = { request_id: string; address: string; user_agent?: string };

export function originOf(request: FastifyRequest): Origin {
  return { request_id: request.id, address: request.ip, user_agent: request.headers['user-agent'] };
}
