import sql, { join, raw, type Sql } from 'sql-template-tag';

/**
 * Makes a table of our rows for a statement: `FROM ${rowsSql('event', events, { uuid: 'uuid',
 * event: 'text' })}`. `types` gives the columns (fields of the rows) and their types: numbers,
 * text, times and JSON, but no arrays or bytes. Each column is sent as one array, because
 * PostgreSQL takes twice as long to read JSON.
 */
export function rowsSql<Column extends string>(
  table: string,
  rows: Record<NoInfer<Column>, unknown>[],
  types: Record<Column, string>,
): Sql {
  const columns = Object.keys(types) as Column[];
  const arrays = columns.map((column) => sql`${arrayText(rows, column)}::${raw(types[column])}[]`);
  return sql`unnest(${join(arrays)}) AS ${raw(table)} (${raw(columns.join(', '))})`;
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
