import type { ImportResult } from '@rapport/contract/records/imports';
import { parse } from 'csv-parse/browser/esm/sync';
import { ApiProblem, isCalledOff, request } from '../../api/request.ts';
import { sayOf } from '../../layout/draft.ts';
import { importing as texts } from '../../texts/imports.ts';
import { withoutGuard } from '../csv.ts';
import { apiPath, type RecordView } from '../view.ts';
import { guessMapping, type Mapping } from './mapping.ts';

/** The column in a file of rows that an import refused. */
const REFUSED = 'error';

/** A CSV file: the names of its columns, and all its rows. */
export type CsvFile = {
  name: string;
  columns: string[];
  rows: string[][];
  /** True when the text was not UTF-8, so that some letters may be wrong. */
  isLegacy: boolean;
};

export type ImportSum = {
  done: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: { row: string[]; detail: string }[];
  /**
   * The number of rows after the completed ones whose request got no answer. The API may have
   * imported them.
   */
  unanswered: number;
};

export const NOTHING_DONE: ImportSum = {
  done: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: [],
  unanswered: 0,
};

/** Rows in one request. Fewer would be slow, more would show no progress for a few hundred rows. */
const ROWS_A_REQUEST = 200;

/** Enough rows for the API to recognise the columns. */
const SAMPLE_ROWS = 20;

/** The length of the text in which the API looks for the delimiter. */
const HEADER_MAX_CHARACTERS = 64 * 1024;

/** A line such as `sep=;` that Excel writes before the header to name the delimiter. */
const TOLD_DELIMITER = /^\uFEFF?"?sep=([,;\t|])"?(?:\r\n|\r|\n)/i;

/**
 * Reads the file as the API does, so that both find the same columns. Returns a message if it is no
 * CSV.
 */
export async function readCsvFile(file: File): Promise<CsvFile | string> {
  const { text, isLegacy } = decode(await file.arrayBuffer());
  // An Excel workbook, or text in an unknown encoding.
  if (text.includes('\0')) return texts.noText;
  try {
    const [line = '', told] = TOLD_DELIMITER.exec(text) ?? [];
    const [columns = [], ...rows] = parse(text.slice(line.length), {
      bom: true,
      delimiter: told ?? guessDelimiter(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as string[][];
    if (columns.length === 0) return texts.noColumns;
    const asWritten = isExported(columns) ? (cell: string) => cell : withoutGuard;
    return {
      name: file.name,
      columns: columns.map((column, index) => asWritten(column.trim()) || texts.unnamed(index + 1)),
      rows: rows.map((row) => row.map(asWritten)),
      isLegacy,
    };
  } catch (error) {
    return `${texts.unreadable} ${(error as Error).message}`;
  }
}

/**
 * Decodes the file. UTF-16 begins with a mark. Other text that is not UTF-8 probably comes from an
 * older spreadsheet, so it is read as Windows-1252, which includes Latin-1.
 */
function decode(bytes: ArrayBuffer): { text: string; isLegacy: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isLegacy: false };
  } catch {
    const [a, b] = new Uint8Array(bytes);
    if (a === 0xff && b === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), isLegacy: false };
    return { text: new TextDecoder('windows-1252').decode(bytes), isLegacy: true };
  }
}

/**
 * Returns the fields that the API recognises by the names of the columns. The API refuses names of
 * which none can name a record or two mean the same field. Then the result is a guess that the User
 * corrects.
 */
export async function recogniseColumns(
  view: RecordView,
  file: CsvFile,
  account_uuid: string,
): Promise<Mapping> {
  const sample = { ...file, rows: file.rows.slice(0, SAMPLE_ROWS) };
  // Not imported: the reasons of an earlier refusal, and columns without a name.
  const ignored = Object.fromEntries(
    file.columns
      .filter((column, index) => column === REFUSED || column === texts.unnamed(index + 1))
      .map((column) => [column, '' as const]),
  );
  try {
    const { columns } = await send(view, sample, account_uuid, ignored, true);
    return Object.fromEntries(columns.map(({ column, field }) => [column, field ?? '']));
  } catch (refusal) {
    if (!(refusal instanceof ApiProblem && refusal.code === 'csv_invalid')) throw refusal;
    const guess = { ...guessMapping(view, file.columns), ...ignored };
    const [first = ''] = file.columns;
    const named: Mapping = Object.values(guess).some((field) => view.identifying_fields.includes(field))
      ? guess
      : { ...guess, [first]: view.title };
    // A refusal with these valid names concerns the file itself, so another choice of fields cannot
    // help. Then this throws.
    await send(view, sample, account_uuid, named, true);
    return guess;
  }
}

