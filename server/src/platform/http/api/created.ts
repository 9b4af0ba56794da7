import type { FastifyReply } from 'fastify';
import { Problem } from '../../problem.ts';
import { basePath } from '../pages/page.ts';

/**
 * Answers 201 with a new record and its address in `Location` (RFC 9110 §15.3.2): its uuid behind
 * the path of `collection`. A Problem goes through as it is. The address is a path, as in our
 * redirects, so it is valid under every name of the service. It begins with the path of the base
 * URL, which a proxy takes off.
 */
export function answerCreated(
  reply: FastifyReply,
  { base_url }: { base_url: string },
  collection: string,
  record: { uuid: string } | Problem,
): FastifyReply | Problem {
  if (record instanceof Problem) return record;
  const location = `${basePath(base_url)}${collection}/${record.uuid}`;
  return reply.code(201).header('location', location).send({ data: record });
}
