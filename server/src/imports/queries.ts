import type { ImportCounts, ImportPlan, ImportWarning, RowOutcome } from '@rapport/contract/imports';
import sql, { empty, raw } from 'sql-template-tag';
import type { Cause } from '../access/caller.ts';
import { type Reach, within } from '../access/reach.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { KeptFile } from './read/kept-file.ts';

/** An import as it is kept. */
export type ImportRecord = {
  uuid: string;
  account_uuid: string;
  user_uuid: string;
  actor: Cause['actor'];
  oauth_client_uuid: string | null;
  state: 'receiving' | 'draft' | 'running' | 'stopped' | 'completed' | 'failed';
  preset: string | null;
  files: KeptFile[];
  plan: ImportPlan;
  warnings: ImportWarning[];
  total_count: number;
  done_count: number;
  created_count: number;
  updated_count: number;
  unchanged_count: number;
  skipped_count: number;
  refused_count: number;
  lost_cell_count: number;
  added_count: number;
  change_uuid: string | null;
  job_uuid: string | null;
  failure: string | null;
  created_at: string;
  updated_at: string;
  started_at: string | null;
  ended_at: string | null;
};

export async function insertImport(
  db: Queryable,
  row: Pick<
    ImportRecord,
    'uuid' | 'account_uuid' | 'user_uuid' | 'actor' | 'oauth_client_uuid' | 'created_at'
  >,
): Promise<void> {
  await db.query(sql`
    INSERT INTO imports (uuid, account_uuid, user_uuid, actor, oauth_client_uuid, created_at, updated_at)
    VALUES (${row.uuid}, ${row.account_uuid}, ${row.user_uuid}, ${JSON.stringify(row.actor)}::jsonb,
      ${row.oauth_client_uuid}, ${row.created_at}, ${row.created_at})`);
}

export async function deleteImport(db: Queryable, account_uuid: string, uuid: string): Promise<void> {
  await db.query(sql`DELETE FROM imports WHERE account_uuid = ${account_uuid} AND uuid = ${uuid}`);
}

export async function insertChunk(
  db: Queryable,
  chunk: {
    import_uuid: string;
    file: number;
    position: number;
    rows: string;
    row_count: number;
    marks: bigint[];
  },
): Promise<void> {
  await db.query(sql`
    INSERT INTO import_chunks (import_uuid, file, position, rows, row_count, marks)
    VALUES (${chunk.import_uuid}, ${chunk.file}, ${chunk.position}, ${chunk.rows}, ${chunk.row_count},
      ${chunk.marks.map(String)}::bigint[])`);
}

/** What the kept rows of all imports of an Account take, packed. */
export async function keptBytes(db: Queryable, account_uuid: string): Promise<number> {
  const [row] = await db.query<{ bytes: string }>(sql`
    SELECT coalesce(sum(pg_column_size(rows)), 0) AS bytes FROM import_chunks
    WHERE import_uuid IN (SELECT uuid FROM imports WHERE account_uuid = ${account_uuid})`);
  return Number(row!.bytes);
}

/** Keeps what is known of the files and what becomes of them. */
export async function updateDraft(
  db: Queryable,
  account_uuid: string,
  uuid: string,
  draft: {
    preset: string | null;
    files: KeptFile[];
    plan: ImportPlan;
    warnings: ImportWarning[];
    now: string;
  },
): Promise<void> {
  const { preset, files, plan, warnings, now } = draft;
  await db.query(sql`
    UPDATE imports SET state = 'draft', preset = ${preset}, files = ${JSON.stringify(files)}::jsonb,
      plan = ${JSON.stringify(plan)}::jsonb, warnings = ${JSON.stringify(warnings)}::jsonb,
      total_count = ${files.reduce((sum, { rows }) => sum + rows, 0)}, updated_at = ${now}
    WHERE account_uuid = ${account_uuid} AND uuid = ${uuid}`);
}

export async function findImport(
  db: Queryable,
  reach: Reach,
  uuid: string,
  lock = false,
): Promise<ImportRecord | undefined> {
  const [found] = await db.query<ImportRecord>(sql`
    SELECT * FROM imports WHERE uuid = ${uuid} AND ${within(reach)}
      AND state <> 'receiving' ${lock ? raw('FOR UPDATE') : empty}`);
  return found;
}

/** Imports of these Accounts, newest first. */
export function listImports(
  db: Queryable,
  reach: Reach,
  before_uuid: string | null,
  limit: number,
): Promise<ImportRecord[]> {
  return db.query<ImportRecord>(sql`
    SELECT * FROM imports WHERE ${within(reach)} AND state <> 'receiving'
      AND (${before_uuid}::uuid IS NULL OR uuid < ${before_uuid}::uuid) ORDER BY uuid DESC LIMIT ${limit}`);
}

