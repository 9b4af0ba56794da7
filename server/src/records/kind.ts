import type { FieldError } from '@rapport/contract/problems';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
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
 * A record before and after: `before` is null for a new one. `given` are the fields that the caller
 * wrote.
 */
export type Step<R> = { before: R | null; record: R; given?: object };

/**
 * A kind of record: its definition, its table, and what is special to it. All but `look`, `refuse`
 * and `alongside` are pure. A further function needs a decision record.
 */
export type RecordKind<R extends CrmRecord, Own = null> = {
  definition: RecordDefinition;
  table: string;
  /**
   * Fields that are no columns of the table, each as SQL that reads it and a statement that writes
   * it.
   */
  parts?: Record<string, Part<R>>;
  /** Parts of its records that others refer to by uuid or name, but that are no kind. */
  holds?: Record<string, { table: string; name: string }>;
  /** Reads once for many records what the rules below need to know of the Account. */
  look?: (tx: Queryable, account_uuid: string) => Promise<Own>;
  /** The record with what follows from its fields; `given` are those that the caller wrote. */
  complete?: (step: Step<R>, given: Partial<R>, now: string, own: Own) => R;
  /** Faults of the record beyond its schema. */
  faults?: (step: Step<R>, own: Own) => FieldError[];
  /** The action of the event that the change is; `updated` without it. */
  eventOf?: (before: R, after: R) => string;
  /** Other records whose history shows what happens to this one. */
  subjects?: (record: R) => string[];
  /** Why records may not be changed so, or deleted (`after` is null), by uuid. */
  refuse?: (tx: Queryable, account_uuid: string, endings: Ending<R>[]) => Promise<Map<string, Problem>>;
  /** Writes whatever depends on these changes, in their transaction. */
  alongside?: (tx: Transaction, account_uuid: string, steps: Step<R>[]) => Promise<void>;
};

/** A record before and after; null: it is to be deleted. */
export type Ending<R> = { before: R; after: R | null };

export type Part<R> = {
  /** An expression over the table, named by the field. */
  select: string;
  write: (tx: Queryable, records: R[]) => Promise<void>;
};

/** Any kind, for code that knows none. */
// biome-ignore lint/suspicious/noExplicitAny: the records of any kind are meant.
export type AnyKind = RecordKind<any, any>;

/** The core of the verbs: all kinds, because records refer to records of other kinds. */
export type RecordsCore = Core & { kinds: readonly AnyKind[] };
