import type { TObject } from 'typebox';
import { Uuid } from '../fields.ts';
import { Type } from '../json-schema.ts';
import type { RecordDefinition } from './define-record.ts';
import { MATCH_WAYS, type MatchWay } from './record-field.ts';

const Because = Type.Array(Type.String({ enum: [...MATCH_WAYS] }), {
  description:
    'What they have in common: an e-mail address, a phone number in its E.164 form, the domain, or the name with the postal code.',
  examples: [['emails', 'name']],
});

/** Two records of a kind that are likely the same. */
export type Duplicate<R = { uuid: string }> = { records: [R, R]; because: MatchWay[] };

/** A page of them. */
export function duplicatesOf({ title, plural }: RecordDefinition): TObject {
  return Type.Object({
    data: Type.Array(
      Type.Object({
        records: Type.Array(Type.Unsafe({ $ref: `${title}#` }), {
          minItems: 2,
          maxItems: 2,
          description: 'The older one first.',
        }),
        because: Because,
      }),
      {
        description: `Pairs of ${plural} that are likely the same, without those of which somebody said no.`,
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
  return Type.Object(
    {
      account_uuid: Type.Optional(
        Uuid('The Account. May be left out by a User of a single Account.', 'account'),
      ),
      ...(written_schema.properties as Record<string, ReturnType<typeof Type.String>>),
    },
    { additionalProperties: false, description: `The fields of the ${name} as far as they are known.` },
  );
}

/** The body of a request that tells two records apart. */
export const DistinctRequest = Type.Object(
  {
    other_uuid: Uuid('The other record of the kind.'),
    distinct: Type.Optional(
      Type.Boolean({ description: 'False: forget that they are not the same. Default: true.' }),
    ),
  },
  { additionalProperties: false },
);