/** An import that has ended: with the digests of its files, and whether its rows are compared. */
export type Ended = {
  uuid: string;
  change_uuid: string;
  on: string;
  at: string;
  digests: string[];
  is_recent: boolean;
};

/** So many rows of earlier imports are compared, from the last import on: it takes no second. */
const COMPARED_ROWS = 1_000_000;

const DAY = raw(`'FMDD FMMonth YYYY'`);

/** Imports that have ended, the last first: recent ones, and those with a file of these digests. */
export function listEarlier(db: Queryable, account_uuid: string, digests: string[]): Promise<Ended[]> {
  return db.query<Ended>(sql`
    SELECT * FROM (
      SELECT uuid, change_uuid, to_char(ended_at, ${DAY}) AS on, ended_at AS at,
        ARRAY(SELECT file->>'digest' FROM jsonb_array_elements(files) AS file WHERE state <> 'failed') AS digests,
        sum(done_count) OVER (ORDER BY ended_at DESC, uuid) <= ${COMPARED_ROWS} AS is_recent
      FROM imports WHERE account_uuid = ${account_uuid} AND ended_at IS NOT NULL AND done_count > 0
    ) AS ended WHERE is_recent OR digests && ${digests}::text[]`);
}

/** How many rows of each file of an import are in these other imports, and when the last ended. */
export function countSameRows(
  db: Queryable,
  import_uuid: string,
  uuids: string[],
): Promise<{ file: number; rows: number; on: string; at: string }[]> {
  return db.query(sql`
    WITH known AS (
      SELECT mark, max(ended_at) AS ended_at FROM imports
      JOIN import_chunks ON import_uuid = uuid AND outcomes IS NOT NULL CROSS JOIN unnest(marks) AS mark
      WHERE uuid = ANY(${uuids}::uuid[]) GROUP BY mark
    )
    SELECT file, count(*)::integer AS rows, to_char(max(ended_at), ${DAY}) AS on, max(ended_at) AS at
    FROM import_chunks CROSS JOIN unnest(marks) AS own (mark) JOIN known USING (mark)
    WHERE import_uuid = ${import_uuid} GROUP BY file`);
}

export async function markStarted(
  db: Queryable,
  account_uuid: string,
  uuid: string,
  start: { plan: ImportPlan; total_count: number; change_uuid: string; job_uuid: string; now: string },
): Promise<void> {
  const { plan, total_count, change_uuid, job_uuid, now } = start;
  await db.query(sql`
    UPDATE imports SET state = 'running', plan = ${JSON.stringify(plan)}::jsonb, total_count = ${total_count},
      change_uuid = ${change_uuid}, job_uuid = ${job_uuid}, started_at = coalesce(started_at, ${now}),
      ended_at = NULL, failure = NULL, updated_at = ${now}
    WHERE account_uuid = ${account_uuid} AND uuid = ${uuid}`);
}

export async function markEnded(
  db: Queryable,
  account_uuid: string,
  uuid: string,
  end: { state: 'stopped' | 'completed' | 'failed'; failure: string | null; now: string },
): Promise<void> {
  await db.query(sql`
    UPDATE imports SET state = ${end.state}, failure = ${end.failure}, ended_at = ${end.now}, updated_at = ${end.now}
    WHERE account_uuid = ${account_uuid} AND uuid = ${uuid} AND state = 'running'`);
}

export type Chunk = { file: number; position: number; rows: string; row_count: number };

/** The next rows to import, by the order of the files. */
export async function findNextChunk(
  tx: Queryable,
  import_uuid: string,
  files: number[],
): Promise<Chunk | undefined> {
  const [chunk] = await tx.query<Chunk>(sql`
    SELECT chunk.* FROM unnest(${files}::integer[]) WITH ORDINALITY AS wanted (file, place)
    CROSS JOIN LATERAL (
      SELECT file, position, rows, row_count FROM import_chunks
      WHERE import_uuid = ${import_uuid} AND import_chunks.file = wanted.file AND outcomes IS NULL
      ORDER BY position LIMIT 1
    ) AS chunk ORDER BY wanted.place LIMIT 1`);
  return chunk;
}

/** Rows of a file, for a preview. */
export async function findChunk(
  db: Queryable,
  import_uuid: string,
  file: number,
  position: number,
): Promise<Chunk | undefined> {
  const [chunk] = await db.query<Chunk>(sql`
    SELECT file, position, rows, row_count FROM import_chunks
    WHERE import_uuid = ${import_uuid} AND file = ${file} AND position = ${position}`);
  return chunk;
}

/** Deletes the rows of a draft whose files are read anew. */
export async function deleteChunks(db: Queryable, account_uuid: string, import_uuid: string): Promise<void> {
  await db.query(sql`
    DELETE FROM import_chunks USING imports
    WHERE import_uuid = imports.uuid AND imports.uuid = ${import_uuid} AND imports.account_uuid = ${account_uuid}`);
}

