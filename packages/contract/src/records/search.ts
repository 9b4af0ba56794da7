import type { Static } from 'typebox';
import { Nullable, OneOf, Uuid } from '../fields.ts';
import { Type } from '../json-schema.ts';
import { RECORDS } from './all.ts';

/** The kinds of record that a search covers. */
export const SEARCHED = RECORDS.filter((definition) => !('searchable' in definition)).map(({ name }) => name);

export const SearchHit = Type.Object(
  {
    resource: OneOf([...SEARCHED] as string[], 'The kind of record.'),
    uuid: Uuid('The record.', 'client'),
    account_uuid: Uuid('The Account that it belongs to.', 'account'),
    title: Type.String({ description: 'What it is called; of a Note its beginning.', examples: ['3M'] }),
    hint: Nullable(
      Type.String({
        description:
          'What tells it from others of the same name: of a Contact the job and the Client, of a Client the city, of a Deal the Client. Null: nothing is known.',
        examples: ['Saint Paul'],
      }),
    ),
  },
  { $id: 'SearchHit', title: 'Search hit', description: 'A record that a search has found.' },
);
export type SearchHit = Static<typeof SearchHit>;
