import sql, { join, raw, type Sql } from 'sql-template-tag';

/**
 * Makes a table of our rows for a statement: `FROM ${rowsSql('event', events, { uuid: 'uuid',
 * event: 'text' })}`. `types` gives the columns (fields of the rows) and their types: numbers,
 * text, times and JSON, but no arrays or bytes. Each column is sent as one array, because
 * PostgreSQL takes twice as long to read JSON. `one_line` is for long texts that are one line and
 * not empty, such as JSON: nothing in them needs a sign before it, so they are sent as they are.
 */
export function rowsSql<Column extends string>(
  table: string,
  rows: Record<NoInfer<Column>, unknown>[],
  types: Record<Column, string>,
): Sql {
  const columns = Object.keys(types) as Column[];
  const arrays = columns.map((column) =>
    types[column] === 'one_line'
      ? sql`string_to_array(${linesOf(rows, column)}, E'\\n', '')`
      : sql`${arrayText(rows, column)}::${raw(types[column])}[]`,
  );
  return sql`unnest(${join(arrays)}) AS ${raw(table)} (${raw(columns.join(', '))})`;
}

/** One line a row; an empty one is NULL. Rows that lack one at the end are NULL for `unnest`. */
function linesOf<Column extends string>(rows: Record<Column, unknown>[], column: Column): string {
  return rows.map((row) => row[column] ?? '').join('\n');
}

/**
 * Writes an array in PostgreSQL's text form. node-postgres takes more than twice as long, and
 * writes times in the zone of this process.
 */
function arrayText<Column extends string>(rows: Record<Column, unknown>[], column: Column): string {
  let text = '';
  for (const row of rows) {
    const value = row[column];
    text += text === '' ? '{' : ',';
    if (value === null || value === undefined) text += 'NULL';
    else if (typeof value === 'string') text += quoted(value);
    else if (value instanceof Date) text += value.toISOString();
    else if (typeof value === 'object') text += quoted(JSON.stringify(value));
    else text += value;
  }
  return text === '' ? '{}' : `${text}}`;
}

function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
