import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';

/**
 * A step on the way of a request to its handler. A Problem or a sent reply is the answer, and ends
 * the way; anything else leads to the next step.
 */
export type Step = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** A step on the way of an answer. Returns what is sent in place of `payload`, often the same. */
export type AnswerStep = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => unknown;

/** The steps of a request by the moments of Fastify, which come in this order. */
export type Steps = {
  /** Before the body is read. */
  onRequest?: Step[];
  /** The body is read, and not checked by its schema. */
  preValidation?: Step[];
  /** Just before the handler. */
  preHandler?: Step[];
  /** The handler has returned a value. */
  preSerialization?: AnswerStep[];
  /** The answer is text or a stream, and about to be sent. */
  onSend?: AnswerStep[];
  /** The answer was sent, or its connection is gone. */
  onResponse?: Step[];
};

/** Makes the requests of `app`, or of this part of it, go these steps. */
export function addSteps(app: FastifyInstance, steps: Steps): void {
  for (const moment of ['onRequest', 'preValidation', 'preHandler'] as const) {
    const way = steps[moment] ?? [];
    if (way.length > 0) app.addHook(moment, (request, reply) => goTo(way, request, reply));
  }
  for (const moment of ['preSerialization', 'onSend'] as const) {
    const way = steps[moment] ?? [];
    if (way.length > 0) {
      app.addHook(moment, async (request: FastifyRequest, reply: FastifyReply, payload: unknown) =>
        goBack(way, request, reply, payload),
      );
    }
  }
  const ends = steps.onResponse ?? [];
  if (ends.length > 0) app.addHook('onResponse', (request, reply) => goTo(ends, request, reply));
}

async function goTo(way: Step[], request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  for (const step of way) {
    const said = step(request, reply);
    const answer = said instanceof Promise ? await said : said;
    if (answer instanceof Problem) return reply.send(answer);
    if (answer === reply) return reply;
  }
  return undefined;
}

function goBack(way: AnswerStep[], request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  return way.reduce((sent, step) => step(request, reply, sent), payload);
}
