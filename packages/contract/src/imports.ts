import type { Static } from 'typebox';
import type { Actor } from './actors.ts';
import { Closed, JsonObject, Nullable, OneOf, Text, Timestamp, Uuid } from './fields.ts';
import { IMPORTED_KINDS } from './imported-kinds.ts';
import { Type } from './json-schema.ts';
import { CUSTOM_FIELD_TYPES } from './records/declared-fields.ts';

const IMPORT_STATES = ['draft', 'running', 'stopped', 'completed', 'failed'] as const;
export const ROW_OUTCOMES = ['created', 'updated', 'unchanged', 'skipped', 'refused'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

const MATCH_KEYS = ['external_id', 'email', 'phone', 'domain', 'name_city', 'title'] as const;
export type MatchKey = (typeof MATCH_KEYS)[number];

/** The maximum of columns of a file. Exports of large systems have some 270. */
export const IMPORT_COLUMNS_MAX = 500;
/** A weekly export of Salesforce has a list for each of some hundred objects, most without rows. */
export const IMPORT_FILES_MAX = 200;

const column = Text(300, 'Name of the column in the file.', { examples: ['E-mail 1 - Value'] });
const fileIndex = Type.Integer({ description: 'The file: its place in `files`.', examples: [0] });

const PlannedColumn = Closed({
  column,
  to: Nullable(
    Text(50, 'The field it becomes; `custom` for one of your own; null leaves it out.', {
      examples: ['email'],
    }),
  ),
  also: Type.Optional(
    Text(50, 'A second field that its cells say: `status`, where a custom field keeps their words.', {
      examples: ['status'],
    }),
  ),
  label: Type.Optional(Text(50, 'Label of the address or number.', { examples: ['work'] })),
  slot: Type.Optional(
    Text(50, 'Columns of one slot make one entry, such as one postal address.', { examples: ['1'] }),
  ),
  key: Type.Optional(
    Text(300, 'With `custom`: the key; the name of the column when left out.', { examples: ['Shoe size'] }),
  ),
  type: Type.Optional(
    Nullable(
      OneOf(
        [...CUSTOM_FIELD_TYPES],
        'With `custom`: the type of the field that the start creates, unless the Account has one of this key. Null: the text is kept without a field.',
      ),
    ),
  ),
});

const PlannedFile = Closed({
  resource: Nullable(OneOf([...IMPORTED_KINDS] as string[], 'What its rows are; null leaves the file out.')),
  day_order: Nullable(
    OneOf(
      ['dmy', 'mdy'],
      'How 3/4/2026 is read. Null: no day of the file needs it, or it is still to be said.',
    ),
  ),
  decimal: Nullable(OneOf(['.', ','], 'The sign before the fraction, for 1.234. Null as with day_order.')),
  match_by: Type.Array(
    OneOf([...MATCH_KEYS] as string[], 'By what a row finds a record that is there already, in this order.'),
    { maxItems: MATCH_KEYS.length, uniqueItems: true },
  ),
  take_hints: Type.Optional(
    Type.Boolean({
      description:
        'True: also a hint decides, such as a phone number, a domain, or a name and town. False, or left out: a row that agrees with a record by a hint alone makes a new one, and the two are likely the same.',
    }),
  ),
  columns: Type.Array(PlannedColumn, { maxItems: IMPORT_COLUMNS_MAX }),
});

/** What an import does with its files. The caller changes it while the import is a draft. */
export const ImportPlan = Closed(
  {
    on_match: OneOf(
      ['update', 'fill', 'skip', 'create'],
      'What happens to a record that is there already: take what the row says, fill only what is empty, leave it alone, or make another one.',
    ),
    strict: Type.Boolean({
      description: 'True: a cell that cannot be read refuses its row. False: it is left out, and said.',
    }),
    owner_uuid: Nullable(
      Uuid(
        'The owner of records whose row names none. On the pages it is the User at first, else nobody.',
        'user',
      ),
    ),
    files: Type.Array(PlannedFile, { maxItems: IMPORT_FILES_MAX }),
    values: Type.Unsafe<Record<string, Record<string, string | null>>>({
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: { type: ['string', 'null'], maxLength: 200 },
      },
      description:
        'What words of the source mean, by list: `stage` (a uuid, `create`, `won`, `lost`), `user` (a uuid), `currency` (the code that a sign such as `$` stands for) and choices such as `task.type`. Null leaves the cell out; the start asks for that of a currency.',
      examples: [{ stage: { Qualified: 'create' } }],
    }),
  },
  { title: 'Import plan' },
);
export type ImportPlan = Static<typeof ImportPlan>;
export type PlannedFile = Static<typeof PlannedFile>;
export type PlannedColumn = Static<typeof PlannedColumn>;

