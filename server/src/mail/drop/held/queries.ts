import { HELD_DAYS, type HeldMail } from '@rapport/contract/mail-drop';
import sql from 'sql-template-tag';
import { type Reach, within } from '../../../access/reach.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/time/clock.ts';

/** Whose held mail: of a User, in the Accounts in reach. */
type Owner = { user_uuid: string; reach: Reach };

const isOwn = ({ user_uuid, reach }: Owner) => sql`
  ${within(reach, 'mail_held')} AND EXISTS (SELECT FROM mail_drop_boxes AS box
    WHERE box.uuid = drop_box_uuid AND box.user_uuid = ${user_uuid})`;

const COLUMNS = sql`
  uuid, account_uuid, reason, sender AS "from", subject, sent_at, length(bytes) AS size_bytes, created_at,
  created_at AS updated_at`;

/** The newest first. */
export function listHeld(db: Queryable, owner: Owner): Promise<HeldMail[]> {
  return db.query<HeldMail>(sql`
    SELECT ${COLUMNS} FROM mail_held WHERE ${isOwn(owner)} ORDER BY uuid DESC`);
}

/** The bytes of a held mail, and its box. */
export async function findBytes(
  db: Queryable,
  owner: Owner,
  uuid: string,
): Promise<{ account_uuid: string; drop_box_uuid: string; bytes: Buffer } | undefined> {
  const [row] = await db.query<{ account_uuid: string; drop_box_uuid: string; bytes: Buffer }>(sql`
    SELECT account_uuid, drop_box_uuid, bytes FROM mail_held WHERE uuid = ${uuid} AND ${isOwn(owner)}`);
  return row;
}

/**
 * Deletes a held mail. Returns its box, and whether nothing waits there now. Undefined: it is gone,
 * or of somebody else.
 */
export async function deleteHeld(
  db: Queryable,
  owner: Owner,
  uuid: string,
): Promise<{ drop_box_uuid: string; is_last: boolean } | undefined> {
  const [row] = await db.query<{ drop_box_uuid: string; is_last: boolean }>(sql`
    DELETE FROM mail_held WHERE uuid = ${uuid} AND ${isOwn(owner)}
    RETURNING drop_box_uuid, NOT EXISTS (SELECT FROM mail_held AS other
      WHERE other.drop_box_uuid = mail_held.drop_box_uuid AND other.uuid <> mail_held.uuid) AS is_last`);
  return row;
}

const BATCH = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes held mail that nobody wanted in time, of any Account. Returns how many. */
export async function forgetHeld(db: Queryable, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - HELD_DAYS * DAY_MS);
  const rows = await db.query(sql`
    DELETE FROM mail_held WHERE uuid IN (
      SELECT uuid FROM mail_held WHERE created_at < ${before} ORDER BY created_at LIMIT ${BATCH}) RETURNING uuid`);
  return rows.length;
}
