import { Account } from '@rapport/contract/accounts';
import { CustomField, CustomFieldVersion } from '@rapport/contract/custom-fields';
import { Nullable, Timestamp } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import { Tag } from '@rapport/contract/tags';
import { View } from '@rapport/contract/views';
import type { TSchema } from 'typebox';
import { KINDS } from '../../crm/kinds.ts';
import type { ObjectStore } from '../../files/objects.ts';
import { contentLines, fileLines, pieceLines } from '../../files/whole.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { AnyKind } from '../../records/kind.ts';
import { referenceFields } from '../../records/references.ts';
import { readWhole } from '../../records/whole.ts';
import {
  DistinctLine,
  EventLine,
  FileContentLine,
  FileLine,
  FilePieceLine,
  MemberLine,
  MergeLine,
  UndoLine,
} from './format.ts';
import * as queries from './queries.ts';

/** Whose data goes into an archive, and which of it. */
export type Wanted = {
  account_uuid: string;
  events: boolean;
  /** Whose private views go with the shared ones; null: those of everybody. */
  user_uuid: string | null;
  /** The storage elsewhere, in which bytes of files may lie; null: there is none. */
  objects: ObjectStore | null;
};

/** A file of an archive with one JSON object a line. */
export type Part = {
  name: string;
  schema: TSchema;
  /** The kind whose records its lines are; null: none. */
  kind: AnyKind | null;
  /** True for the histories of records, which may be left out. */
  isHistory?: true;
  /** The first version of the format that has it, if it is not the first. */
  since?: number;
  /** The lines, some at a time. */
  read: (db: Queryable, wanted: Wanted) => AsyncGenerator<string[]>;
};

/** Records have up to 120 KiB, and events twice that: a page of either stays below 30 MiB. */
const RECORDS_A_PAGE = 250;
const EVENTS_A_PAGE = 100;

const closed = { additionalProperties: false };

const schemaOf = (properties: Record<string, TSchema>) => Type.Object(properties, closed) as TSchema;

const { job_uuid: _, ...fieldProperties } = CustomField.properties;
const { count: _____, counts: ______, job_uuid: _______, ...tagProperties } = Tag.properties;
const { pinned: __, position: ___, faults: ____, ...viewProperties } = View.properties;

/** The files of an archive, in the order in which they are taken in again. */
export const PARTS: readonly Part[] = [
  {
    name: 'data/account.ndjson',
    schema: schemaOf(Account.properties),
    kind: null,
    read: async function* (db, { account_uuid }) {
      yield [JSON.stringify(await queries.findAccount(db, account_uuid))];
    },
  },
  {
    name: 'data/members.ndjson',
    schema: MemberLine,
    kind: null,
    read: whole((db, { account_uuid }) => queries.listMembers(db, account_uuid, userColumns())),
  },
  {
    name: 'data/custom-fields.ndjson',
    schema: schemaOf({
      ...fieldProperties,
      versions: Type.Array(schemaOf(CustomFieldVersion.properties), { description: 'Its versions.' }),
    }),
    kind: null,
    read: whole((db, { account_uuid }) => queries.listCustomFields(db, account_uuid)),
  },
  {
    name: 'data/tags.ndjson',
    schema: schemaOf(tagProperties),
    kind: null,
    read: whole((db, { account_uuid }) => queries.listTags(db, account_uuid)),
  },
  {
    name: 'data/views.ndjson',
    schema: schemaOf(viewProperties),
    kind: null,
    read: whole((db, { account_uuid, user_uuid }) => queries.listViews(db, account_uuid, user_uuid)),
  },
  ...inOrder(KINDS).map(partOfKind),
  {
    name: 'data/file-contents.ndjson',
    schema: FileContentLine,
    kind: null,
    since: 2,
    read: (db, { account_uuid }) => contentLines(db, account_uuid),
  },
  {
    name: 'data/file-pieces.ndjson',
    schema: FilePieceLine,
    kind: null,
    since: 2,
    read: (db, { account_uuid, objects }) => pieceLines({ db, objects }, account_uuid),
  },
  {
    name: 'data/files.ndjson',
    schema: FileLine,
    kind: null,
    since: 2,
    read: (db, { account_uuid }) => fileLines(db, account_uuid),
  },
  {
    name: 'data/merges.ndjson',
    schema: MergeLine,
    kind: null,
    read: paged((db, { account_uuid }, last: { from_uuid: string } | null) =>
      queries.listMerges(db, account_uuid, last?.from_uuid ?? null, RECORDS_A_PAGE),
    ),
  },
  {
    name: 'data/distinct-records.ndjson',
    schema: DistinctLine,
    kind: null,
    read: whole((db, { account_uuid }) => queries.listDistinctRecords(db, account_uuid)),
  },
  {
    name: 'data/events.ndjson',
    schema: EventLine,
    kind: null,
    isHistory: true,
    read: paged(
      (db, { account_uuid }, last: queries.FeedEvent | null) =>
        queries.listEvents(db, account_uuid, last, EVENTS_A_PAGE),
      eventLine,
    ),
  },
  {
    name: 'data/undos.ndjson',
    schema: UndoLine,
    kind: null,
    isHistory: true,
    read: whole((db, { account_uuid }) => queries.listUndos(db, account_uuid)),
  },
];

