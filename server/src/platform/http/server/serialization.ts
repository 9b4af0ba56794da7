import type { SerializerFactory } from '@fastify/fast-json-stringify-compiler';
import { loadLater } from '../../process/load-later.ts';

const library = loadLater<typeof import('@fastify/fast-json-stringify-compiler')>(
  '@fastify/fast-json-stringify-compiler',
);

const PROBLEM = 'application/problem+json';

let buildAtOnce: SerializerFactory | undefined;

/**
 * Builds each serializer on first use. Fastify's own factory builds all of them before it listens.
 * That takes half of the time of a start, mostly for refusals, which do not use them.
 */
export const buildSerializer: SerializerFactory = (schemas, options) => (route) => {
  // A refusal has a serializer of its own (problem-reply.ts), and routes describe thousands.
  if ((route as { contentType?: string }).contentType === PROBLEM) return JSON.stringify;
  let serialize: ((answer: unknown) => string) | undefined;
  return (answer) => {
    buildAtOnce ??= library().SerializerSelector();
    serialize ??= buildAtOnce(schemas, options)(route);
    return serialize(answer);
  };
};
