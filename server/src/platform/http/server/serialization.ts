import type { SerializerFactory } from '@fastify/fast-json-stringify-compiler';
import { loadLater } from '../../process/load-later.ts';

const library = loadLater<typeof import('@fastify/fast-json-stringify-compiler')>(
  '@fastify/fast-json-stringify-compiler',
);

const PROBLEM = 'application/problem+json';

type Serialize = (answer: unknown) => string;

let buildAtOnce: SerializerFactory | undefined;

/** By the text of the schema: routes, and services of one process, have equal ones. */
const built = new Map<string, Serialize>();

/**
 * Builds each serializer on first use. Fastify's own factory builds all of them before it listens.
 * That takes half of the time of a start, mostly for refusals, which do not use them.
 */
export const buildSerializer: SerializerFactory = (schemas, options) => (route) => {
  // A refusal has a serializer of its own (problem-reply.ts), and routes describe thousands.
  if ((route as { contentType?: string }).contentType === PROBLEM) return JSON.stringify;
  let serialize: Serialize | undefined;
  return (answer) => {
    serialize ??= build(route.schema, () => {
      buildAtOnce ??= library().SerializerSelector();
      return buildAtOnce(schemas, options)(route);
    });
    return serialize(answer);
  };
};

function build(schema: unknown, make: () => Serialize): Serialize {
  const text = JSON.stringify(schema);
  const serialize = built.get(text) ?? make();
  built.set(text, serialize);
  return serialize;
}
