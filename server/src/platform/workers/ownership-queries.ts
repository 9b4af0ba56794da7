import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../database/database.ts';

/**
 * The number of parts of all receivers and jobs. A part has one worker; further workers get none.
 */
export const SHARDS = 64;

/** How long a worker owns its shards after its last renewal, by the clock of the database. */
const LEASE_SECONDS = 20;

type Worker = { uuid: string; machine: string | null; process_id: number };
export type WorkerRow = Worker & { is_over: boolean };

const leaseUntil = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;

/** The shard of a uuid, by its last byte, which is random. */
export function shardOf(uuid: string): number {
  return Number.parseInt(uuid.slice(-2), 16) % SHARDS;
}

/** SQL that is true for a row whose `column` is a uuid in one of these shards. */
export function isOfShards(column: string, shards: number[]): Sql {
  return sql`get_byte(uuid_send(${raw(column)}), 15) % ${SHARDS}::integer = ANY (${shards}::integer[])`;
}

/** The lock on the worker's row while it writes: nobody takes the worker's place meanwhile. */
export function ownerSql(worker_uuid: string): Sql {
  return sql`owner AS MATERIALIZED (SELECT FROM workers WHERE uuid = ${worker_uuid} FOR KEY SHARE)`;
}

/** Inserts a worker. It may be there already, if the answer to the first insert was lost. */
export async function insertWorker(db: Queryable, { uuid, machine, process_id }: Worker): Promise<void> {
  await db.query(sql`
    INSERT INTO workers (uuid, lease_until, machine, process_id)
    VALUES (${uuid}, ${leaseUntil}, ${machine}, ${process_id})
    ON CONFLICT (uuid) DO UPDATE SET lease_until = excluded.lease_until`);
}

/** Renews the lease of a worker. False when another worker has deleted it. */
export async function renewLease(
  db: Queryable,
  uuid: string,
  { sending, lag_ms }: { sending: number; lag_ms: number },
): Promise<boolean> {
  const rows = await db.query(sql`
    UPDATE workers SET lease_until = ${leaseUntil}, sending = ${sending}, lag_ms = ${lag_ms}
    WHERE uuid = ${uuid} RETURNING 1`);
  return rows.length === 1;
}

export function listWorkers(db: Queryable): Promise<WorkerRow[]> {
  return db.query(sql`
    SELECT uuid, machine, process_id, lease_until <= clock_timestamp() AS is_over FROM workers ORDER BY uuid`);
}

/**
 * Deletes a worker once none of its settlements is under way, which frees its shards. Returns how
 * many attempts it had under way. Null when it is not there, or when its lease still runs and
 * `only_over` is set.
 */
export async function deleteWorker(
  db: Queryable,
  uuid: string,
  { only_over }: { only_over: boolean },
): Promise<number | null> {
  const [row] = await db.query<{ sending: number }>(sql`
    DELETE FROM workers WHERE uuid = ${uuid} AND (NOT ${only_over} OR lease_until <= clock_timestamp())
    RETURNING sending`);
  return row?.sending ?? null;
}

export async function listShards(db: Queryable, worker_uuid: string): Promise<number[]> {
  const rows = await db.query<{ shard: number }>(
    sql`SELECT shard FROM worker_shards WHERE worker_uuid = ${worker_uuid} ORDER BY shard`,
  );
  return rows.map(({ shard }) => shard);
}

/** Takes up to `limit` shards that nobody owns; returns which. */
export async function takeShards(db: Queryable, worker_uuid: string, limit: number): Promise<number[]> {
  const rows = await db.query<{ shard: number }>(sql`
    UPDATE worker_shards SET worker_uuid = ${worker_uuid} WHERE shard IN (
      SELECT shard FROM worker_shards WHERE worker_uuid IS NULL ORDER BY shard LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING shard`);
  return rows.map(({ shard }) => shard);
}

export async function giveBackShards(db: Queryable, worker_uuid: string, shards: number[]): Promise<void> {
  await db.query(sql`
    UPDATE worker_shards SET worker_uuid = NULL
    WHERE worker_uuid = ${worker_uuid} AND shard = ANY (${shards}::smallint[])`);
}
