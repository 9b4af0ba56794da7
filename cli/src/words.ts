import { visible } from './print.ts';

/**
 * Returns a table as lines with aligned columns: `[['uuid', '01a0…'], ['name', 'Ada']]`. A line
 * break in a value starts no new line.
 */
export function columns(table: string[][]): string {
  const rows = table.map((row) => row.map(visible));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')}`.trimEnd())
    .join('\n');
}

/**
 * Quotes a word of a command that is printed for copying. An e-mail address may contain shell
 * syntax.
 */
export function shellWord(text: string): string {
  return /^[\w@.:/+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
