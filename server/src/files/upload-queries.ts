import type { File, FileRecord } from '@rapport/contract/files';
import sql, { empty, raw } from 'sql-template-tag';
import { type Reach, within } from '../access/reach.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { StoredContent } from './store.ts';

/** A file on its way. */
export type UploadRow = {
  uuid: string;
  account_uuid: string;
  user_uuid: string;
  content_uuid: string;
  /** What it has become; null: the bytes are still coming. */
  file_uuid: string | null;
  name: string;
  size_bytes: number;
  received_bytes: number;
  records: FileRecord[];
  created_at: string;
};

/** Whose uploads are meant: those within reach that this User has begun. */
export type Sender = { user_uuid: string; reach: Reach };

export async function insertUpload(tx: Queryable, upload: UploadRow): Promise<void> {
  await tx.query(sql`
    INSERT INTO file_contents (uuid, account_uuid, size_bytes, created_at)
    VALUES (${upload.content_uuid}, ${upload.account_uuid}, ${upload.size_bytes}, ${upload.created_at})`);
  await tx.query(sql`
    INSERT INTO file_uploads (uuid, account_uuid, user_uuid, content_uuid, name, size_bytes, records, created_at)
    VALUES (${upload.uuid}, ${upload.account_uuid}, ${upload.user_uuid}, ${upload.content_uuid}, ${upload.name},
      ${upload.size_bytes}, ${JSON.stringify(upload.records)}::jsonb, ${upload.created_at})`);
}

/** An upload of this User that was begun after `since`. */
export async function findUpload(
  db: Queryable,
  { user_uuid, reach }: Sender,
  uuid: string,
  { since, lock = false }: { since: Date; lock?: boolean },
): Promise<UploadRow | undefined> {
  const [row] = await db.query<UploadRow>(sql`
    SELECT uuid, account_uuid, user_uuid, content_uuid, file_uuid, name, size_bytes, received_bytes, records, created_at
    FROM file_uploads
    WHERE uuid = ${uuid} AND user_uuid = ${user_uuid} AND ${within(reach)} AND created_at >= ${since}
    ${lock ? raw('FOR UPDATE') : empty}`);
  return row;
}

/**
 * Keeps a piece of an upload that has got as far as `at`; false when another request was faster, or
 * the upload is over.
 */
export async function insertPiece(
  db: Queryable,
  { uuid, account_uuid }: Pick<UploadRow, 'uuid' | 'account_uuid'>,
  piece: { at: number; position: number; bytes: Buffer },
): Promise<boolean> {
  const { at, position, bytes } = piece;
  const rows = await db.query(sql`
    WITH own AS (
      UPDATE file_uploads SET received_bytes = ${at + bytes.length}
      WHERE uuid = ${uuid} AND account_uuid = ${account_uuid} AND received_bytes = ${at} AND file_uuid IS NULL
      RETURNING content_uuid
    )
    INSERT INTO file_pieces (content_uuid, "position", bytes)
    SELECT content_uuid, ${position}, ${bytes} FROM own RETURNING 1`);
  return rows.length === 1;
}

/** The whole content of an Account with these bytes, locked; undefined: none. */
export async function lockContent(
  tx: Queryable,
  account_uuid: string,
  sha256: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ uuid: string }>(sql`
    SELECT uuid FROM file_contents WHERE account_uuid = ${account_uuid} AND sha256 = ${sha256} FOR UPDATE`);
  return row?.uuid;
}

/** Says what the bytes of an upload are: from now on they are a content like others. */
export async function markWhole(
  tx: Queryable,
  { account_uuid, content_uuid }: Pick<UploadRow, 'account_uuid' | 'content_uuid'>,
  { sha256, type, scan }: Pick<File, 'sha256' | 'type' | 'scan'>,
): Promise<void> {
  await tx.query(sql`
    UPDATE file_contents SET sha256 = ${sha256}, type = ${type}, scan = ${scan}
    WHERE uuid = ${content_uuid} AND account_uuid = ${account_uuid}`);
}

