import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { Problem } from '../problem.ts';

/** Handlers get the types of their schemas; what they return may always be a Problem, so it is not tied to the schema. */
interface SchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  serializer: unknown;
}

export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  SchemaTypes
>;

export const UuidParams = Type.Object({
  uuid: Type.String({ format: 'uuid', description: 'Identifier of the record.' }),
});

/** A query that takes nothing, so that a mistaken parameter is named and not ignored. */
export const NoQuery = Type.Object({}, { additionalProperties: false });

/** The envelope of one record; a Problem goes through as it is. */
export function envelope<T>(result: T | Problem): { data: T } | Problem {
  return result instanceof Problem ? result : { data: result };
}
