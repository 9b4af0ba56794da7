import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { PIECE_BYTES } from './rules.ts';

/** Where the bytes of a content lie. */
export type ContentPlace = 'database' | 's3';

/** What is needed to find the bytes of a content. */
export type StoredContent = {
  account_uuid: string;
  content_uuid: string;
  place: ContentPlace;
  size_bytes: number;
};

/** The bytes of a content from `start` to before `end`, piece by piece. */
export async function* readContent(
  db: Queryable,
  content: StoredContent,
  start = 0,
  end = content.size_bytes,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const position = Math.floor(at / PIECE_BYTES);
    const bytes = await findPiece(db, content, position);
    if (!bytes) throw new Error('a piece of a file is gone');
    const first = position * PIECE_BYTES;
    yield bytes.subarray(at - first, Math.min(bytes.length, end - first));
    at = first + PIECE_BYTES;
  }
}

async function findPiece(
  db: Queryable,
  { account_uuid, content_uuid }: StoredContent,
  position: number,
): Promise<Buffer | undefined> {
  const [row] = await db.query<{ bytes: Buffer }>(sql`
    SELECT bytes FROM file_pieces JOIN file_contents ON file_contents.uuid = content_uuid
    WHERE content_uuid = ${content_uuid} AND account_uuid = ${account_uuid} AND "position" = ${position}`);
  return row?.bytes;
}