/** True for a file that we exported: the API knows its columns, and its guards against formulas. */
function isExported(columns: string[]): boolean {
  return ['uuid', 'account_uuid', 'version'].every((name) => columns.includes(name));
}

/** Imports the rows in portions, until it is aborted. Completed portions stay imported. */
export async function importRows(
  view: RecordView,
  file: CsvFile,
  account_uuid: string,
  mapping: Mapping,
  onProgress: (sum: ImportSum) => void,
  signal: AbortSignal,
): Promise<ImportSum> {
  const sum: ImportSum = { ...NOTHING_DONE, failed: [] };
  for (let from = 0; from < file.rows.length && !signal.aborted; from += ROWS_A_REQUEST) {
    const rows = file.rows.slice(from, from + ROWS_A_REQUEST);
    const result = await send(view, { ...file, rows }, account_uuid, mapping, false, signal).catch(
      (refusal) => {
        if (mayBeDone(refusal)) onProgress({ ...sum, unanswered: rows.length });
        throw refusal;
      },
    );
    sum.done += rows.length;
    sum.created += result.created;
    sum.updated += result.updated;
    sum.unchanged += result.unchanged;
    sum.failed.push(...failedRows(file.columns, rows, result));
    onProgress({ ...sum });
  }
  return sum;
}

/**
 * True when the API may have imported the portion. It has not after a refusal, or if the request
 * was never sent.
 */
function mayBeDone(refusal: unknown): boolean {
  const isRefused = refusal instanceof ApiProblem && refusal.status >= 400 && refusal.status < 500;
  return !isRefused && !isCalledOff(refusal);
}

async function send(
  view: RecordView,
  file: CsvFile,
  account_uuid: string,
  mapping: Mapping,
  dry_run: boolean,
  signal?: AbortSignal,
): Promise<ImportResult> {
  const query = new URLSearchParams({ account_uuid, ...(dry_run ? { dry_run: 'true' } : {}) });
  if (!isExported(file.columns))
    for (const [column, field] of Object.entries(mapping)) query.set(`map[${column}]`, field);
  const body = new Blob([toLines([file.columns, ...file.rows])], { type: 'text/csv' });
  const path = `${apiPath(view)}/import?${query}`;
  return (await request<{ data: ImportResult }>('POST', path, { body, signal })).data;
}

/**
 * Returns the rows as CSV without guards against formulas, because the API reads it, not a
 * spreadsheet.
 */
function toLines(rows: string[][]): string {
  return rows.map((row) => `${row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')}\n`).join('');
}

/** Returns the failed rows. Each is found by the line at which it begins, which the API names. */
function failedRows(columns: string[], rows: string[][], result: ImportResult): ImportSum['failed'] {
  const details = new Map<number, string[]>();
  for (const { line, column, detail } of result.failures) {
    const said = column === null ? detail : sayOf(column.replace(/\s+/g, ' '), detail);
    details.set(line, [...(details.get(line) ?? []), said]);
  }
  let line = 1 + linesOf(columns);
  return rows.flatMap((row) => {
    const here = details.get(line);
    line += linesOf(row);
    return here ? [{ row, detail: here.join(' ') }] : [];
  });
}

/**
 * Returns the number of lines of a row. Values may contain line breaks, of which CR LF is one, as
 * in the API.
 */
function linesOf(row: string[]): number {
  return 1 + row.reduce((breaks, value) => breaks + value.split(/\r\n|\r|\n/).length - 1, 0);
}

/**
 * Returns the most frequent delimiter in the names of the columns, outside quotes. A comma if there
 * is none.
 */
function guessDelimiter(text: string): string {
  const start = text.slice(0, HEADER_MAX_CHARACTERS).trimStart();
  const [header = ''] = start.replace(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1);
  const counts = [',', ';', '\t'].map((sign) => [header.split(sign).length, sign] as const);
  return counts.reduce((best, next) => (next[0] > best[0] ? next : best))[1];
}
