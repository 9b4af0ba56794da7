import type { FastifyReply } from 'fastify';
import { Problem } from '../../problem.ts';

/** A page of records that are JSON texts already. */
export type JsonPage = { data: string[]; next_cursor: string | null };

/** Answers with a page of records that are JSON texts already, byte for byte. */
export function answerJsonPage(reply: FastifyReply, page: JsonPage | Problem): FastifyReply | Problem {
  if (page instanceof Problem) return page;
  const { data, ...rest } = page;
  return send(reply, `{"data":[${data.join(',')}],${JSON.stringify(rest).slice(1)}`);
}

/** Answers with one record that is a JSON text already, byte for byte. */
export function answerJson(reply: FastifyReply, json: string | Problem): FastifyReply | Problem {
  return json instanceof Problem ? json : send(reply, `{"data":${json}}`);
}

function send(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json);
}
