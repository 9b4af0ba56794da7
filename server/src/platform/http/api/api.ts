import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { Problem } from '../../problem.ts';

/**
 * Handlers get the types of their schemas; what they return may always be a Problem, so it is not
 * tied to the schema.
 */
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

/** Of a POST that creates; read by `answerOnce`. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Any text of your own, such as a UUID. A request sent again under the same key within 24 hours is not done again: ' +
        'it gets the first answer.',
    }),
  ),
});

/** Of a change of a record that has an ETag; read by `ifMatch`. */
export const IfMatchHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description: 'The ETag of the record as you read it: 412 when it has changed since.',
      examples: ['"3"'],
    }),
  ),
});

/** Of a read of a record that has an ETag; `answerUnchanged` reads it. */
export const IfNoneMatchHeaders = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({
      description: 'The ETag of the record as you know it, or several: 304 when it has not changed since.',
      examples: ['"3"'],
    }),
  ),
});

/** The envelope of one record; a Problem goes through as it is. */
export function envelope<T>(result: T | Problem): { data: T } | Problem {
  return result instanceof Problem ? result : { data: result };
}
