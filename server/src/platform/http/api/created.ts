import type { FastifyReply } from 'fastify';
import { Problem } from '../../problem.ts';
import { basePath } from '../pages/page.ts';

/**
 * Answers 201 with a new record and its address in `Location` (RFC 9110 §15.3.2): the path of
 * `collection` and the uuid. Passes a Problem on unchanged. The address is a path, as in our
 * redirects, so it works under every name of the service. It begins with the path of the base URL,
 * which a proxy removes.
 */
export function answerCreated(
  reply: FastifyReply,
  { base_url }: { base_url: string },
  collection: string,
  record: { uuid: string } | Problem,
): FastifyReply | Problem {
  return answerAt(reply, 201, `${basePath(base_url)}${collection}`, record);
}

/** Answers 202 with a job and its address, which tells how far the work is (RFC 9110 §15.3.3). */
export function answerAccepted(
  reply: FastifyReply,
  { base_url }: { base_url: string },
  job: { uuid: string } | Problem,
): FastifyReply | Problem {
  return answerAt(reply, 202, `${basePath(base_url)}/api/v2/jobs`, job);
}

function answerAt(
  reply: FastifyReply,
  status: number,
  collection: string,
  record: { uuid: string } | Problem,
): FastifyReply | Problem {
  if (record instanceof Problem) return record;
  return reply.code(status).header('location', `${collection}/${record.uuid}`).send({ data: record });
}
