import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';

/**
 * A hook on the way of a request to its handler. A Problem or a sent reply is the answer, and ends
 * the way; anything else leads to the next hook.
 */
export type Hook = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** A hook on the way of an answer. Returns what is sent in place of `payload`, often the same. */
export type AnswerHook = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => unknown;

/** The hooks of a request by the moments of Fastify, which come in this order. */
export type Hooks = {
  /** Before the body is read. */
  onRequest?: Hook[];
  /** The body is read, and not checked by its schema. */
  preValidation?: Hook[];
  /** Just before the handler. */
  preHandler?: Hook[];
  /** The handler has returned a value. */
  preSerialization?: AnswerHook[];
  /** The answer is text or a stream, and about to be sent. */
  onSend?: AnswerHook[];
  /** The answer was sent, or its connection is gone. */
  onResponse?: Hook[];
};

/** Makes the requests of `app`, or of this part of it, pass these hooks. */
export function addHooks(app: FastifyInstance, hooks: Hooks): void {
  for (const moment of ['onRequest', 'preValidation', 'preHandler'] as const) {
    const way = hooks[moment] ?? [];
    if (way.length > 0) app.addHook(moment, (request, reply) => goTo(way, request, reply));
  }
  for (const moment of ['preSerialization', 'onSend'] as const) {
    const way = hooks[moment] ?? [];
    if (way.length > 0) {
      app.addHook(moment, async (request: FastifyRequest, reply: FastifyReply, payload: unknown) =>
        goBack(way, request, reply, payload),
      );
    }
  }
  const ends = hooks.onResponse ?? [];
  if (ends.length > 0) app.addHook('onResponse', (request, reply) => goTo(ends, request, reply));
}

async function goTo(way: Hook[], request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  for (const hook of way) {
    const said = hook(request, reply);
    const answer = said instanceof Promise ? await said : said;
    if (answer instanceof Problem) return reply.send(answer);
    if (answer === reply) return reply;
  }
  return undefined;
}

function goBack(way: AnswerHook[], request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  return way.reduce((sent, hook) => hook(request, reply, sent), payload);
}
