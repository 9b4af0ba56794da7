import type { Static } from 'typebox';
import { AccountToWrite, Closed, Name, Nullable, OneOf, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

/** The kinds of record that files are kept with. */
export const FILE_KINDS = ['client', 'contact', 'deal', 'task', 'note'] as const;

/** The most records of one file, and the most files of one record. */
export const RECORDS_OF_FILE_MAX = 20;
export const FILES_OF_RECORD_MAX = 100;

/** How long a file without a record, and an upload that nobody goes on with, is kept. */
export const UNUSED_FILE_LIFETIME_HOURS = 24;

/** The longest picture of a file, and the largest number of points on each of its sides. */
export const THUMBNAIL_MAX_BYTES = 64 * 1024;
export const THUMBNAIL_MAX_PX = 320;

/** The types that a browser may show. Their bytes say so, whatever name a file has. */
export const SHOWN_TYPES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'application/pdf',
] as const;

/** The type of all others: they are only downloaded. */
export const OTHER_TYPE = 'application/octet-stream';

export const FILE_SCANS = ['none', 'waiting', 'clean', 'infected'] as const;

const name = Name(255, 'What people call the file', 'offer.pdf');
const size_bytes = Type.Integer({ minimum: 0, description: 'Its length in bytes.', examples: [48_213] });

const FileRecord = Closed({
  resource: OneOf([...FILE_KINDS], 'The kind of record.'),
  uuid: Uuid('The record.', 'client'),
});
export type FileRecord = Static<typeof FileRecord>;

const recordsOf = (description: string, minItems: number) =>
  Type.Array(FileRecord, { minItems, maxItems: RECORDS_OF_FILE_MAX, description });

const RecordsToWrite = Type.Optional(
  recordsOf(
    'The records that it is kept with. Whoever reads one of them reads the file. Without any it is yours alone, and gone after a day.',
    0,
  ),
);

export const File = Type.Object(
  {
    uuid: Uuid('Identifier of the file.', 'file'),
    account_uuid: Uuid('The Account it is in.', 'account'),
    user_uuid: Nullable(Uuid('The User who sent it. Null: they are gone.', 'user')),
    name,
    type: OneOf(
      [...SHOWN_TYPES, OTHER_TYPE],
      'What its bytes are, whatever its name says: a type that browsers show, or application/octet-stream.',
    ),
    size_bytes,
    sha256: Type.String({
      description: 'The SHA-256 of its bytes, in hexadecimal digits: the ETag of its content.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    scan: OneOf(
      [...FILE_SCANS],
      'What the scanner says. none: there is none. Bytes that are waiting or infected are not given out.',
    ),
    has_thumbnail: Type.Boolean({ description: 'Whether it has a small picture.' }),
    records: recordsOf('The records that it is kept with, of those that you may read.', 0),
    version: Type.Integer({ description: 'Counts the changes; the value of the ETag.', examples: [1] }),
    created_at: Timestamp('When it came.'),
    updated_at: Timestamp('When its name or its records last changed.'),
  },
  {
    $id: 'File',
    title: 'File',
    description: 'A file that is kept with records. Whoever reads one of them reads it, and nobody else.',
  },
);
export type File = Static<typeof File>;

export const FileUpdate = Closed(
  {
    name: Type.Optional(name),
    records: Type.Optional(
      recordsOf('The records that it is kept with. Those that you may not read stay.', 1),
    ),
  },
  { minProperties: 1 },
);
export type FileUpdate = Static<typeof FileUpdate>;

/** The fields of a form that sends a file whole. */
export const FileForm = Closed({ account_uuid: AccountToWrite, records: RecordsToWrite });
export type FileForm = Static<typeof FileForm>;

export const FileUploadCreate = Closed({
  account_uuid: AccountToWrite,
  name,
  size_bytes,
  records: RecordsToWrite,
});
export type FileUploadCreate = Static<typeof FileUploadCreate>;

export const FileUpload = Type.Object(
  {
    uuid: Uuid('Identifier of the upload.'),
    account_uuid: Uuid('The Account that the file comes into.', 'account'),
    name,
    size_bytes,
    received_bytes: Type.Integer({
      minimum: 0,
      description: 'How many bytes are here: go on from there.',
      examples: [1_048_576],
    }),
    records: recordsOf('The records that the file will be kept with.', 0),
    file: Nullable(Type.Unsafe<File>({ $ref: 'File#' })),
    created_at: Timestamp('When it began.'),
    expires_at: Timestamp('When it is forgotten, unless the file has come.'),
  },
  {
    $id: 'FileUpload',
    title: 'File upload',
    description: 'A file on its way. One that broke off goes on where it ended.',
  },
);
export type FileUpload = Static<typeof FileUpload>;
