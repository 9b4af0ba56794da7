import type { Static } from 'typebox';
import { AccountToWrite, Closed, JsonObject, OneOf, Uuid } from '../fields.ts';
import { Type } from '../json-schema.ts';
import type { FieldError } from '../problems.ts';

/** The most records that a request names one by one: a body has at most 20,000 values. */
export const BULK_NAMED_MAX = 5000;

/** The most records that a bulk change finds by a query. */
export const BULK_FOUND_MAX = 100_000;

/** The most records that the result of a bulk change names as left alone. */
export const BULK_KEPT_MAX = 1000;

/** One thing that is done to many records of one kind, as one change, by a job. */
export const BulkRequest = Closed({
  account_uuid: AccountToWrite,
  records: Type.Optional(
    Type.Array(
      Closed({
        uuid: Uuid('The record.'),
        version: Type.Optional(
          Type.Integer({
            minimum: 1,
            description: 'The version that you have read: a record that has changed since is left alone.',
            examples: [3],
          }),
        ),
      }),
      { minItems: 1, maxItems: BULK_NAMED_MAX, description: 'Which records. Or query instead.' },
    ),
  ),
  query: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description:
        `Which records: all of the list with this query, which may be empty, at most ${BULK_FOUND_MAX}. ` +
        'The set and the versions are those at the time of this request.',
      examples: ['filter[status]=lead&q=berlin'],
    }),
  ),
  count: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'With query: how many records you saw in that list. 409 when it has more or fewer now.',
      examples: [503],
    }),
  ),
  except: Type.Optional(
    Type.Array(Uuid('A record.'), {
      maxItems: BULK_NAMED_MAX,
      description: 'With query: records of the list that are left alone.',
    }),
  ),
  action: OneOf(['update', 'delete'], 'What to do with each.'),
  data: Type.Optional(
    JsonObject({
      description: 'With update: the fields to set. Of custom only the given keys change; null empties one.',
    }),
  ),
  add_tags: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 100,
      description: 'With update: tags to add to those that each record has.',
    }),
  ),
  remove_tags: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 100,
      description: 'With update: tags to take away, in whatever spelling.',
    }),
  ),
});
export type BulkRequest = Static<typeof BulkRequest>;

export const BulkStarted = Type.Object(
  {
    account_uuid: Uuid('The Account.', 'account'),
    change_uuid: Uuid('The change, which can be taken back as a whole, also while the job is at work.'),
    job_uuid: Uuid('The job that does it (GET /api/v2/jobs/{uuid}).'),
    total_count: Type.Integer({ description: 'How many records it is about.', examples: [503] }),
  },
  { title: 'BulkStarted', description: 'A change of many records, which goes on after the answer.' },
);
export type BulkStarted = Static<typeof BulkStarted>;

/** The result of its job. */
export type BulkResult = {
  change_uuid: string;
  action: BulkRequest['action'];
  /** How many records are as asked, without those that were so before (`same_count`). */
  changed_count: number;
  same_count: number;
  /** The records that were left alone, at most `BULK_KEPT_MAX`, and why. */
  kept: { uuid: string; code: string; detail: string; errors: FieldError[] }[];
  kept_count: number;
};
