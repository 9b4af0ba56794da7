import type { Export } from '@rapport/contract/exports';
import sql, { empty, raw } from 'sql-template-tag';
import { type Reach, within } from '../access/reach.ts';
import type { Queryable } from '../platform/database/database.ts';

/** An export as it is kept. */
export type ExportRow = Omit<Export, 'progress'> & {
  user_uuid: string;
  done_count: number;
  total_count: number;
  job_uuid: string | null;
  attempt_uuid: string | null;
};

const COLUMNS =
  'uuid, account_uuid, user_uuid, state, events, done_count, total_count, counts, size_bytes, sha256, failure, job_uuid, attempt_uuid, created_at, finished_at, expires_at';

/** Inserts an export; false while another one of the Account is under way. */
export async function insertExport(
  tx: Queryable,
  row: Pick<ExportRow, 'uuid' | 'account_uuid' | 'user_uuid' | 'events' | 'job_uuid' | 'created_at'>,
): Promise<boolean> {
  const rows = await tx.query(sql`
    INSERT INTO exports (uuid, account_uuid, user_uuid, events, job_uuid, created_at)
    VALUES (${row.uuid}, ${row.account_uuid}, ${row.user_uuid}, ${row.events}, ${row.job_uuid}, ${row.created_at})
    ON CONFLICT (account_uuid) WHERE state = 'running' DO NOTHING RETURNING uuid`);
  return rows.length === 1;
}

export async function findExport(
  db: Queryable,
  reach: Reach,
  uuid: string,
  lock = false,
): Promise<ExportRow | undefined> {
  const [row] = await db.query<ExportRow>(sql`
    SELECT ${raw(COLUMNS)} FROM exports WHERE uuid = ${uuid} AND ${within(reach)}
    ${lock ? raw('FOR UPDATE') : empty}`);
  return row;
}

/** The exports within reach, the newest first. */
export function listExports(
  db: Queryable,
  reach: Reach,
  before_uuid: string | null,
  limit: number,
): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    SELECT ${raw(COLUMNS)} FROM exports WHERE ${within(reach)}
      AND (${before_uuid}::uuid IS NULL OR uuid < ${before_uuid}::uuid) ORDER BY uuid DESC LIMIT ${limit}`);
}

export async function deleteExport(tx: Queryable, account_uuid: string, uuid: string): Promise<void> {
  await tx.query(sql`DELETE FROM exports WHERE account_uuid = ${account_uuid} AND uuid = ${uuid}`);
}

/** Begins to write a file anew. What an earlier attempt wrote is gone. */
export async function beginAttempt(
  db: Queryable,
  account_uuid: string,
  uuid: string,
  attempt_uuid: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    tx.send(sql`
      UPDATE exports SET attempt_uuid = ${attempt_uuid}, done_count = 0
      WHERE uuid = ${uuid} AND account_uuid = ${account_uuid}`);
    tx.send(sql`DELETE FROM export_chunks WHERE export_uuid = ${uuid}`);
  });
}

/** Writes a piece of the file, and how far it is; false when another attempt has taken over. */
export async function insertChunk(
  db: Queryable,
  chunk: {
    export_uuid: string;
    attempt_uuid: string;
    position: number;
    bytes: Buffer;
    done: number;
    total: number;
  },
): Promise<boolean> {
  const { export_uuid, attempt_uuid, position, bytes, done, total } = chunk;
  const rows = await db.query(sql`
    WITH own AS (
      UPDATE exports SET done_count = ${done}, total_count = ${total}
      WHERE uuid = ${export_uuid} AND attempt_uuid = ${attempt_uuid} AND state = 'running' RETURNING uuid
    )
    INSERT INTO export_chunks (export_uuid, attempt_uuid, position, bytes)
    SELECT uuid, ${attempt_uuid}, ${position}, ${bytes} FROM own RETURNING position`);
  return rows.length === 1;
}

/** Ends an export. The earlier files of its Account give way to the file of this one. */
export async function markCompleted(
  tx: Queryable,
  account_uuid: string,
  uuid: string,
  file: { counts: Record<string, number>; size_bytes: number; sha256: string; now: Date; expires_at: Date },
): Promise<void> {
  const { counts, size_bytes, sha256, now, expires_at } = file;
  await tx.query(sql`
    UPDATE exports SET state = 'completed', counts = ${JSON.stringify(counts)}::jsonb, size_bytes = ${size_bytes},
      sha256 = ${sha256}, done_count = total_count, finished_at = ${now}, expires_at = ${expires_at}
    WHERE uuid = ${uuid} AND account_uuid = ${account_uuid}`);
  await tx.query(sql`
    WITH former AS (
      UPDATE exports SET state = 'expired'
      WHERE account_uuid = ${account_uuid} AND uuid <> ${uuid} AND state = 'completed' RETURNING uuid
    )
    DELETE FROM export_chunks USING former WHERE export_uuid = former.uuid`);
}

export async function markFailed(
  tx: Queryable,
  account_uuid: string,
  uuid: string,
  { failure, now }: { failure: string; now: Date },
): Promise<void> {
  await tx.query(sql`
    UPDATE exports SET state = 'failed', failure = ${failure}, finished_at = ${now}
    WHERE uuid = ${uuid} AND account_uuid = ${account_uuid} AND state = 'running'`);
  await tx.query(sql`DELETE FROM export_chunks WHERE export_uuid = ${uuid}`);
}

/** A piece of a file. */
export async function findChunk(
  db: Queryable,
  { uuid, attempt_uuid }: Pick<ExportRow, 'uuid' | 'attempt_uuid'>,
  position: number,
): Promise<Buffer | undefined> {
  const [row] = await db.query<{ bytes: Buffer }>(sql`
    SELECT bytes FROM export_chunks
    WHERE export_uuid = ${uuid} AND attempt_uuid = ${attempt_uuid} AND position = ${position}`);
  return row?.bytes;
}

/** Deletes the files whose time is over, and exports of long ago. */
export async function forgetExports(
  db: Queryable,
  { now, before }: { now: Date; before: Date },
  limit: number,
): Promise<number> {
  const expired = await db.query(sql`
    WITH over AS (
      UPDATE exports SET state = 'expired' WHERE uuid IN (
        SELECT uuid FROM exports WHERE state = 'completed' AND expires_at <= ${now} LIMIT ${limit})
      RETURNING uuid
    ), emptied AS (DELETE FROM export_chunks USING over WHERE export_uuid = over.uuid)
    SELECT uuid FROM over`);
  const gone = await db.query(sql`
    DELETE FROM exports WHERE uuid IN (
      SELECT uuid FROM exports WHERE state <> 'running' AND created_at < ${before} LIMIT ${limit}) RETURNING uuid`);
  return expired.length + gone.length;
}
