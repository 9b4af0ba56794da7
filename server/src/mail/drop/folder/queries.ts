import sql from 'sql-template-tag';
import type { Queryable } from '../../../platform/database/database.ts';

/** How far a folder of the operator has been read. It is of no Account. */
export type Progress = { uid_validity: number; last_uid: number };

export async function findProgress(db: Queryable, place: string): Promise<Progress | undefined> {
  const [row] = await db.query<Progress>(sql`
    SELECT uid_validity, last_uid FROM mail_drop_folders WHERE place = ${place}`);
  return row && { uid_validity: Number(row.uid_validity), last_uid: Number(row.last_uid) };
}

export async function putProgress(
  tx: Queryable,
  place: string,
  { uid_validity, last_uid }: Progress,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO mail_drop_folders (place, uid_validity, last_uid) VALUES (${place}, ${uid_validity}, ${last_uid})
    ON CONFLICT (place) DO UPDATE SET uid_validity = excluded.uid_validity, last_uid = excluded.last_uid`);
}
