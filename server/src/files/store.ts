import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { ObjectStore } from './objects.ts';
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

/** Where bytes are read: the database, and a storage elsewhere if there is one. */
export type Storage = { db: Queryable; objects: ObjectStore | null };

/** The name of a content in a storage elsewhere. It is never used again. */
export const keyOf = ({ account_uuid, content_uuid }: Pick<StoredContent, 'account_uuid' | 'content_uuid'>) =>
  `${account_uuid}/${content_uuid}`;

/**
 * The bytes of a content from `start` to before `end`, piece by piece. One that is moved meanwhile
 * is read on at its new place.
 */
export async function* readContent(
  { db, objects }: Storage,
  content: StoredContent,
  start = 0,
  end = content.size_bytes,
): AsyncGenerator<Buffer> {
  let at = start;
  for (; content.place === 'database' && at < end; ) {
    const position = Math.floor(at / PIECE_BYTES);
    const bytes = await findPiece(db, content, position);
    if (!bytes) break;
    const first = position * PIECE_BYTES;
    yield bytes.subarray(at - first, Math.min(bytes.length, end - first));
    at = first + PIECE_BYTES;
  }
  if (at >= end) return;
  if (objects === null)
    throw new Error('the bytes of a file lie in a storage that is not set (RAPPORT_FILES)');
  yield* await objects.read(keyOf(content), at, end);
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
