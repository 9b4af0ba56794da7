import { Nullable, OneOf, Timestamp, Uuid } from '@rapport/contract/fields';
import { File } from '@rapport/contract/files';
import { Type } from '@rapport/contract/json-schema';
import type { Static } from 'typebox';

/** What an archive calls itself. */
export const FORMAT = 'rapport-account';

/**
 * Counts the changes of the format that a reader must know of. A reader takes its own version and
 * all before it.
 */
export const FORMAT_VERSION = 2;

export const MANIFEST = 'manifest.json';

/** The longest line. Records are far shorter; an event has a record twice. */
export const LINE_MAX_BYTES = 4 * 1024 * 1024;

const closed = { additionalProperties: false };

export const Manifest = Type.Object({
  format: Type.String({ description: `Always ${FORMAT}.` }),
  format_version: Type.Integer({ description: 'The version of the format.' }),
  made_by: Type.String({ description: 'The program that wrote the archive, with its version.' }),
  account_uuid: Uuid('The Account.', 'account'),
  account_name: Type.String({ description: 'Its name.' }),
  exported_at: Timestamp('The moment that all data of the archive is of.'),
  events: Type.Boolean({ description: 'Whether the histories of the records are in it.' }),
  files: Type.Array(
    Type.Object(
      {
        name: Type.String({ description: 'The name in the archive.' }),
        lines: Type.Integer({ minimum: 0, description: 'How many lines it has.' }),
        bytes: Type.Integer({ minimum: 0, description: 'How long it is.' }),
        sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Its SHA-256.' }),
      },
      closed,
    ),
    { maxItems: 200, description: 'All other files of the archive.' },
  ),
});
export type Manifest = Static<typeof Manifest>;
export type ManifestFile = Manifest['files'][number];

export const MemberLine = Type.Object(
  {
    uuid: Uuid('The User, as records name them.', 'user'),
    email: Type.String({ maxLength: 320, description: 'Their e-mail address.' }),
    name: Type.String({ maxLength: 200, description: 'Their name.' }),
    role: Nullable(
      OneOf(['owner', 'admin', 'member', 'viewer'], 'Their role. Null: a former member whom records name.'),
    ),
  },
  closed,
);
export type MemberLine = Static<typeof MemberLine>;

export const MergeLine = Type.Object(
  {
    from_uuid: Uuid('The record that was merged, and leads on.'),
    into_uuid: Uuid('The record to which it leads.'),
    resource: Type.String({ description: 'The kind of both.' }),
    external_id: Nullable(
      Type.String({ maxLength: 1000, description: 'The external_id that leads on, too.' }),
    ),
    merged_at: Timestamp('When it was merged.'),
  },
  closed,
);

export const DistinctLine = Type.Object(
  {
    uuid: Uuid('A record.'),
    other_uuid: Uuid('A later one, of which somebody said that it is another.'),
    created_at: Timestamp('When.'),
  },
  closed,
);

export const UndoLine = Type.Object(
  {
    change_uuid: Uuid('The change that was taken back.'),
    undone_by: Uuid('The change that did it.'),
    in_effect: Type.Boolean({ description: 'False when that was itself taken back.' }),
    created_at: Timestamp('When.'),
  },
  closed,
);

export const FileContentLine = Type.Object(
  {
    uuid: Uuid('The content, as files and pieces name it.'),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'The SHA-256 of its bytes.' }),
    size_bytes: Type.Integer({ minimum: 0, description: 'How many bytes it has.' }),
    type: File.properties.type,
    scan: File.properties.scan,
    created_at: Timestamp('When it came.'),
  },
  closed,
);
export type FileContentLine = Static<typeof FileContentLine>;

export const FilePieceLine = Type.Object(
  {
    content_uuid: Uuid('The content.'),
    position: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Which piece it is, from 0.' }),
    bytes: Type.String({
      pattern: '^[A-Za-z0-9+/]*={0,2}$',
      maxLength: 700_000,
      description: 'The bytes in Base64: 512 KiB, and what is left in the last piece.',
    }),
  },
  closed,
);
export type FilePieceLine = Static<typeof FilePieceLine>;

export const FileLine = Type.Object(
  {
    uuid: Uuid('Identifier of the file.', 'file'),
    content_uuid: Uuid('Its content. Equal ones are kept once.'),
    user_uuid: File.properties.user_uuid,
    name: File.properties.name,
    thumbnail: Nullable(
      Type.String({ maxLength: 100_000, description: 'Its small picture, WebP in Base64.' }),
    ),
    records: File.properties.records,
    version: File.properties.version,
    created_at: File.properties.created_at,
    updated_at: File.properties.updated_at,
    deleted_at: Nullable(Timestamp('When it was deleted. Null: it is not.')),
  },
  closed,
);
export type FileLine = Static<typeof FileLine>;

const EventBody = Type.Object({
  uuid: Uuid('Identifier of the event.', 'event'),
  event: Type.String({ maxLength: 100, description: 'What happened.' }),
  created_at: Timestamp('When.'),
  account_uuid: Uuid('The Account.', 'account'),
  change_uuid: Type.Optional(Uuid('The change that it is of.')),
  actor: Type.Object({ type: Type.String(), name: Type.String() }),
  data: Type.Object({ uuid: Uuid('The record.') }),
  previous: Nullable(Type.Object({})),
  changed_fields: Type.Array(Type.String()),
});

export const EventLine = Type.Object(
  {
    source: Nullable(Type.String({ maxLength: 40, description: 'The way in which the change came.' })),
    subjects: Type.Array(Type.String({ format: 'uuid' }), {
      maxItems: 10_000,
      description: 'Other records whose histories show the event.',
    }),
    uncut: Nullable(EventBody),
    body: EventBody,
  },
  closed,
);
export type EventLine = Static<typeof EventLine>;