const ImportedFile = Type.Object({
  name: Type.String({ description: 'Name of the file.', examples: ['contacts.csv'] }),
  format: OneOf(
    ['csv', 'xlsx', 'vcard', 'other'],
    'What it is: xlsx is any workbook. other: it has no rows, such as a picture.',
  ),
  encoding: Nullable(
    Type.String({
      description:
        'How its letters were read: said in the form, else found out or guessed. When letters are wrong, send the file again with another `encoding`. Null: no text file.',
      examples: ['windows-1250'],
    }),
  ),
  preset: Nullable(
    Type.String({ description: 'Where it comes from; null: not recognised.', examples: ['hubspot'] }),
  ),
  rows: Type.Integer({ description: 'Rows without the header.', examples: [1200] }),
  header_line: Nullable(
    Type.Integer({
      description:
        'The line with the names of its columns. Null: there is none, and they are called A, B, C. To say another one, send the file again with `header_line`.',
      examples: [1],
    }),
  ),
  refused_rows: Type.Integer({
    description:
      'Known before the start: at least so many of its rows will be refused, because they lack what a record cannot be without.',
    examples: [2],
  }),
  columns: Type.Array(
    Type.Object({
      name: Type.String({ description: 'Name of the column.', examples: ['Deal Stage'] }),
      filled: Type.Integer({ description: 'How many rows have a value in it.', examples: [1180] }),
      samples: Type.Array(Type.String({ examples: ['Qualified'] }), { description: 'Its first values.' }),
    }),
  ),
});
export type ImportedFile = Static<typeof ImportedFile>;

export const ImportWarning = Type.Object({
  code: OneOf(
    [
      'day_order_needed',
      'decimal_needed',
      'currency_needed',
      'no_name',
      'no_client',
      'no_email',
      'no_country',
      'no_closed_at',
      'no_rows',
      'rows_shifted',
      'rows_refused',
      'cells_lost',
      'file_unread',
      'header_below',
      'notes_below',
      'kind_unknown',
      'leads',
      'persons',
      'columns_custom',
      'columns_loose',
      'columns_left_out',
      'choices_unknown',
      'users_unknown',
      'values_unknown',
      'stages_created',
      'imported_before',
      'changed_since',
      'likely_same',
      'renamed',
      'email_shared',
    ],
    'The kind of warning.',
  ),
  file: Nullable(fileIndex),
  detail: Type.String({
    description: 'What is to be known.',
    examples: ['No column becomes an e-mail address.'],
  }),
  is_blocking: Type.Boolean({ description: 'True: the import cannot start before it is settled.' }),
});
export type ImportWarning = Static<typeof ImportWarning>;

const CellLoss = Type.Object({
  column: Nullable(
    Type.String({ description: 'The column; null: the row as a whole.', examples: ['Close Date'] }),
  ),
  cell: Nullable(Type.String({ description: 'What stood there.', examples: ['0/0/00'] })),
  detail: Type.String({ description: 'What is wrong.', examples: ['"0/0/00" is no day.'] }),
});
export type CellLoss = Static<typeof CellLoss>;

