import type { Static } from 'typebox';
import type { Actor } from './actors.ts';
import { Closed, Nullable, OneOf, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

/** The ways in which a change can come. */
const CHANGE_SOURCES = ['api', 'page', 'cli', 'import', 'batch', 'bulk', 'merge', 'tag', 'undo'] as const;
export type ChangeSource = (typeof CHANGE_SOURCES)[number];

const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [1] });

export const Change = Type.Object(
  {
    uuid: Uuid('Identifier of the change: change_uuid of its events, and X-Change-Uuid of its requests.'),
    account_uuid: Uuid('The Account in which it happened.', 'account'),
    source: OneOf(
      [...CHANGE_SOURCES],
      'How it came: page, api, cli for one record; the others for many at once, or for an undo.',
    ),
    actor: Type.Unsafe<Actor>({ $ref: 'Actor#' }),
    created_at: Timestamp('When it began.'),
    counts: Type.Object(
      {
        created: Count('Events of new records.'),
        updated: Count('Events of changed records.'),
        deleted: Count('Events of deleted records.'),
        restored: Count('Events of restored records.'),
      },
      { description: 'Its events.' },
    ),
    resources: Type.Array(Type.String(), {
      description: 'The kinds of what it changed.',
      examples: [['client', 'deal']],
    }),
    undoes: Nullable(Uuid('The change that it took back. Null: it is no undo.')),
    undone_by: Nullable(Uuid('The change that took it back. Null: none did, or that one was taken back.')),
    undoable_until: Nullable(
      Timestamp('Until then it can be taken back, by its User and by owners and admins. Null: it cannot.'),
    ),
  },
  {
    $id: 'Change',
    title: 'Change',
    description: 'What a person or program did in one go: a request, an import, an undo.',
  },
);
export type Change = Static<typeof Change>;

export const UndoRequest = Closed({
  dry_run: Type.Optional(Type.Boolean({ description: 'Only says what would happen. Default: false.' })),
  account_uuid: Type.Optional(
    Uuid('The Account. Needed only when X-Change-Uuid was sent for several.', 'account'),
  ),
});
export type UndoRequest = Static<typeof UndoRequest>;

export const KeptValue = Type.Object({
  resource: Type.String({ description: 'The kind of record.', examples: ['client'] }),
  uuid: Uuid('The record.', 'client'),
  field: Nullable(
    Type.String({ description: 'The field. Null: the whole record stays as it is.', examples: ['name'] }),
  ),
  reason: Type.String({
    description: 'Why it stays as it is.',
    examples: ['It has changed since.'],
  }),
});
export type KeptValue = Static<typeof KeptValue>;

export const UndoResult = Type.Object(
  {
    change_uuid: Nullable(Uuid('The undo, which is a change as well. Null after a dry run.')),
    undone: Type.Integer({ description: 'Records that are, or would be, as before.', examples: [12] }),
    kept: Type.Array(KeptValue, {
      description: 'What stays as it is, because it has changed since or cannot be as before. At most 1000.',
    }),
    kept_count: Type.Integer({ description: 'How much stays as it is.', examples: [0] }),
  },
  { title: 'UndoResult', description: 'The outcome of an undo.' },
);
export type UndoResult = Static<typeof UndoResult>;

export const ChangeInFull = Type.Object(
  {
    ...Change.properties,
    outcome: Nullable(
      Type.Object(
        {
          state: OneOf(
            ['running', 'completed', 'stopped'],
            'running: a job is at it. stopped: it ended before all was taken back.',
          ),
          undone: UndoResult.properties.undone,
          kept: UndoResult.properties.kept,
          kept_count: UndoResult.properties.kept_count,
          job_uuid: Nullable(Uuid('The job that does it. Null: it was done at once.')),
        },
        { description: 'Of an undo, for 30 days: what came of it. Null: it is none, or an older one.' },
      ),
    ),
  },
  { $id: 'ChangeInFull', title: 'ChangeInFull', description: 'A change, with what came of it as an undo.' },
);
export type ChangeInFull = Static<typeof ChangeInFull>;

export const UndoStarted = Type.Object(
  {
    change_uuid: Uuid('The undo, which is a change as well.'),
    job_uuid: Uuid('The job that does it. Its result is that of an undo (GET /api/v2/jobs/{uuid}).'),
  },
  { title: 'UndoStarted', description: 'An undo of many records, which goes on after the answer.' },
);
export type UndoStarted = Static<typeof UndoStarted>;
