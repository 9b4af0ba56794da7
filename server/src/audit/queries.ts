import type { AuditEntry } from '@rapport/contract/audit';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { prepared, type Queryable } from '../platform/database/database.ts';

export async function insertEntry(db: Queryable, entry: AuditEntry): Promise<void> {
  await db.query(prepared('insert_audit_entry', insertion(entry, null, {})));
}

/** Columns of a source that hold what the entry itself does not say; `details` are added to those of the entry. */
export type SourceColumns = { user_uuid?: string; actor_name?: string; details?: string };

/** The INSERT as a part of another statement: an entry if `source`, a common table expression of that statement, has a row. */
export function insertionFrom(entry: AuditEntry, source: string, columns: SourceColumns): Sql {
  return insertion(entry, source, columns);
}

function insertion(entry: AuditEntry, source: string | null, columns: SourceColumns): Sql {
  const user_uuid = columns.user_uuid ? raw(columns.user_uuid) : sql`${entry.user_uuid}::uuid`;
  const actor_name = columns.actor_name ? raw(columns.actor_name) : sql`${entry.actor.name}`;
  const details = sql`${entry.details}::jsonb`;
  // The types are said because of the other statement, which does not tell them to the database.
  return sql`
    INSERT INTO audit_log (uuid, action, actor_type, actor_uuid, actor_name, user_uuid, oauth_client_uuid, account_uuid,
      address, request_id, details, created_at)
    SELECT ${entry.uuid}::uuid, ${entry.action}, ${entry.actor.type}, ${entry.actor.uuid}::uuid, ${actor_name},
      ${user_uuid}, ${entry.oauth_client_uuid}::uuid, ${entry.account_uuid}::uuid, ${entry.address},
      ${entry.request_id}, ${columns.details ? sql`${details} || ${raw(columns.details)}` : details}, ${entry.created_at}::timestamptz
    ${source === null ? empty : raw(`FROM ${source}`)}`;
}

type AuditFilter = {
  user_uuid: string | null;
  oauth_client_uuid: string | null;
  action: string | null;
  since: Date | null;
  /** Entries older than this one: the last of the page before. */
  before_uuid: string | null;
  limit: number;
};

/** Newest first. */
export function listEntries(db: Queryable, filter: AuditFilter): Promise<AuditEntry[]> {
  const conditions: Sql[] = [sql`true`];
  if (filter.user_uuid !== null) conditions.push(sql`user_uuid = ${filter.user_uuid}`);
  if (filter.oauth_client_uuid !== null)
    conditions.push(sql`oauth_client_uuid = ${filter.oauth_client_uuid}`);
  if (filter.action !== null) conditions.push(sql`action = ${filter.action}`);
  if (filter.since !== null) conditions.push(sql`created_at >= ${filter.since}`);
  if (filter.before_uuid !== null) conditions.push(sql`uuid < ${filter.before_uuid}`);
  return db.query(sql`
    SELECT uuid, action, json_build_object('type', actor_type, 'uuid', actor_uuid, 'name', actor_name) AS actor,
      user_uuid, oauth_client_uuid, account_uuid, address, request_id, details, created_at
    FROM audit_log WHERE ${join(conditions, ' AND ')} ORDER BY uuid DESC LIMIT ${filter.limit}`);
}
