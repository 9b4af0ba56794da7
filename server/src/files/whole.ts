import { createHash } from 'node:crypto';
import type { File, FileRecord } from '@rapport/contract/files';
import sql, { empty } from 'sql-template-tag';
import { inPieces } from '../platform/chunks.ts';
import type { Queryable } from '../platform/database/database.ts';
import { isThumbnail, PIECE_BYTES } from './rules.ts';
import { readContent, type Storage, type StoredContent } from './store.ts';

/** Files with all that is kept of them, for an archive of their Account. */

type Content = Pick<File, 'uuid' | 'sha256' | 'size_bytes' | 'type' | 'scan' | 'created_at'>;
type Piece = { content_uuid: string; position: number; bytes: string };
type WholeFile = Pick<File, 'uuid' | 'user_uuid' | 'name' | 'version' | 'created_at' | 'updated_at'> & {
  content_uuid: string;
  thumbnail: string | null;
  deleted_at: string | null;
  records: FileRecord[];
};

const CONTENTS_A_PAGE = 500;

/** A thumbnail may have 64 KiB. */
const FILES_A_PAGE = 100;

/** The contents of the files of an Account as JSON, a page at a time. */
export async function* contentLines(db: Queryable, account_uuid: string): AsyncGenerator<string[]> {
  for await (const page of contentPages(db, account_uuid))
    yield page.map(({ account_uuid: _, content_uuid: uuid, place: __, ...rest }) =>
      JSON.stringify({ uuid, ...rest }),
    );
}

/** Their bytes, a piece a line. */
export async function* pieceLines(storage: Storage, account_uuid: string): AsyncGenerator<string[]> {
  for await (const page of contentPages(storage.db, account_uuid))
    for (const content of page) {
      let position = 0;
      // A storage elsewhere gives them in pieces of its own.
      for await (const bytes of inPieces(readContent(storage, content), PIECE_BYTES)) {
        const piece: Piece = {
          content_uuid: content.content_uuid,
          position,
          bytes: bytes.toString('base64'),
        };
        yield [JSON.stringify(piece)];
        position++;
      }
    }
}

type ContentRow = StoredContent & Omit<Content, 'uuid'>;

async function* contentPages(db: Queryable, account_uuid: string): AsyncGenerator<ContentRow[]> {
  for (let after: string | null = null; ; ) {
    const page: ContentRow[] = await db.query<ContentRow>(sql`
      SELECT account_uuid, uuid AS content_uuid, place, sha256, size_bytes, type, scan, created_at FROM file_contents
      WHERE account_uuid = ${account_uuid} AND EXISTS (SELECT FROM files WHERE content_uuid = file_contents.uuid)
        ${after === null ? empty : sql`AND uuid > ${after}`}
      ORDER BY uuid LIMIT ${CONTENTS_A_PAGE}`);
    if (page.length === 0) return;
    yield page;
    after = page.at(-1)!.content_uuid;
  }
}

/**
 * The files of an Account as JSON, also those in the trash, with their records as they were given.
 */
export async function* fileLines(db: Queryable, account_uuid: string): AsyncGenerator<string[]> {
  for (let after: string | null = null; ; ) {
    const page: WholeFile[] = await db.query<WholeFile>(sql`
      SELECT uuid, content_uuid, user_uuid, name, replace(encode(thumbnail, 'base64'), E'\\n', '') AS thumbnail, (
          SELECT coalesce(json_agg(json_build_object('resource', resource, 'uuid', record_uuid) ORDER BY "position"), '[]')
          FROM file_records WHERE file_uuid = files.uuid) AS records,
        version, created_at, updated_at, deleted_at
      FROM files WHERE account_uuid = ${account_uuid} ${after === null ? empty : sql`AND uuid > ${after}`}
      ORDER BY uuid LIMIT ${FILES_A_PAGE}`);
    if (page.length === 0) return;
    yield page.map((file) => JSON.stringify(file));
    after = page.at(-1)!.uuid;
  }
}

/** Writes contents from an archive. What a scanner elsewhere said of them is not believed here. */
export async function insertContents(
  tx: Queryable,
  account_uuid: string,
  contents: Content[],
): Promise<void> {
  await tx.query(sql`
    INSERT INTO file_contents (uuid, account_uuid, sha256, size_bytes, type, scan, created_at)
    SELECT uuid, ${account_uuid}, sha256, size_bytes, type, 'none', created_at
    FROM json_populate_recordset(NULL::file_contents, ${JSON.stringify(contents)}::json)`);
}

/** Writes bytes from an archive: only those of contents of this Account. */
export async function insertPieces(tx: Queryable, account_uuid: string, pieces: Piece[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO file_pieces (content_uuid, "position", bytes)
    SELECT given.content_uuid, given.position, decode(given.bytes, 'base64')
    FROM json_to_recordset(${JSON.stringify(pieces)}::json) AS given (content_uuid uuid, "position" integer, bytes text)
    JOIN file_contents ON file_contents.uuid = given.content_uuid AND account_uuid = ${account_uuid}`);
}

export async function insertFiles(tx: Queryable, account_uuid: string, files: WholeFile[]): Promise<void> {
  const rows = files.map(({ thumbnail, records: _, ...file }) => {
    const bytes = Buffer.from(thumbnail ?? '', 'base64');
    return { ...file, account_uuid, thumbnail: isThumbnail(bytes) ? `\\x${bytes.toString('hex')}` : null };
  });
  const links = files.flatMap(({ uuid: file_uuid, records }) =>
    records.map(({ resource, uuid: record_uuid }, position) => {
      return { account_uuid, file_uuid, record_uuid, resource, position };
    }),
  );
  await tx.query(sql`
    INSERT INTO files SELECT * FROM json_populate_recordset(NULL::files, ${JSON.stringify(rows)}::json)`);
  await tx.query(sql`
    INSERT INTO file_records
    SELECT * FROM json_populate_recordset(NULL::file_records, ${JSON.stringify(links)}::json)`);
}

/** The name of a file whose bytes are not those that were said, or undefined. */
export async function findBrokenContent(tx: Queryable, account_uuid: string): Promise<string | undefined> {
  for await (const page of contentPages(tx, account_uuid))
    for (const content of page)
      if (!(await isWhole(tx, content))) return `the content ${content.content_uuid}`;
  return undefined;
}

async function isWhole(tx: Queryable, content: ContentRow): Promise<boolean> {
  const hash = createHash('sha256');
  let size_bytes = 0;
  try {
    for await (const bytes of readContent({ db: tx, objects: null }, content)) {
      hash.update(bytes);
      size_bytes += bytes.length;
    }
  } catch {
    return false;
  }
  return size_bytes === Number(content.size_bytes) && hash.digest('hex') === content.sha256;
}
