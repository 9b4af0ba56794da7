import type { FieldError } from '@rapport/contract/problems';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { Sql } from 'sql-template-tag';
import type { Notices } from '../notifications/notice.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { Problem } from '../platform/problem.ts';

/** The fields that every record has. */
export type CrmRecord = {
  uuid: string;
  account_uuid: string;
  version: number;
  tags: string[];
  owner_uuid: string | null;
  external_id: string | null;
  custom: Record<string, unknown>;
  created_at: string;
  updated_at: string;
};

/**
 * The Account that owns data: its uuid, or SQL that finds it, for a look in the same round trip as
 * the one that reads the record.
 */
export type Owner = string | Sql;

/**
 * A record before and after a change. `before` is null for a new one. `given` are the fields that
 * the caller wrote.
 */
export type Revision<R> = { before: R | null; record: R; given?: object };

/** When a caller writes, and whose days they mean: those of this time zone. */
export type Writing = { now: string; time_zone: string };

/**
 * A kind of record: its definition, its table, and its own rules. All functions are pure except
 * `look`, `refuse` and `alongside`. A further function needs a decision record.
 */
export type RecordKind<R extends CrmRecord, Own = null> = {
  definition: RecordDefinition;
  table: string;
  /** Fields kept outside the table, each with SQL that reads it and a function that writes it. */
  parts?: Record<string, Part<R>>;
  /** Parts of its records that other records refer to by uuid or name. */
  holds?: Record<string, { table: string; name: string }>;
  /**
   * A SQL expression that tells the record `found` (uuid, account_uuid) from its namesakes, as text
   * or null. Without it they have only their names.
   */
  hint?: Sql;
  /** Reads what the rules below need to know of the Account, once for many records. */
  look?: (tx: Queryable, account: Owner) => Promise<Own>;
  /**
   * Fills in what follows from the fields of a record. `given` are the fields that the caller
   * wrote.
   */
  complete?: (revision: Revision<R>, given: Partial<R>, writing: Writing, own: Own) => R;
  /**
   * A record of before, with all that follows from the Account made anew: the Account may have
   * changed while the record was deleted.
   */
  renew?: (record: R, own: Own) => R;
  /** Faults of the record beyond its schema. */
  faults?: (revision: Revision<R>, own: Own) => FieldError[];
  /**
   * The action in the name of the event for a change, such as `moved`; `updated` without this
   * function.
   */
  eventOf?: (before: R, after: R) => string;
  /** The uuids of other records whose history also shows the events of this one. */
  subjects?: (record: R) => string[];
  /** What a change says to people. `action` is that of its event, such as `created`. */
  notices?: (revision: Revision<R>, action: string) => Notices | null;
  /**
   * Refusals of changes and deletions, by uuid. It may read the database. Imports do not ask it, so
   * no field with a column in files may lead to one.
   */
  refuse?: (tx: Queryable, account_uuid: string, endings: Ending<R>[]) => Promise<Map<string, Problem>>;
  /** Writes what depends on these changes into other tables, in the same transaction. */
  alongside?: (tx: Transaction, account_uuid: string, revisions: Revision<R>[]) => void;
};

/** A change of a record, or its deletion: then `after` is null. */
export type Ending<R> = { before: R; after: R | null };

type Part<R> = {
  /** A SQL expression over a row of the table; its column gets the name of the field. */
  select: string;
  write: (tx: Transaction, records: R[]) => void;
};

/** Any kind, for code that knows none. */
// biome-ignore lint/suspicious/noExplicitAny: the records of any kind are meant.
export type AnyKind = RecordKind<any, any>;

/** The core of the verbs: all kinds, because records refer to records of other kinds. */
export type RecordsCore = Core & { kinds: readonly AnyKind[] };
