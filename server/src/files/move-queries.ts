import type { File } from '@rapport/contract/files';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { ContentPlace, StoredContent } from './store.ts';

export type MovedContent = StoredContent & Pick<File, 'sha256'>;

/** Whole contents of any Account that lie elsewhere than in this place, the oldest first. */
export function listElsewhere(db: Queryable, place: ContentPlace, limit: number): Promise<MovedContent[]> {
  return db.query<MovedContent>(sql`
    SELECT account_uuid, uuid AS content_uuid, place, size_bytes, sha256 FROM file_contents
    WHERE place <> ${place} AND sha256 IS NOT NULL ORDER BY created_at, uuid LIMIT ${limit}`);
}

/** Says where a content lies. In a storage elsewhere it has no pieces here. */
export async function setPlace(
  db: Queryable,
  { account_uuid, content_uuid }: StoredContent,
  place: ContentPlace,
): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx.query(sql`
      UPDATE file_contents SET place = ${place} WHERE uuid = ${content_uuid} AND account_uuid = ${account_uuid}
      RETURNING 1`);
    if (place === 'database') return;
    await deletePieces(tx, { account_uuid, content_uuid });
    // It was deleted while it was moved.
    if (rows.length === 0)
      await tx.query(sql`
        INSERT INTO file_leavings (account_uuid, content_uuid, created_at)
        VALUES (${account_uuid}, ${content_uuid}, now()) ON CONFLICT DO NOTHING`);
  });
}

export async function deletePieces(
  db: Queryable,
  { account_uuid, content_uuid }: Pick<StoredContent, 'account_uuid' | 'content_uuid'>,
): Promise<void> {
  await db.query(sql`
    DELETE FROM file_pieces USING file_contents
    WHERE content_uuid = ${content_uuid} AND uuid = content_uuid AND account_uuid = ${account_uuid}`);
}

export async function putPiece(
  db: Queryable,
  { account_uuid, content_uuid }: StoredContent,
  position: number,
  bytes: Buffer,
): Promise<void> {
  await db.query(sql`
    INSERT INTO file_pieces (content_uuid, "position", bytes)
    SELECT uuid, ${position}, ${bytes} FROM file_contents
    WHERE uuid = ${content_uuid} AND account_uuid = ${account_uuid}`);
}

type Leaving = Pick<StoredContent, 'account_uuid' | 'content_uuid'>;

/** Objects of any Account that nothing refers to. */
export function listLeavings(db: Queryable, limit: number): Promise<Leaving[]> {
  return db.query<Leaving>(sql`
    SELECT account_uuid, content_uuid FROM file_leavings ORDER BY created_at LIMIT ${limit}`);
}

export async function deleteLeaving(db: Queryable, { account_uuid, content_uuid }: Leaving): Promise<void> {
  await db.query(sql`
    DELETE FROM file_leavings WHERE account_uuid = ${account_uuid} AND content_uuid = ${content_uuid}`);
}
