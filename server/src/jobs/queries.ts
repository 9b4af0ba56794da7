import type { Job as ShownJob } from '@rapport/contract/jobs';
import sql, { raw, type Sql } from 'sql-template-tag';
import { type Reach, within } from '../access/reach.ts';
import type { Queryable } from '../platform/database/database.ts';
import { rowsSql } from '../platform/database/rows-sql.ts';
import { prepared } from '../platform/database/statements.ts';
import { isOfShards, ownerSql, SHARDS } from '../platform/workers/ownership-queries.ts';
import type { Job } from './job-type.ts';
import type { DueJob } from './rules.ts';

/** Enough of one owner to fill a worker, when no other has any. */
const PER_OWNER = 8;
const OWNERS_MAX = 500;

export type JobRow = Job<object> & { type: string; failure_count: number };

const SHOWN = raw(
  'uuid, type, account_uuid, subject_uuid, resource, state, done_count, total_count, detail, result, created_at, updated_at, finished_at',
);
const ROW = raw(
  'job.uuid, job.type, job.account_uuid, job.user_uuid, job.step, job.done_count, job.total_count, job.failure_count, job.created_at',
);

const NEW_TYPES = {
  uuid: 'uuid',
  type: 'text',
  key: 'text',
  account_uuid: 'uuid',
  user_uuid: 'uuid',
  subject_uuid: 'uuid',
  resource: 'text',
  step: 'jsonb',
  total_count: 'bigint',
  due_at: 'timestamptz',
};

type NewJob = {
  uuid: string;
  type: string;
  key: string | null;
  account_uuid: string | null;
  user_uuid: string | null;
  subject_uuid: string | null;
  resource: string | null;
  /** JSON. */
  step: string;
  total_count: number | null;
  due_at: Date;
};

/** Inserts jobs; returns the uuids, without those whose key an open job has. */
export async function insertJobs(db: Queryable, jobs: NewJob[], now: Date): Promise<string[]> {
  const rows = await db.query<{ uuid: string }>(sql`
    INSERT INTO jobs (uuid, type, key, account_uuid, user_uuid, subject_uuid, resource, step, total_count, due_at, created_at, updated_at)
    SELECT uuid, type, key, account_uuid, user_uuid, subject_uuid, resource, step, total_count, due_at, ${now}, ${now}
    FROM ${rowsSql('new', jobs, NEW_TYPES)}
    ON CONFLICT (type, key) WHERE finished_at IS NULL AND key IS NOT NULL DO NOTHING RETURNING uuid`);
  return rows.map(({ uuid }) => uuid);
}

