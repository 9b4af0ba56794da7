import type { TObject } from 'typebox';
import { AccountToWrite, Closed, Uuid } from '../fields.ts';
import { Type } from '../json-schema.ts';
import type { RecordDefinition } from './define-record.ts';
import { MATCH_WAYS, type MatchWay } from './record-field.ts';

const Because = Type.Array(Type.String({ enum: [...MATCH_WAYS] }), {
  description:
    'What they have in common: an e-mail address, a phone number in its E.164 form, the domain, or the name with the postal code.',
  examples: [['emails', 'name']],
});

/**
 * Two records that are likely the same. The first is of the kind that is listed; the second may be
 * of another kind, which `resources` names.
 */
export type Duplicate<R = { uuid: string }> = {
  resources: [string, string];
  records: [R, R];
  because: MatchWay[];
};

/** A page of them. `others` are the kinds that records of this one are compared with. */
export function duplicatesOf(definition: RecordDefinition, others: readonly RecordDefinition[]): TObject {
  const { plural } = definition;
  const schemas = [definition, ...others].map(({ title }) => ({ $ref: `${title}#` }));
  return Type.Object({
    data: Type.Array(
      Type.Object({
        resources: Type.Array(Type.String({ examples: [definition.name] }), {
          minItems: 2,
          maxItems: 2,
          description: 'The kind of each of the records.',
        }),
        records: Type.Array(Type.Unsafe({ anyOf: schemas }), {
          minItems: 2,
          maxItems: 2,
          description:
            'Of one kind: the older one first; they can be merged. Of two kinds: the listed one first; they can be linked.',
        }),
        because: Because,
      }),
      {
        description: `Pairs with one of the ${plural} that are likely the same, without those of which somebody said no, and without linked ones.`,
      },
    ),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Send it as cursor for the next page, also after an empty one. Null: all were looked at.',
    }),
  });
}

/** A record that looks like one that is about to be written. It may be of another kind. */
export type Similar = { resource: string; uuid: string; name: string; because: MatchWay[] };

/** The answer to a question for such records. */
export const SimilarList = Type.Object({
  data: Type.Array(
    Type.Object({
      resource: Type.String({ description: 'The kind of record.', examples: ['client'] }),
      uuid: Uuid('The record.', 'client'),
      name: Type.String({ description: 'Its name.', examples: ['3M'] }),
      because: Because,
    }),
    { description: 'At most ten.' },
  ),
});

/** The body of such a question: the fields that are known so far. */
export function similarRequestOf({ written_schema, name }: RecordDefinition): TObject {
  return Closed(
    {
      account_uuid: AccountToWrite,
      ...(written_schema.properties as Record<string, ReturnType<typeof Type.String>>),
    },
    { description: `The fields of the ${name} as far as they are known.` },
  );
}

/** The body of a request that tells two records apart. */
export const DistinctRequest = Closed({
  other_uuid: Uuid('The other record, of this kind or of one that it is compared with.'),
  distinct: Type.Optional(
    Type.Boolean({ description: 'False: forget that they are not the same. Default: true.' }),
  ),
});
