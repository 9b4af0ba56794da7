import sql from 'sql-template-tag';
import type { Queryable } from '../../../server/src/platform/database/database.ts';
import { LOCK_CLASS, LOCK_OF, type Role } from '../../../server/src/platform/database/embedded/session.ts';

/** The rights and limits of Rapport in its database. */
export type DatabaseState = {
  version: string;
  read_only: boolean;
  /** The database follows another, which takes the changes. */
  standby: boolean;
  /** Commits of ours wait for a synchronous standby. */
  unconfirmed: boolean;
  /** Our user there. */
  user: string;
  /** Whether that user may create tables. */
  may_create: boolean;
  /** Rapport's tables that are not that user's, or may not be read and written by it. */
  closed_tables: string[];
};

/**
 * Needs no rights. Tables of others beside ours, such as those of an extension, have another owner.
 */
export async function readDatabaseState(db: Queryable): Promise<DatabaseState> {
  const [row] = await db.query<DatabaseState>(sql`
    SELECT current_setting('server_version') AS version, current_setting('transaction_read_only') = 'on' AS read_only,
      pg_is_in_recovery() AS standby,
      EXISTS (SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = current_user
        AND state_change < clock_timestamp() - interval '3 s') AS unconfirmed, current_user::text AS user,
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create,
      ARRAY(
        SELECT relname::text FROM pg_class
        WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
          AND relowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('migrations'))
          AND NOT (pg_has_role(relowner, 'USAGE') AND has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
            AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))
        ORDER BY relname
      ) AS closed_tables`);
  return row!;
}

/**
 * The roles served from an embedded database now: each serving process holds a lock until it ends.
 */
export async function readServedRoles(db: Queryable): Promise<Role[]> {
  const rows = await db.query<{ lock: number }>(sql`
    SELECT objid::integer AS lock FROM pg_locks WHERE locktype = 'advisory' AND classid = ${LOCK_CLASS} AND granted`);
  return (['api', 'worker'] as const).filter((role) => rows.some(({ lock }) => lock === LOCK_OF[role]));
}

/** Events that the feed holds back. */
export type FeedState = {
  /** When the oldest such event happened; null when there is none. */
  held_since: string | null;
  /** The transaction it waits for; null when that has just ended. */
  holder: Holder | null;
};

/** `database` is null for what follows the whole cluster. */
export type Holder = { what: string; database: string | null; pid: number | null };

/**
 * The feed gives only what is older than every writing transaction (`pg_snapshot_xmin`), in any
 * database of the cluster. PostgreSQL does not show everybody how long a stranger's transaction
 * lasts, but does show how long an event waits.
 */
export async function readFeedState(db: Queryable): Promise<FeedState> {
  const [row] = await db.query<FeedState>(sql`
    WITH oldest AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS xid)
    SELECT
      (SELECT min(event.created_at) FROM accounts CROSS JOIN LATERAL (
        SELECT created_at FROM events
        WHERE account_uuid = accounts.uuid
          AND (epoch, transaction_id) >= ((SELECT max(epoch) FROM feed_epochs), (SELECT xid FROM oldest))
        ORDER BY epoch, transaction_id, position LIMIT 1) AS event) AS held_since,
      (SELECT to_json(holder) FROM (
        SELECT 'a transaction of ' || coalesce(nullif(application_name, ''), usename, backend_type, 'somebody') AS what, datname AS database, pid
        FROM pg_stat_activity, oldest WHERE backend_xid = xid::xid
        UNION ALL
        SELECT 'the prepared transaction ' || gid, database, NULL FROM pg_prepared_xacts, oldest WHERE transaction = xid::xid
      ) AS holder LIMIT 1) AS holder`);
  return row!;
}

/** Rows of deliveries that PostgreSQL has not cleaned up. */
export type CleanUpState = {
  /**
   * Rows of open deliveries that new transactions cannot see: two or three of each finished
   * delivery.
   */
  dead_rows: number;
  /**
   * The holder of most of them, who may still see them: for how many transactions, and since when
   * (null: hidden from us). Null when nobody holds them.
   */
  holder: (Holder & { age: number; since: string | null }) | null;
};

/**
 * Readers of this database hold dead rows, and so do writers to any database of the cluster,
 * because all snapshots begin behind them. A VACUUM does not. Of other users PostgreSQL shows all
 * of this but the time.
 */
export async function readCleanUpState(db: Queryable): Promise<CleanUpState> {
  const [row] = await db.query<CleanUpState>(sql`
    SELECT (SELECT n_dead_tup FROM pg_stat_user_tables WHERE relid = 'webhook_open_deliveries'::regclass) AS dead_rows,
      (SELECT to_json(holder) FROM (
        SELECT 'a transaction of ' || coalesce(nullif(application_name, ''), usename, 'somebody') AS what, datname AS database, pid,
          greatest(age(backend_xmin), age(backend_xid)) AS age, xact_start AS since
        FROM pg_stat_activity
        WHERE (backend_xid IS NOT NULL OR backend_xmin IS NOT NULL AND coalesce(datname, current_database()) = current_database())
          AND pid <> pg_backend_pid() AND pid NOT IN (SELECT pid FROM pg_stat_progress_vacuum)
        UNION ALL
        SELECT 'the prepared transaction ' || gid, database, NULL, age(transaction), prepared FROM pg_prepared_xacts
        UNION ALL
        SELECT 'the replication slot ' || slot_name, database, active_pid, age(xmin), NULL FROM pg_replication_slots WHERE xmin IS NOT NULL
        ORDER BY age DESC, since LIMIT 1
      ) AS holder) AS holder`);
  return row!;
}

/** When the last event was recorded; null when there is none. */
export async function readNewestEvent(db: Queryable): Promise<string | null> {
  const [row] = await db.query<{ created_at: string }>(
    sql`SELECT created_at FROM events ORDER BY uuid DESC LIMIT 1`,
  );
  return row?.created_at ?? null;
}