function partOfKind(kind: AnyKind): Part {
  const { plural, schema } = kind.definition;
  return {
    name: `data/${plural}.ndjson`,
    schema: schemaOf({
      ...schema.properties,
      is_sample: Type.Boolean({ description: 'Whether it came as sample data.' }),
      deleted_at: Nullable(Timestamp('When it was deleted. Null: it is not.')),
    }),
    kind,
    read: async function* (db, { account_uuid }) {
      for (let after: string | null = null; ; ) {
        const page: Awaited<ReturnType<typeof readWhole>> = await readWhole(
          db,
          kind,
          account_uuid,
          after,
          RECORDS_A_PAGE,
        );
        if (page === null) return;
        yield page.lines;
        after = page.last;
      }
    },
  };
}

/** The bodies stand in the lines as they are: they are JSON, and their bytes never change. */
function eventLine({ source, subjects, uncut, body }: queries.FeedEvent): string {
  const start = JSON.stringify({ source, subjects }).slice(0, -1);
  return `${start},"uncut":${uncut ?? 'null'},"body":${body}}`;
}

/** Reads page by page: `list` gives the rows behind the `last` one. */
function paged<Row>(
  list: (db: Queryable, wanted: Wanted, last: Row | null) => Promise<Row[]>,
  lineOf = (row: Row) => JSON.stringify(row),
): Part['read'] {
  return async function* (db, wanted) {
    for (let last: Row | null = null; ; ) {
      const rows: Row[] = await list(db, wanted, last);
      if (rows.length === 0) return;
      last = rows.at(-1)!;
      yield rows.map(lineOf);
    }
  };
}

function whole(list: (db: Queryable, wanted: Wanted) => Promise<object[]>): Part['read'] {
  return async function* (db, wanted) {
    yield (await list(db, wanted)).map((row) => JSON.stringify(row));
  };
}

/** The kinds, each behind those that its records refer to. */
function inOrder(kinds: readonly AnyKind[]): AnyKind[] {
  const ordered: AnyKind[] = [];
  while (ordered.length < kinds.length) {
    const known = ordered.flatMap(({ definition, holds }) => [definition.name, ...Object.keys(holds ?? {})]);
    const next = kinds.find(
      (kind) => !ordered.includes(kind) && referredBy(kind.definition).every((name) => known.includes(name)),
    );
    if (!next) throw new Error('kinds of records refer to each other in a ring');
    ordered.push(next);
  }
  return ordered;
}

function referredBy({ fields }: RecordDefinition): string[] {
  return Object.values(fields as Record<string, RecordField>)
    .flatMap(({ to, resources = [] }) => to ?? resources)
    .filter((name) => name !== 'user');
}

/** The columns in which the records of an Account name Users. */
function userColumns(): queries.UserColumn[] {
  const ofKinds = KINDS.flatMap(({ table, definition }) =>
    userFields(definition).map((column) => ({ table, column })),
  );
  return [...ofKinds, { table: 'views', column: 'owner_uuid' }, { table: 'files', column: 'user_uuid' }];
}

/** The fields of a kind that name a User. */
export function userFields(definition: RecordDefinition): string[] {
  return referenceFields(definition)
    .filter(([, { to }]) => to === 'user')
    .map(([name]) => name);
}

/** The fields of a kind that say with whom it is shared. */
export function shareFields({ fields }: RecordDefinition): string[] {
  return Object.keys(fields).filter((name) => (fields[name] as RecordField).type === 'shares');
}

/** The columns in which records name records of one kind. */
export function referringColumns(): queries.ReferringColumn[] {
  const names = KINDS.map(({ definition }) => definition.name as string);
  return KINDS.flatMap(({ table, definition }) =>
    referenceFields(definition)
      .filter(([, { to }]) => names.includes(to))
      .map(([column, { to }]) => ({ table, column, resource: to })),
  );
}
