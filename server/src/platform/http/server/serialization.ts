import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

const buildAtOnce = SerializerSelector();

/**
 * Builds each serializer on first use. Fastify's own factory builds all of them before it listens.
 * That takes half of the time of a start, mostly for refusals, which do not use them.
 */
export const buildSerializer: typeof buildAtOnce = (schemas, options) => (route) => {
  let serialize: ((answer: unknown) => string) | undefined;
  return (answer) => {
    serialize ??= buildAtOnce(schemas, options)(route);
    return serialize(answer);
  };
};
