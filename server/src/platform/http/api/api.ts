import { Type } from '@rapport/contract/json-schema';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Problem } from '../../problem.ts';

/**
 * Gives handlers the types of their schemas. A handler may always return a Problem, so the return
 * type is not tied to the schema.
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

/** The schema of a query without parameters. An unknown parameter is refused instead of ignored. */
export const NoQuery = Type.Object({}, { additionalProperties: false });

/** Has the described routes of `api` take no query parameters where they name none. */
export function refuseOtherQueries(api: FastifyInstance): void {
  api.addHook('onRoute', ({ schema }) => {
    if (schema?.operationId) schema.querystring ??= NoQuery;
  });
}

/** The header of a POST that creates; `answerOnce` reads it. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Any text, such as a UUID. A request repeated with the same key within 24 hours is not done again: ' +
        'it gets the first answer, with the header `Idempotent-Replayed: true`.',
    }),
  ),
});

/** The header of a change to a record that has an ETag; `ifMatch` reads it. */
export const IfMatchHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description: 'The ETag of the record that you have read: 412 when the record has changed since.',
      examples: ['"3"'],
    }),
  ),
});

/** The header of a read of a record that has an ETag; `answerUnchanged` reads it. */
export const IfNoneMatchHeaders = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({
      description:
        'The ETag of the record that you have, or several: 304 when the record has not changed since.',
      examples: ['"3"'],
    }),
  ),
});

/** Wraps one record as `{"data": …}`; passes a Problem on unchanged. */
export function envelope<T>(result: T | Problem): { data: T } | Problem {
  return result instanceof Problem ? result : { data: result };
}
