import sql from 'sql-template-tag';
import type { Queryable } from '../../../server/src/platform/database/database.ts';
import { LOCK_CLASS, LOCK_OF, type Role } from '../../../server/src/platform/database/embedded/session.ts';

/** The rights and limits of Rapport in its database. */
export type DatabaseState = {
  version: string;
  read_only: boolean;
  /** The database is a standby: another one takes the changes. */
  standby: boolean;
  /** Commits of Rapport wait for a synchronous standby. */
  unconfirmed: boolean;
  /** The database user of Rapport. */
  user: string;
  /** True when that user may create tables. */
  may_create: boolean;
  /**
   * The tables of Rapport that belong to another user, or that Rapport's user may not read and
   * write.
   */
  closed_tables: string[];
};

/**
 * Reads the state of the database, which needs no privileges. Tables with another owner, such as
 * those of an extension, are left out.
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
 * Returns the roles that processes serve from an embedded database at the moment. Each process
 * holds a lock for its role until it ends.
 */
export async function readServedRoles(db: Queryable): Promise<Role[]> {
  const rows = await db.query<{ lock: number }>(sql`
    SELECT objid::integer AS lock FROM pg_locks WHERE locktype = 'advisory' AND classid = ${LOCK_CLASS} AND granted`);
  return (['api', 'worker'] as const).filter((role) => rows.some(({ lock }) => lock === LOCK_OF[role]));
}

/** The events that the feed holds back. */
export type FeedState = {
  /** The time of the oldest event that the feed holds back; null when there is none. */
  held_since: string | null;
  /** The transaction that the feed waits for; null when it has just ended. */
  holder: Holder | null;
};

/**
 * The process or slot that holds something back. `database` is null when it concerns the whole
 * cluster.
 */
export type Holder = { what: string; database: string | null; pid: number | null };

/**
 * Reads the state of the feed, which shows only events older than every writing transaction of the
 * cluster (`pg_snapshot_xmin`). The waiting time of an event serves as the measure, because
 * PostgreSQL hides the times of other users' transactions.
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

/** The deleted rows of deliveries that PostgreSQL has not cleaned up. */
export type CleanUpState = {
  /**
   * The rows of open deliveries that new transactions cannot see. Each finished delivery leaves two
   * or three.
   */
  dead_rows: number;
  /**
   * The oldest holder of these rows, with the number of transactions since its snapshot and the
   * time of its start (null when PostgreSQL hides it). Null without a holder.
   */
  holder: (Holder & { age: number; since: string | null }) | null;
};

/**
 * Finds the holder of dead rows. Readers of this database hold them, and so do writers to any
 * database of the cluster, because all snapshots begin behind them. A VACUUM does not. PostgreSQL
 * hides only the start time of other users' transactions.
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

/** Returns the time of the newest event; null when there is none. */
export async function readNewestEvent(db: Queryable): Promise<string | null> {
  const [row] = await db.query<{ created_at: string }>(
    sql`SELECT created_at FROM events ORDER BY uuid DESC LIMIT 1`,
  );
  return row?.created_at ?? null;
}
