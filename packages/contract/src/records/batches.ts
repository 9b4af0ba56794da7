import type { Static } from 'typebox';
import { AccountToWrite, Closed, JsonObject, Nullable, OneOf, Uuid } from '../fields.ts';
import { Type } from '../json-schema.ts';
import { FIELD_ERROR_CODES, PROBLEMS } from '../problems.ts';

/** The maximum of operations in one request. */
export const BATCH_MAX = 200;

const ACTIONS = ['create', 'update', 'delete', 'restore'] as const;
/** Operations on records of one kind, in one transaction: create, update, delete and restore. */
export const BatchRequest = Closed({
  account_uuid: AccountToWrite,
  operations: Type.Array(
    Closed({
      action: OneOf([...ACTIONS], 'What to do.'),
      uuid: Type.Optional(Uuid('The record; needed by all but create.')),
      version: Type.Optional(
        Type.Integer({
          minimum: 1,
          description: 'The version that you have read: 412 when the record has changed since.',
          examples: [3],
        }),
      ),
      data: Type.Optional(JsonObject({ description: 'The fields, as for creating or changing one record.' })),
    }),
    { minItems: 1, maxItems: BATCH_MAX },
  ),
});
export type BatchRequest = Static<typeof BatchRequest>;

/** The outcome of each operation, in the order of the request. */
export const BatchResult = Type.Object(
  {
    account_uuid: Uuid('The Account that the records belong to.', 'account'),
    outcomes: Type.Array(
      Type.Object({
        action: OneOf([...ACTIONS], 'What was to be done.'),
        status: Type.Integer({
          description: 'As the request for this one record would be answered.',
          examples: [201],
        }),
        uuid: Nullable(Uuid('The record; null when none was made.')),
        data: Nullable(JsonObject({ description: 'The record; null when it was refused or deleted.' })),
        problem: Nullable(
          Type.Object({
            code: Type.Unsafe<string>({
              type: 'string',
              enum: Object.keys(PROBLEMS),
              examples: ['not_found'],
            }),
            detail: Type.String({ description: 'What happened and what to do.' }),
            errors: Type.Array(
              Type.Object({
                pointer: Type.String({ description: 'JSON pointer into `data` of the operation.' }),
                code: OneOf([...FIELD_ERROR_CODES], 'The kind of fault.'),
                detail: Type.String({ description: 'What is wrong.' }),
                uuid: Type.Optional(Uuid('With taken: the record that has the value.')),
              }),
            ),
          }),
        ),
      }),
    ),
  },
  { title: 'Batch result' },
);
export type BatchResult = Static<typeof BatchResult>;
