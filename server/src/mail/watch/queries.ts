import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type ToWatch = { uuid: string; account_uuid: string; version: number };

/** The mailboxes that are read, of any User. */
export function listToWatch(db: Queryable): Promise<ToWatch[]> {
  return db.query<ToWatch>(sql`
    SELECT uuid, account_uuid, version FROM mailboxes WHERE state = 'live' ORDER BY uuid`);
}

/** Notes whether the server of a mailbox says by itself when there is something new. */
export async function setWatched(db: Queryable, uuid: string, is_watched: boolean): Promise<void> {
  await db.query(sql`UPDATE mailboxes SET is_watched = ${is_watched} WHERE uuid = ${uuid}`);
}
