import type { DropOutcome } from '@rapport/contract/mail-drop';
import sql from 'sql-template-tag';
import { type Reach, within } from '../../../access/reach.ts';
import type { Queryable } from '../../../platform/database/database.ts';

export type BoxRow = {
  uuid: string;
  account_uuid: string;
  user_uuid: string;
  secret_encrypted: Buffer;
  last_outcome: DropOutcome | null;
  last_mail_at: string | null;
  created_at: string;
  updated_at: string;
};

/** Whose drop boxes: of a User, in the Accounts in reach. */
type Owner = { user_uuid: string; reach: Reach };

const COLUMNS = sql`uuid, account_uuid, user_uuid, secret_encrypted, last_outcome, last_mail_at, created_at, updated_at`;

export function listBoxes(db: Queryable, { user_uuid, reach }: Owner): Promise<BoxRow[]> {
  return db.query<BoxRow>(sql`
    SELECT ${COLUMNS} FROM mail_drop_boxes WHERE user_uuid = ${user_uuid} AND ${within(reach)} ORDER BY uuid`);
}

/** Writes a drop box, or another secret of the one that is there. */
export async function putBox(
  tx: Queryable,
  { uuid, account_uuid, user_uuid }: Pick<BoxRow, 'uuid' | 'account_uuid' | 'user_uuid'>,
  { secret_hash, secret_encrypted, now }: { secret_hash: Buffer; secret_encrypted: Buffer; now: Date },
): Promise<BoxRow> {
  const [row] = await tx.query<BoxRow>(sql`
    INSERT INTO mail_drop_boxes (uuid, account_uuid, user_uuid, secret_hash, secret_encrypted, created_at, updated_at)
    VALUES (${uuid}, ${account_uuid}, ${user_uuid}, ${secret_hash}, ${secret_encrypted}, ${now}, ${now})
    ON CONFLICT (user_uuid, account_uuid) DO UPDATE SET secret_hash = excluded.secret_hash,
      secret_encrypted = excluded.secret_encrypted, updated_at = excluded.updated_at
    RETURNING ${COLUMNS}`);
  return row!;
}

export async function deleteBox(
  db: Queryable,
  { uuid, account_uuid, user_uuid }: Pick<BoxRow, 'uuid' | 'account_uuid' | 'user_uuid'>,
): Promise<void> {
  await db.query(sql`
    DELETE FROM mail_drop_boxes
    WHERE uuid = ${uuid} AND account_uuid = ${account_uuid} AND user_uuid = ${user_uuid}`);
}