/** Keeps what became of the rows of a chunk, and adds it up. */
export async function keepOutcomes(
  tx: Queryable,
  import_uuid: string,
  chunk: {
    file: number;
    position: number;
    row_count: number;
    outcomes: string;
    occurring: RowOutcome[];
    /** The places of its refused rows, from 1: they may be sent again as they are. */
    refused: number[];
    /** The records that its rows found and left as they are. */
    found: string[];
  },
  counts: ImportCounts,
  now: string,
): Promise<void> {
  await tx.query(sql`
    WITH done AS (
      UPDATE import_chunks SET outcomes = ${chunk.outcomes}, occurring = ${chunk.occurring}::text[],
        found = ${chunk.found}::uuid[],
        marks = ARRAY(SELECT mark FROM unnest(marks) WITH ORDINALITY AS own (mark, place)
          WHERE place <> ALL(${chunk.refused}::integer[]))
      WHERE import_uuid = ${import_uuid} AND file = ${chunk.file} AND position = ${chunk.position}
    )
    UPDATE imports SET done_count = done_count + ${chunk.row_count}, created_count = created_count + ${counts.created},
      updated_count = updated_count + ${counts.updated}, unchanged_count = unchanged_count + ${counts.unchanged},
      skipped_count = skipped_count + ${counts.skipped}, refused_count = refused_count + ${counts.refused},
      lost_cell_count = lost_cell_count + ${counts.lost_cells}, added_count = added_count + ${counts.added},
      updated_at = ${now}
    WHERE uuid = ${import_uuid}`);
}

/** Those of some records that rows of an import found before and left as they are. */
export async function foundBefore(
  tx: Queryable,
  account_uuid: string,
  change_uuid: string,
  uuids: string[],
): Promise<string[]> {
  if (uuids.length === 0) return [];
  const rows = await tx.query<{ uuid: string }>(sql`
    SELECT wanted.uuid FROM unnest(${uuids}::uuid[]) AS wanted (uuid)
    WHERE uuid IN (
      SELECT unnest(found) FROM import_chunks JOIN imports ON imports.uuid = import_uuid
      WHERE account_uuid = ${account_uuid} AND change_uuid = ${change_uuid})`);
  return rows.map(({ uuid }) => uuid);
}

export type DoneChunk = { file: number; position: number; rows: string; outcomes: string };

/**
 * The next chunk that is done, behind `after`, in which one of the outcomes occurs; `lossy`: in
 * which a row has losses, be it a refused one. Their JSON says so: a title has its quotes escaped.
 */
export async function findDoneChunk(
  db: Queryable,
  import_uuid: string,
  { outcomes = null, lossy = false }: { outcomes?: RowOutcome[] | null; lossy?: boolean },
  after: { file: number; position: number },
): Promise<DoneChunk | undefined> {
  const [chunk] = await db.query<DoneChunk>(sql`
    SELECT file, position, rows, outcomes FROM import_chunks
    WHERE import_uuid = ${import_uuid} AND outcomes IS NOT NULL AND (file, position) > (${after.file}, ${after.position})
      AND (${outcomes}::text[] IS NULL OR occurring && ${outcomes}::text[])
      ${lossy ? raw(`AND outcomes LIKE '%"losses":[{%'`) : empty}
    ORDER BY file, position LIMIT 1`);
  return chunk;
}

/** The places of the files that have refused rows, as far as the rows are kept. */
export async function listRefusedFiles(db: Queryable, import_uuid: string): Promise<number[]> {
  const found = await db.query<{ file: number }>(sql`
    SELECT DISTINCT file FROM import_chunks
    WHERE import_uuid = ${import_uuid} AND occurring && ARRAY['refused'] ORDER BY file`);
  return found.map(({ file }) => file);
}

/** Deletes drafts that nobody started in a week, and the rows of imports that ended 30 days ago. */
export async function forgetImports(
  db: Queryable,
  until: { receiving: Date; drafts: Date; rows: Date },
  limit: number,
): Promise<number> {
  const gone = await db.query(sql`
    DELETE FROM imports WHERE uuid IN (
      SELECT uuid FROM imports WHERE (state = 'receiving' AND created_at < ${until.receiving})
        OR (state = 'draft' AND created_at < ${until.drafts}) LIMIT ${limit}) RETURNING uuid`);
  const emptied = await db.query(sql`
    DELETE FROM import_chunks WHERE (import_uuid, file, position) IN (
      SELECT import_uuid, file, position FROM import_chunks JOIN imports ON imports.uuid = import_uuid
      WHERE imports.ended_at < ${until.rows} LIMIT ${limit}) RETURNING position`);
  return gone.length + emptied.length;
}
