import type { Static } from 'typebox';
import { OPTION_COLORS } from './custom-fields.ts';
import { Closed, Name, Nullable, OneOf, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

const name = Name(50, 'How the Account spells it', 'Key account');
const color = Nullable(OneOf([...OPTION_COLORS], 'The colour of its badge. Null: none.'));

export const Tag = Type.Object(
  {
    uuid: Uuid('Identifier of the tag.'),
    account_uuid: Uuid('The Account whose records have it.', 'account'),
    name,
    color,
    count: Type.Integer({
      description: 'How many records have it: of all kinds, or of the one asked for. At most 10,001 a kind.',
      examples: [12],
    }),
    counts: Type.Record(Type.String(), Type.Integer(), {
      description: 'The same by kind of record.',
      examples: [{ client: 10, deal: 2 }],
    }),
    job_uuid: Nullable(Uuid('The job that writes it into many records, while it runs.')),
    version: Type.Integer({ description: 'Counts the changes of the tag itself.', examples: [1] }),
    created_at: Timestamp('When it was first used.'),
    updated_at: Timestamp('When its name or colour last changed.'),
  },
  { $id: 'Tag', title: 'Tag', description: 'A tag that records of an Account have. Records name it.' },
);
export type Tag = Static<typeof Tag>;

export const TagUpdate = Closed(
  { name: Type.Optional(name), color: Type.Optional(color) },
  { minProperties: 1 },
);
export type TagUpdate = Static<typeof TagUpdate>;

export const TagMerge = Closed({ from_uuid: Uuid('The tag that records shall no longer have.', 'account') });
export type TagMerge = Static<typeof TagMerge>;
