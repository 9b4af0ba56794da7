import type { FastifyReply } from 'fastify';
import { Problem } from '../platform/problem.ts';

/** A page of events. The bodies are JSON texts already. */
export type EventPage = { bodies: string[]; next_cursor: string | null; resumed_from?: string };

/** Answers with the bodies byte for byte as they were signed and sent. */
export function answerEvents(reply: FastifyReply, page: EventPage | Problem): FastifyReply | Problem {
  if (page instanceof Problem) return page;
  const { bodies, ...rest } = page;
  return send(reply, `{"data":[${bodies.join(',')}],${JSON.stringify(rest).slice(1)}`);
}

/** The same for one event. */
export function answerEvent(reply: FastifyReply, body: string | Problem): FastifyReply | Problem {
  return body instanceof Problem ? body : send(reply, `{"data":${body}}`);
}

function send(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json);
}
