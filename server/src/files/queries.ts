import type { File, FileRecord } from '@rapport/contract/files';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { type Reach, within } from '../access/reach.ts';
import { lockInOrder } from '../events/feed-order.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { ContentPlace } from './store.ts';

/** A file as it is kept, with all of its records, also those that a caller may not read. */
export type FileRow = File & { content_uuid: string; place: ContentPlace; deleted_at: string | null };

/** A record that was merged leads to the one that is left, for as long as it is merged. */
const SELECT_FILES = sql`
  SELECT files.uuid, files.account_uuid, user_uuid, name, contents.type, contents.size_bytes, contents.sha256,
    contents.scan, thumbnail IS NOT NULL AS has_thumbnail, (
      SELECT coalesce(json_agg(json_build_object('resource', resource,
        'uuid', coalesce(leads_to(account_uuid, record_uuid), record_uuid)) ORDER BY "position"), '[]')
      FROM file_records WHERE file_uuid = files.uuid) AS records,
    version, files.created_at, updated_at, content_uuid, contents.place, deleted_at
  FROM files JOIN file_contents AS contents ON contents.uuid = content_uuid`;

/** The file with this uuid in the Accounts of this reach, in the trash or not. */
export async function findFile(
  db: Queryable,
  reach: Reach,
  uuid: string,
  { deleted_since = null }: { deleted_since?: Date | null } = {},
): Promise<FileRow | undefined> {
  const [file] = await db.query<FileRow>(sql`
    ${SELECT_FILES} WHERE files.uuid = ${uuid} AND ${within(reach, 'files')} AND ${inTrash(deleted_since)}`);
  return file;
}

/** As `findFile`, with the file locked until the transaction ends. */
export async function lockFile(
  tx: Queryable,
  reach: Reach,
  uuid: string,
  options: { deleted_since?: Date | null } = {},
): Promise<FileRow | undefined> {
  await tx.query(lockInOrder('files', 'uuid', sql`uuid = ${uuid} AND ${within(reach)}`));
  return findFile(tx, reach, uuid, options);
}

const inTrash = (since: Date | null): Sql =>
  since === null ? sql`deleted_at IS NULL` : sql`deleted_at >= ${since}`;

export type FilesQuery = {
  /** The file before which the page begins; null: the newest. */
  before: string | null;
  limit: number;
  /** Those in the trash since then; null: those that are not. */
  deleted_since: Date | null;
  /** Also those of notes and tasks about the record. */
  related: boolean;
};

/** The files of a record and of those that were merged into it, the newest first. */
export function listFilesOf(
  db: Queryable,
  reach: Reach,
  record_uuid: string,
  { before, limit, deleted_since, related }: FilesQuery,
): Promise<FileRow[]> {
  return db.query<FileRow>(sql`
    ${SELECT_FILES} WHERE ${within(reach, 'files')} AND ${inTrash(deleted_since)}
      AND files.uuid IN (
        SELECT file_uuid FROM file_records
        WHERE ${within(reach, 'file_records')} AND record_uuid IN (${withMerged(reach, record_uuid, related)}))
      ${before === null ? empty : sql`AND files.uuid < ${before}`}
    ORDER BY files.uuid DESC LIMIT ${limit}`);
}

/** SQL for a record, all those that were merged into it, and the notes and tasks about them. */
function withMerged(reach: Reach, record_uuid: string, related: boolean): Sql {
  const about = sql`UNION SELECT from_uuid FROM links JOIN those ON to_uuid = those.uuid
    WHERE ${within(reach, 'links')} AND from_resource IN ('note', 'task')`;
  return sql`
    WITH RECURSIVE those AS (
      SELECT ${record_uuid}::uuid AS uuid
      UNION
      SELECT from_uuid FROM merges JOIN those ON into_uuid = those.uuid WHERE ${within(reach, 'merges')}
    )
    SELECT uuid FROM those ${related ? about : empty}`;
}

/** How many files each of these records of an Account has, beside one file. */
export async function countFilesOf(
  tx: Queryable,
  account_uuid: string,
  record_uuids: string[],
  beside: string | null,
): Promise<Map<string, number>> {
  const rows = await tx.query<{ record_uuid: string; count: number }>(sql`
    SELECT record_uuid, count(*) FROM file_records JOIN files ON files.uuid = file_uuid AND deleted_at IS NULL
    WHERE file_records.account_uuid = ${account_uuid} AND record_uuid = ANY(${record_uuids}::uuid[])
      AND (${beside}::uuid IS NULL OR file_uuid <> ${beside})
    GROUP BY record_uuid`);
  return new Map(rows.map(({ record_uuid, count }) => [record_uuid, count]));
}

