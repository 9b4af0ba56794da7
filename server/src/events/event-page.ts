import type { FastifyReply } from 'fastify';
import { Problem } from '../platform/problem.ts';

/** A page of events. The bodies are JSON texts already. */
export type EventPage = { bodies: string[]; next_cursor: string | null };

/** Answers with the bodies byte for byte as they were signed and sent. */
export function answerEvents(reply: FastifyReply, page: EventPage | Problem): FastifyReply | Problem {
  if (page instanceof Problem) return page;
  return send(reply, `{"data":[${page.bodies.join(',')}],"next_cursor":${JSON.stringify(page.next_cursor)}}`);
}

/** The same for one event. */
export function answerEvent(reply: FastifyReply, body: string | Problem): FastifyReply | Problem {
  return body instanceof Problem ? body : send(reply, `{"data":${body}}`);
}

function send(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json);
}
