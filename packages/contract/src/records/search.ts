import type { Static } from 'typebox';
import { Nullable, OneOf, Uuid } from '../fields.ts';
import { Type } from '../json-schema.ts';
import { RECORDS } from './all.ts';

/** The kinds of record that a search covers. */
export const SEARCHED_KINDS = RECORDS.filter((definition) => !('searchable' in definition)).map(
  ({ name }) => name,
);

/** What a search covers: records, and the mails with Contacts and Clients. */
export const SEARCHED = [...SEARCHED_KINDS, 'mail'] as const;

export const SearchHit = Type.Object(
  {
    resource: OneOf([...SEARCHED] as string[], 'The kind of record, or mail.'),
    uuid: Uuid('The record.', 'client'),
    account_uuid: Uuid('The Account that it belongs to.', 'account'),
    title: Type.String({
      description:
        'What it is called; of a Note its beginning; of a mail its subject, or with whom it is for who may not read that.',
      examples: ['3M'],
    }),
    hint: Nullable(
      Type.String({
        description:
          'What tells it from others of the same name: of a Contact the job and the Client, of a Client the city, of a Deal the Client, of a mail its people. Null: nothing is known.',
        examples: ['Saint Paul'],
      }),
    ),
    record: Nullable(
      Type.Object(
        {
          resource: OneOf(['client', 'contact'], 'The kind of record.'),
          uuid: Uuid('The record.', 'contact'),
        },
        { description: 'Of a mail the Contact, or else the Client, in whose history it is. Null otherwise.' },
      ),
    ),
  },
  { $id: 'SearchHit', title: 'Search hit', description: 'A record or mail that a search has found.' },
);
export type SearchHit = Static<typeof SearchHit>;