/** Notes what an upload has become. Its own bytes go when the Account has the same already. */
export async function endUpload(
  tx: Queryable,
  { uuid, account_uuid, content_uuid: own }: Pick<UploadRow, 'uuid' | 'account_uuid' | 'content_uuid'>,
  { file_uuid, content_uuid }: { file_uuid: string; content_uuid: string },
): Promise<void> {
  await tx.query(sql`
    UPDATE file_uploads SET file_uuid = ${file_uuid}, content_uuid = ${content_uuid}
    WHERE uuid = ${uuid} AND account_uuid = ${account_uuid}`);
  if (own === content_uuid) return;
  await tx.query(sql`DELETE FROM file_contents WHERE uuid = ${own} AND account_uuid = ${account_uuid}`);
}

/** Deletes an upload with the bytes that came, unless it has become a file. */
export async function deleteUpload(
  db: Queryable,
  { uuid, account_uuid }: Pick<UploadRow, 'uuid' | 'account_uuid'>,
): Promise<void> {
  await db.query(sql`
    WITH gone AS (
      DELETE FROM file_uploads WHERE uuid = ${uuid} AND account_uuid = ${account_uuid} AND file_uuid IS NULL
      RETURNING content_uuid
    )
    DELETE FROM file_contents USING gone WHERE file_contents.uuid = gone.content_uuid`);
}

/** Deletes uploads of any Account that were begun before `before`. */
export async function deleteOldUploads(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    DELETE FROM file_uploads WHERE uuid IN (
      SELECT uuid FROM file_uploads WHERE created_at < ${before} LIMIT ${limit}) RETURNING 1`);
  return rows.length;
}

export type WaitingContent = StoredContent;

/** Contents of any Account that no scanner has looked at, the oldest first. */
export function listWaiting(db: Queryable, limit: number): Promise<WaitingContent[]> {
  return db.query<WaitingContent>(sql`
    SELECT account_uuid, uuid AS content_uuid, place, size_bytes FROM file_contents
    WHERE scan = 'waiting' ORDER BY created_at LIMIT ${limit}`);
}

/** Keeps what a scanner says of a content. Returns the files that have it. */
export async function setScan(
  tx: Queryable,
  { account_uuid, content_uuid }: Pick<StoredContent, 'account_uuid' | 'content_uuid'>,
  scan: File['scan'],
): Promise<string[]> {
  const rows = await tx.query<{ uuid: string }>(sql`
    WITH seen AS (
      UPDATE file_contents SET scan = ${scan} WHERE uuid = ${content_uuid} AND account_uuid = ${account_uuid}
      RETURNING uuid
    )
    SELECT files.uuid FROM files JOIN seen ON seen.uuid = content_uuid WHERE account_uuid = ${account_uuid}`);
  return rows.map(({ uuid }) => uuid);
}

/** Contents of any Account that nothing refers to, locked, so that nothing comes to. */
export async function lockUnused(tx: Queryable, limit: number): Promise<string[]> {
  const rows = await tx.query<{ uuid: string }>(sql`
    SELECT uuid FROM file_contents
    WHERE NOT EXISTS (SELECT FROM files WHERE content_uuid = file_contents.uuid)
      AND NOT EXISTS (SELECT FROM file_uploads WHERE content_uuid = file_contents.uuid)
    LIMIT ${limit} FOR UPDATE SKIP LOCKED`);
  return rows.map(({ uuid }) => uuid);
}

/** Deletes those of these contents that nothing refers to by now, with their bytes. */
export async function deleteUnused(tx: Queryable, uuids: string[]): Promise<number> {
  const rows = await tx.query(sql`
    DELETE FROM file_contents WHERE uuid = ANY(${uuids}::uuid[])
      AND NOT EXISTS (SELECT FROM files WHERE content_uuid = file_contents.uuid)
      AND NOT EXISTS (SELECT FROM file_uploads WHERE content_uuid = file_contents.uuid)
    RETURNING 1`);
  return rows.length;
}
