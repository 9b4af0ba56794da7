import sql, { join, raw } from 'sql-template-tag';
import type { Queryable } from '../../../server/src/platform/database/database.ts';

/**
 * Counts the rows of each table. The count reads every page, and PostgreSQL refuses a page with a
 * wrong checksum.
 */
export async function countRecords(db: Queryable): Promise<Record<string, number>> {
  return db.transaction(async (tx) => {
    // Without indexes PostgreSQL must read the table itself.
    await tx.query(sql`SET LOCAL statement_timeout = 0`);
    await tx.query(sql`SET LOCAL enable_indexonlyscan = off`);
    await tx.query(sql`SET LOCAL enable_indexscan = off`);
    await tx.query(sql`SET LOCAL enable_bitmapscan = off`);
    const tables = await tx.query<{ name: string }>(sql`
      SELECT relname::text AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`);
    const counts = tables.map(
      ({ name }) => sql`SELECT ${name}::text AS name, count(*) AS rows FROM ${raw(quoted(name))}`,
    );
    const rows = await tx.query<{ name: string; rows: number }>(join(counts, ' UNION ALL '));
    return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]));
  });
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