export const ImportRow = Type.Object(
  {
    file: fileIndex,
    line: Type.Integer({ description: 'The line or row of the file at which it begins.', examples: [7] }),
    resource: OneOf([...IMPORTED_KINDS] as string[], 'The kind of record.'),
    outcome: OneOf([...ROW_OUTCOMES] as string[], 'What became of it; in a preview what would.'),
    uuid: Nullable(Uuid('The record; null: none, or not yet.')),
    title: Nullable(Type.String({ description: 'What the record is called.', examples: ['Grace Hopper'] })),
    losses: Type.Array(CellLoss, {
      description: 'The cells that were left out, or the reasons why the row was refused.',
    }),
    fields: Type.Optional(JsonObject({ description: 'In a preview: the record as it will look.' })),
    previous: Type.Optional(JsonObject({ description: 'In a preview: the values that it changes.' })),
  },
  { $id: 'ImportRow', title: 'Row of an import', description: 'A row of a file, and what became of it.' },
);
export type ImportRow = Static<typeof ImportRow>;

const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

export const ImportCounts = Type.Object({
  created: count('Rows that became a new record.', 980),
  updated: count('Rows that changed a record.', 12),
  unchanged: count('Rows that said what the record says already.', 3),
  skipped: count('Rows that were left out, such as those deleted in the source.', 2),
  refused: count('Rows that could not be taken.', 1),
  lost_cells: count('Cells that could not be read. Their rows were taken without them.', 4),
  added: count('Clients and Contacts made because a row named them.', 40),
});
export type ImportCounts = Static<typeof ImportCounts>;

const imported = {
  uuid: Uuid('Identifier of the import.'),
  account_uuid: Uuid('The Account.', 'account'),
  created_at: Timestamp('When the files were sent.'),
  updated_at: Timestamp('When it last got on.'),
  state: OneOf(
    [...IMPORT_STATES] as string[],
    'draft: it waits to be started. running: a worker is at it. stopped: by a User; what was done is kept.',
  ),
  preset: Nullable(
    Type.String({ description: 'Where the files come from; null: not recognised.', examples: ['hubspot'] }),
  ),
  created_by: Type.Unsafe<Static<typeof Actor>>({ $ref: 'Actor#' }),
  started_at: Nullable(Timestamp('When it was started.')),
  ended_at: Nullable(Timestamp('When it ended.')),
  progress: Type.Object({
    done: count('Rows that are done.', 500),
    total: count('All rows.', 1200),
  }),
  counts: ImportCounts,
  change_uuid: Nullable(Uuid('The change that all its records belong to; null before the start.')),
  is_undone: Type.Boolean({ description: 'Whether it was taken back, by an undo that stands.' }),
  failure: Nullable(
    Type.String({ description: 'Why it failed.', examples: ['Your role does not allow this.'] }),
  ),
  files: Type.Array(ImportedFile),
};

/** An import in a list: without its plan and preview. */
export const ImportSummary = Type.Object(imported, {
  $id: 'ImportSummary',
  title: 'Import in a list',
  description: 'An import of files from another system, without its plan.',
});
export type ImportSummary = Static<typeof ImportSummary>;

export const Import = Type.Object(
  {
    ...imported,
    plan: ImportPlan,
    warnings: Type.Array(ImportWarning, { description: 'What is to be known before it starts.' }),
    preview: Type.Array(Type.Unsafe<ImportRow>({ $ref: 'ImportRow#' }), {
      description: 'Of a draft: twenty rows as they will look, with what each would do.',
    }),
    people: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The names behind the ids of owners, where a list of the Users of the source says them.',
      examples: [{ '005Hs00000XyZaBIAV': 'Ann Example' }],
    }),
    refused_files: Type.Array(fileIndex, {
      description: 'The files with refused rows, for `refused.csv?file=`.',
    }),
    fields: Type.Unsafe<Record<string, string[]>>({
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
      description: 'What a column can become, by the kind of record.',
      examples: [{ contact: ['first_name', 'email'] }],
    }),
  },
  {
    $id: 'Import',
    title: 'Import',
    description: 'Files from another system, what becomes of their rows, and how far it is.',
  },
);
export type Import = Static<typeof Import>;

export const ImportUpdate = Closed({ plan: ImportPlan });
export type ImportUpdate = Static<typeof ImportUpdate>;