export async function insertFile(
  tx: Queryable,
  file: Pick<FileRow, 'uuid' | 'account_uuid' | 'content_uuid' | 'user_uuid' | 'name' | 'created_at'>,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO files (uuid, account_uuid, content_uuid, user_uuid, name, version, created_at, updated_at)
    VALUES (${file.uuid}, ${file.account_uuid}, ${file.content_uuid}, ${file.user_uuid}, ${file.name}, 1,
      ${file.created_at}, ${file.created_at})`);
}

/** Writes the records of a file, in their order. */
export async function putRecords(
  tx: Queryable,
  { account_uuid, uuid }: Pick<FileRow, 'account_uuid' | 'uuid'>,
  records: FileRecord[],
): Promise<void> {
  await tx.query(sql`DELETE FROM file_records WHERE account_uuid = ${account_uuid} AND file_uuid = ${uuid}`);
  await tx.query(sql`
    INSERT INTO file_records (account_uuid, file_uuid, record_uuid, resource, "position")
    SELECT ${account_uuid}, ${uuid}, record.uuid, record.resource, record.place
    FROM unnest(${records.map((one) => one.uuid)}::uuid[], ${records.map((one) => one.resource)}::text[])
      WITH ORDINALITY AS record (uuid, resource, place)`);
}

/** Writes what may change of a file. */
export async function updateFile(
  tx: Queryable,
  file: Pick<FileRow, 'account_uuid' | 'uuid' | 'name' | 'version' | 'updated_at' | 'deleted_at'>,
): Promise<void> {
  await tx.query(sql`
    UPDATE files SET name = ${file.name}, version = ${file.version}, updated_at = ${file.updated_at},
      deleted_at = ${file.deleted_at}
    WHERE account_uuid = ${file.account_uuid} AND uuid = ${file.uuid}`);
}

export async function setThumbnail(
  db: Queryable,
  { account_uuid, uuid }: Pick<FileRow, 'account_uuid' | 'uuid'>,
  thumbnail: Buffer,
): Promise<void> {
  await db.query(sql`
    UPDATE files SET thumbnail = ${thumbnail} WHERE account_uuid = ${account_uuid} AND uuid = ${uuid}`);
}

export async function findThumbnail(
  db: Queryable,
  { account_uuid, uuid }: Pick<FileRow, 'account_uuid' | 'uuid'>,
): Promise<Buffer | null> {
  const [row] = await db.query<{ thumbnail: Buffer | null }>(sql`
    SELECT thumbnail FROM files WHERE account_uuid = ${account_uuid} AND uuid = ${uuid}`);
  return row?.thumbnail ?? null;
}

/** Waits for its turn among those who add files to an Account, and counts its bytes. */
export async function lockAndSum(tx: Queryable, account_uuid: string): Promise<number> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`files ${account_uuid}`}, 0))`);
  const [row] = await tx.query<{ sum: number }>(sql`
    SELECT coalesce(sum(size_bytes), 0)::bigint AS sum FROM file_contents WHERE account_uuid = ${account_uuid}`);
  return Number(row!.sum);
}

/** Deletes links to records that are gone for good, of any Account. */
export async function deleteLostLinks(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    WITH lost AS (
      SELECT file_uuid, record_uuid FROM file_records AS link
      WHERE NOT EXISTS (
          SELECT FROM records WHERE records.account_uuid = link.account_uuid AND records.uuid = record_uuid)
        AND NOT EXISTS (
          SELECT FROM records WHERE records.account_uuid = link.account_uuid
            AND records.uuid = leads_to(link.account_uuid, record_uuid))
      LIMIT ${raw(String(limit))}
    )
    DELETE FROM file_records USING lost
    WHERE file_records.file_uuid = lost.file_uuid AND file_records.record_uuid = lost.record_uuid RETURNING 1`);
  return rows.length;
}

/**
 * Deletes files of any Account whose time is over: in the trash, without a record, or of an Account
 * that is to be purged. Their bytes would take that purge longer than a statement may.
 */
export async function purgeFiles(
  tx: Queryable,
  { deleted_before, unused_before }: { deleted_before: Date; unused_before: Date },
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ uuid: string }>(sql`
    DELETE FROM files WHERE uuid IN (
      SELECT uuid FROM files WHERE deleted_at < ${deleted_before}
      UNION ALL
      SELECT uuid FROM files WHERE created_at < ${unused_before}
        AND NOT EXISTS (SELECT FROM file_records WHERE file_uuid = files.uuid)
      UNION ALL
      SELECT files.uuid FROM files JOIN accounts ON accounts.uuid = account_uuid
      WHERE accounts.deleted_at < ${deleted_before}
      LIMIT ${limit})
    RETURNING uuid`);
  return rows.map(({ uuid }) => uuid);
}
