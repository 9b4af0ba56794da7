import type { FastifyReply } from 'fastify';
import { Problem } from '../platform/problem.ts';

/** A page of events. The bodies are JSON texts already. */
export type EventPage = { bodies: string[]; next_cursor: string | null };

/** Answers with the bodies byte for byte as they were signed and sent. */
export function answerEvents(reply: FastifyReply, page: EventPage | Problem): FastifyReply | Problem {
  if (page instanceof Problem) return page;
  const text = `{"data":[${page.bodies.join(',')}],"next_cursor":${JSON.stringify(page.next_cursor)}}`;
  return reply.type('application/json; charset=utf-8').send(text);
}
