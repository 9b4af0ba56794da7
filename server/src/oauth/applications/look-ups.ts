import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { type Application, COLUMNS } from './queries.ts';

// What the operator asks about applications.

/** All applications, oldest first. */
export function listApplications(db: Queryable): Promise<Application[]> {
  return db.query(
    sql`SELECT ${COLUMNS} FROM oauth_clients AS application WHERE deleted_at IS NULL ORDER BY created_at, uuid`,
  );
}

/** The names of these applications by uuid, also of deleted ones. */
export async function findApplicationNames(db: Queryable, uuids: string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ uuid: string; name: string }>(
    sql`SELECT uuid, name FROM oauth_clients WHERE uuid = ANY(${uuids}::uuid[])`,
  );
  return new Map(rows.map(({ uuid, name }) => [uuid, name]));
}

/** True when an application that is not deleted has registered this origin. */
export async function isAllowedOrigin(db: Queryable, origin: string): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT 1 FROM oauth_clients
    WHERE ${origin} = ANY(allowed_origins) AND disabled_at IS NULL AND deleted_at IS NULL LIMIT 1`);
  return rows.length > 0;
}
