import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

const buildAtOnce = SerializerSelector();

/**
 * For Fastify, whose own builds the serializers of all answers that all routes describe before it
 * listens: half of the time of a start, and most of them are of refusals, which write themselves.
 * This one builds each when it is first used.
 */
export const buildSerializer: typeof buildAtOnce = (schemas, options) => (route) => {
  let serialize: ((answer: unknown) => string) | undefined;
  return (answer) => {
    serialize ??= buildAtOnce(schemas, options)(route);
    return serialize(answer);
  };
};