/** Makes the open job of a type with this key due. True when it was not. */
export async function hasten(tx: Queryable, type: string, key: string, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    UPDATE jobs SET due_at = ${now} WHERE type = ${type} AND key = ${key} AND finished_at IS NULL AND due_at > ${now}
    RETURNING uuid`);
  return rows.length > 0;
}

/**
 * The jobs that are due in these shards, without those under way: some of each owner and lane, so
 * that mails which wait for their server hide no import. `lanes` are the types of each.
 */
export function findDue(
  db: Queryable,
  { now, shards, lanes, under_way }: { now: Date; shards: number[]; lanes: string[][]; under_way: string[] },
): Promise<(DueJob & { worker_uuid: string | null })[]> {
  return db.query(
    prepared(
      'find_due_jobs',
      sql`
    WITH RECURSIVE owner AS (
      (SELECT owner_uuid FROM jobs WHERE finished_at IS NULL ORDER BY owner_uuid LIMIT 1)
      UNION ALL
      SELECT (SELECT jobs.owner_uuid FROM jobs WHERE finished_at IS NULL AND jobs.owner_uuid > owner.owner_uuid
        ORDER BY jobs.owner_uuid LIMIT 1) FROM owner WHERE owner.owner_uuid IS NOT NULL
    )
    SELECT job.* FROM owner
    CROSS JOIN (SELECT array(SELECT json_array_elements_text(one)) AS types
      FROM json_array_elements(${JSON.stringify(lanes)}::json) AS one) AS lane
    CROSS JOIN LATERAL (
      SELECT uuid, type, owner_uuid, due_at, worker_uuid, row_number() OVER (ORDER BY due_at, uuid) AS place FROM jobs
      WHERE finished_at IS NULL AND owner_uuid = owner.owner_uuid AND due_at <= ${now} AND ${isOfShards('uuid', shards)}
        AND type = ANY (lane.types) AND uuid <> ALL (${under_way}::uuid[])
      ORDER BY due_at, uuid LIMIT ${PER_OWNER}
    ) AS job
    ORDER BY place, due_at, uuid LIMIT ${OWNERS_MAX}`,
    ),
  );
}

/** How many jobs of these types are due, of all owners. */
export async function countDue(db: Queryable, types: readonly string[], now: Date): Promise<number> {
  const [{ count } = { count: 0 }] = await db.query<{ count: number }>(sql`
    SELECT count(*) FROM jobs WHERE finished_at IS NULL AND type = ANY (${types}::text[]) AND due_at <= ${now}`);
  return count;
}

/** SQL that is true while the worker owns the shard of the job. */
function isOwned(worker_uuid: string): Sql {
  return sql`EXISTS (SELECT FROM worker_shards AS shard
    WHERE shard.shard = get_byte(uuid_send(job.uuid), 15) % ${SHARDS}::integer AND shard.worker_uuid = ${worker_uuid})`;
}

/**
 * Notes that a worker makes the job's steps from now on. If another one had begun and is gone, that
 * counts as a failure. Returns the job; undefined when it is over, or another worker's.
 */
export async function beginJob(
  db: Queryable,
  uuid: string,
  worker_uuid: string,
  now: Date,
): Promise<JobRow | undefined> {
  const [row] = await db.query<JobRow>(sql`
    WITH ${ownerSql(worker_uuid)}
    UPDATE jobs AS job SET state = 'running', updated_at = ${now}, worker_uuid = ${worker_uuid},
      failure_count = failure_count + (state = 'running' AND worker_uuid IS NOT NULL
        AND NOT EXISTS (SELECT FROM workers WHERE workers.uuid = job.worker_uuid))::integer
    WHERE uuid = ${uuid} AND finished_at IS NULL AND ${isOwned(worker_uuid)} AND EXISTS (SELECT FROM owner)
    RETURNING ${ROW}`);
  return row;
}

/**
 * Locks a job that is due, and the right of its worker to write. Undefined when it is over, or
 * another worker's.
 */
export async function lockDueJob(
  tx: Queryable,
  uuid: string,
  worker_uuid: string,
  now: Date,
): Promise<JobRow | undefined> {
  const [row] = await tx.query<JobRow>(
    prepared(
      'lock_due_job',
      sql`
    WITH ${ownerSql(worker_uuid)}
    SELECT ${ROW} FROM jobs AS job
    WHERE uuid = ${uuid} AND finished_at IS NULL AND due_at <= ${now} AND ${isOwned(worker_uuid)} AND EXISTS (SELECT FROM owner)
    FOR NO KEY UPDATE`,
    ),
  );
  return row;
}

type Step = {
  step: object;
  done_count: number;
  total_count: number | null;
  /** Undefined: as it was. */
  detail: string | null | undefined;
  due_at: Date;
};

/** Writes the next step of a locked job. There may be more to do than was counted at first. */
export async function saveStep(tx: Queryable, uuid: string, next: Step, now: Date): Promise<void> {
  await tx.query(sql`
    UPDATE jobs SET step = ${JSON.stringify(next.step)}, done_count = ${next.done_count},
      total_count = ${next.total_count === null ? null : Math.max(next.total_count, next.done_count)},
      detail = CASE WHEN ${next.detail === undefined} THEN detail ELSE ${next.detail ?? null} END,
      failure_count = 0, due_at = ${next.due_at}, updated_at = ${now},
      state = CASE WHEN ${next.due_at > now} THEN 'waiting' ELSE 'running' END
    WHERE uuid = ${uuid}`);
}

/** Puts off a locked job whose step has failed. */
export async function putOff(tx: Queryable, uuid: string, due_at: Date, now: Date): Promise<void> {
  await tx.query(sql`
    UPDATE jobs SET failure_count = failure_count + 1, due_at = ${due_at}, updated_at = ${now}, state = 'waiting'
    WHERE uuid = ${uuid}`);
}

type End = {
  state: 'completed' | 'failed' | 'cancelled';
  done_count?: number;
  total_count?: number | null;
  detail?: string | null;
  result?: object | null;
};

/** Ends a locked job. Its step is erased: it may name what nobody needs any more. */
export async function endJob(tx: Queryable, uuid: string, end: End, now: Date): Promise<void> {
  await tx.query(sql`
    UPDATE jobs SET state = ${end.state}, step = NULL, done_count = coalesce(${end.done_count ?? null}, done_count),
      total_count = CASE WHEN coalesce(${end.total_count ?? null}, total_count) IS NOT NULL
        THEN greatest(coalesce(${end.total_count ?? null}, total_count), ${end.done_count ?? 0}) END, detail = coalesce(${end.detail ?? null}, detail),
      result = ${end.result ? JSON.stringify(end.result) : null}, updated_at = ${now}, finished_at = ${now}
    WHERE uuid = ${uuid}`);
}

/** Deletes a job that has ended and that nobody is shown. */
export async function deleteJob(tx: Queryable, uuid: string): Promise<void> {
  await tx.query(sql`DELETE FROM jobs WHERE uuid = ${uuid}`);
}

/** Leaves what this worker has begun to others, without a failure. */
export async function leaveJobs(db: Queryable, worker_uuid: string): Promise<void> {
  await db.query(
    sql`UPDATE jobs SET worker_uuid = NULL WHERE worker_uuid = ${worker_uuid} AND finished_at IS NULL`,
  );
}

/** The User whose jobs are asked for, and what they can reach. */
export type JobOwner = { user_uuid: string; reach: Reach };

function isOf({ user_uuid, reach }: JobOwner, types: string[]): Sql {
  return sql`user_uuid = ${user_uuid} AND (account_uuid IS NULL OR ${within(reach)})
    AND type = ANY (${types}::text[])`;
}

/** Lists the latest hundred jobs of a User. */
export function listJobs(db: Queryable, owner: JobOwner, types: string[]): Promise<ShownJob[]> {
  return db.query(sql`SELECT ${SHOWN} FROM jobs WHERE ${isOf(owner, types)} ORDER BY uuid DESC LIMIT 100`);
}

export async function findJob(
  db: Queryable,
  owner: JobOwner,
  types: string[],
  uuid: string,
): Promise<ShownJob | undefined> {
  const [row] = await db.query<ShownJob>(
    sql`SELECT ${SHOWN} FROM jobs WHERE uuid = ${uuid} AND ${isOf(owner, types)}`,
  );
  return row;
}

/** Locks an open job, after the step that is under way. */
export async function lockJob(tx: Queryable, uuid: string): Promise<JobRow | undefined> {
  const [row] = await tx.query<JobRow>(
    sql`SELECT ${ROW} FROM jobs AS job WHERE uuid = ${uuid} AND finished_at IS NULL FOR NO KEY UPDATE`,
  );
  return row;
}

/** True when a worker runs that will do what is due. */
export async function isWorkerRunning(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`SELECT FROM workers WHERE lease_until > clock_timestamp() LIMIT 1`);
  return rows.length > 0;
}
