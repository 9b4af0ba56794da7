import { visible } from './print.ts';

/** Lines of two or more columns, aligned: `[['uuid', '01a0…'], ['name', 'Ada']]`. A line break in one does not begin another line. */
export function columns(table: string[][]): string {
  const rows = table.map((row) => row.map(visible));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')}`.trimEnd())
    .join('\n');
}

/** A word of a command that is printed to be copied. An e-mail address may hold what a shell would carry out. */
export function shellWord(text: string): string {
  return /^[\w@.:/+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
