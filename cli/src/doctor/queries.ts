import sql from 'sql-template-tag';
import type { Queryable } from '../../../server/src/platform/database/database.ts';

export async function readVersion(db: Queryable): Promise<string> {
  const [row] = await db.query<{ version: string }>(sql`SELECT current_setting('server_version') AS version`);
  return row!.version;
}

/** The names of the migrations that this database has, in order; none when it is new. */
export async function listAppliedMigrations(db: Queryable): Promise<string[]> {
  const [table] = await db.query<{ there: boolean }>(
    sql`SELECT to_regclass('migrations') IS NOT NULL AS there`,
  );
  if (!table!.there) return [];
  const rows = await db.query<{ name: string }>(sql`SELECT name FROM migrations ORDER BY name`);
  return rows.map(({ name }) => name);
}
