import type { AuditAction, AuditEntry } from '@rapport/contract/audit';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { prepared } from '../platform/database/statements.ts';

export async function insertEntry(db: Queryable, entry: AuditEntry): Promise<void> {
  await db.query(prepared('insert_audit_entry', insertion(entry)));
}

/** As `insertEntry`, without waiting for the answer. */
export function sendEntry(tx: Transaction, entry: AuditEntry): void {
  tx.send(prepared('insert_audit_entry', insertion(entry)));
}

/** Makes an INSERT, as a part of another statement, of one entry for each row of `source`. */
export function insertionFrom(source: string, entry: AuditEntry): Sql {
  return sql`${insertion(entry)} FROM ${raw(source)}`;
}

function insertion(entry: AuditEntry): Sql {
  return sql`
    INSERT INTO audit_log (uuid, action, actor_type, actor_uuid, actor_name, user_uuid, oauth_client_uuid, account_uuid,
      address, request_id, details, created_at)
    SELECT ${entry.uuid}, ${entry.action}, ${entry.actor.type}, ${entry.actor.uuid}, ${entry.actor.name},
      ${entry.user_uuid}, ${entry.oauth_client_uuid}, ${entry.account_uuid}, ${entry.address}, ${entry.request_id},
      ${entry.details}, ${entry.created_at}`;
}

const COLUMNS =
  raw(`audit_log.uuid, action, json_build_object('type', actor_type, 'uuid', actor_uuid, 'name', actor_name) AS actor,
  audit_log.user_uuid, oauth_client_uuid, audit_log.account_uuid, address, request_id, details, audit_log.created_at`);

/**
 * The entries about an Account, newest first. Entries about a member are included for these
 * `actions` only, and for the time in which the member agreed to be one. Former members count. With
 * an application: only entries about it.
 */
export function listEntriesOfAccount(
  db: Queryable,
  account_uuid: string,
  filter: {
    actions: readonly string[];
    oauth_client_uuid: string | null;
    before_uuid: string | null;
    limit: number;
  },
): Promise<AuditEntry[]> {
  const { actions, oauth_client_uuid, before_uuid, limit } = filter;
  const asked = sql`(${before_uuid}::uuid IS NULL OR audit_log.uuid < ${before_uuid}::uuid)
    AND (${oauth_client_uuid}::uuid IS NULL OR oauth_client_uuid = ${oauth_client_uuid}::uuid)`;
  return db.query(sql`
    SELECT * FROM (
      (SELECT ${COLUMNS} FROM audit_log WHERE account_uuid = ${account_uuid} AND ${asked}
        ORDER BY audit_log.uuid DESC LIMIT ${limit})
      UNION ALL
      SELECT own.* FROM (
        SELECT user_uuid, created_at AS since, 'infinity' AS until FROM logins
        WHERE account_uuid = ${account_uuid} AND is_agreed
        UNION ALL
        SELECT user_uuid, (details ->> 'agreed_since')::timestamptz, created_at FROM audit_log
        WHERE account_uuid = ${account_uuid} AND action = 'login.deleted' AND details ->> 'agreed_since' IS NOT NULL
      ) AS member CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM audit_log
        WHERE audit_log.user_uuid = member.user_uuid AND audit_log.account_uuid IS NULL AND action = ANY(${actions})
          AND audit_log.created_at BETWEEN member.since AND member.until AND ${asked}
        ORDER BY audit_log.uuid DESC LIMIT ${limit}) AS own) AS entries
    ORDER BY uuid DESC LIMIT ${limit}`);
}

export type AuditFilter = {
  user_uuid?: string;
  oauth_client_uuid?: string;
  action?: AuditAction;
  since?: Date;
  /** The last entry of the previous page; only older ones are listed. */
  before_uuid?: string;
  limit: number;
};

/** The entries that pass the filter, newest first. */
export function listEntries(db: Queryable, filter: AuditFilter): Promise<AuditEntry[]> {
  const conditions: Sql[] = [sql`true`];
  if (filter.user_uuid !== undefined) conditions.push(sql`user_uuid = ${filter.user_uuid}`);
  if (filter.oauth_client_uuid !== undefined)
    conditions.push(sql`oauth_client_uuid = ${filter.oauth_client_uuid}`);
  if (filter.action !== undefined) conditions.push(sql`action = ${filter.action}`);
  if (filter.since !== undefined) conditions.push(sql`created_at >= ${filter.since}`);
  if (filter.before_uuid !== undefined) conditions.push(sql`uuid < ${filter.before_uuid}`);
  return db.query(sql`
    SELECT ${COLUMNS}
    FROM audit_log WHERE ${join(conditions, ' AND ')} ORDER BY uuid DESC LIMIT ${filter.limit}`);
}
