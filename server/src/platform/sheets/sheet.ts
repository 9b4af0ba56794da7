import type { FileHandle } from 'node:fs/promises';
import type { Encoding } from '@rapport/contract/encodings';
import type { Problem } from '../problem.ts';

/** A row of a file: the line or row it begins at, counted from 1, and its cells as text. */
export type SheetRow = { line: number; cells: string[]; size_bytes: number };

type SheetFormat = 'csv' | 'xlsx' | 'vcard';

/** One table of a file: a CSV file, a sheet of a workbook, or the cards of an address book. */
export type Sheet = {
  /** The name of the file; of a workbook with several sheets also the name of the sheet. */
  name: string;
  format: SheetFormat;
  /** Of a text. */
  encoding?: Encoding;
  /** The header first, then the rows that are not blank. A Problem comes last when there is one. */
  rows: () => AsyncGenerator<SheetRow | Problem>;
};

/** An open file and the name it was sent with. */
export type SentFile = { name: string; file: FileHandle };
