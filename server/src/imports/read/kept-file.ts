import type { Encoding } from '@rapport/contract/encodings';
import type { ColumnAnalysis } from './analysis.ts';
import type { ImportedKind, Recognised, SpecialRows } from './presets/preset.ts';

/**
 * An earlier import of rows of a file: how many of them are the same, the day it ended, and when.
 * Drafts of before lack the time.
 */
export type Earlier = { on: string; rows: number; at?: string };

/** A file as it is kept: what it is, and what is known of its columns. */
export type KeptFile = {
  name: string;
  format: 'csv' | 'xlsx' | 'vcard' | 'other';
  /** How the letters of a text were read; drafts of before lack it. */
  encoding?: Encoding;
  /** What a file is that has no rows: "a PDF". */
  unread?: string;
  /** Why it cannot be read. */
  fault?: string;
  /** So many files of a zip file, which are no lists by their names. */
  count?: number;
  preset: string | null;
  kind: ImportedKind | null;
  rows_are?: SpecialRows;
  /** SHA-256 of the file that was sent. */
  digest: string;
  /** Rows of it that were imported before; null: none. */
  earlier: Earlier | null;
  /**
   * Where the names of the columns stand, and what stands above; a null line: there are none.
   * Drafts of before lack it.
   */
  header?: { line: number | null; above: string[] };
  /** What stands below the last row: a sum, notes. */
  below?: string[];
  rows: number;
  /** Rows with more cells than the header. In CSV nobody can say whose they are. */
  shifted?: number;
  /** So many rows have no name, by the plan that stands. */
  nameless?: number;
  /** At least so many rows will be refused, these among them. */
  refused?: number;
  columns: ColumnAnalysis[];
  recognised: Recognised['columns'];
  /** Of a list of the source's Users: who each id is. */
  people?: Record<string, { name: string; email: string }>;
  /** Stages with their pipelines, where a file has both. */
  stage_keys: string[] | null;
  /** How likely deals in its stages are won, by stage; drafts of before lack it. */
  stage_odds?: Record<string, number>;
};
