import type { Static } from 'typebox';
import { AccountToWrite, Closed, Nullable, OneOf, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

const EXPORT_STATES = ['running', 'completed', 'failed', 'expired'] as const;

/** How long the file of an export can be downloaded. */
export const EXPORT_LIFETIME_DAYS = 7;

const count = (description: string, example: number) => Type.Integer({ description, examples: [example] });

export const Export = Type.Object(
  {
    uuid: Uuid('Identifier of the export.'),
    account_uuid: Uuid('The Account that is exported.', 'account'),
    state: OneOf(
      [...EXPORT_STATES],
      'completed: the file can be downloaded. expired: it was deleted, after its time or for a later one.',
    ),
    events: Type.Boolean({ description: 'Whether the histories of the records are in the file.' }),
    progress: Type.Object({
      done: count('Lines that are written.', 1200),
      total: count('All lines, as many as there were at the beginning.', 5000),
    }),
    counts: Type.Record(Type.String(), Type.Number(), {
      description: 'How many lines each file of the archive has, once it is completed.',
      examples: [{ 'data/clients.ndjson': 1200 }],
    }),
    size_bytes: Nullable(count('The length of the file.', 1_048_576)),
    sha256: Nullable(
      Type.String({
        description: 'The SHA-256 of the file, in hexadecimal digits.',
        examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      }),
    ),
    failure: Nullable(
      Type.String({ description: 'Why it failed.', examples: ['You no longer own the Account.'] }),
    ),
    created_at: Timestamp('When it was asked for.'),
    finished_at: Nullable(Timestamp('When it ended.')),
    expires_at: Nullable(Timestamp('When its file is deleted.')),
  },
  {
    $id: 'Export',
    title: 'Export',
    description:
      'The whole Account as a file: a zip with all records, fields, views and, if wanted, their history.',
  },
);
export type Export = Static<typeof Export>;

export const ExportCreate = Closed({
  account_uuid: AccountToWrite,
  events: Type.Optional(
    Type.Boolean({
      description: 'Whether to add the histories of the records. Without them it is smaller.',
      default: true,
    }),
  ),
});
export type ExportCreate = Static<typeof ExportCreate>;
