import type { Role } from '@rapport/contract/accounts';
import type { DropOutcome, HeldReason } from '@rapport/contract/mail-drop';
import sql from 'sql-template-tag';
import type { Queryable } from '../../../platform/database/database.ts';
import type { FoundMail } from '../../sync/look.ts';

/** A drop box by its secret, with the role of its User and their addresses in lower case. */
export type FoundBox = {
  uuid: string;
  account_uuid: string;
  user_uuid: string;
  role: Role;
  addresses: string[];
};

/** The drop box of any User that has this secret, for the service itself. */
export async function findBySecret(db: Queryable, secret_hash: Buffer): Promise<FoundBox | undefined> {
  const [row] = await db.query<FoundBox>(sql`
    SELECT box.uuid, box.account_uuid, box.user_uuid, logins.role,
      ARRAY(SELECT lower(email) FROM users WHERE users.uuid = box.user_uuid
        UNION SELECT lower(address) FROM mailboxes
        WHERE mailboxes.user_uuid = box.user_uuid AND mailboxes.account_uuid = box.account_uuid) AS addresses
    FROM mail_drop_boxes AS box
    JOIN logins ON logins.user_uuid = box.user_uuid AND logins.account_uuid = box.account_uuid
    JOIN accounts ON accounts.uuid = box.account_uuid AND accounts.deleted_at IS NULL
    WHERE box.secret_hash = ${secret_hash}`);
  return row;
}

/** Has other mail to the box wait. False: its address is another by now, or has ended. */
export async function lockBox(
  tx: Queryable,
  { uuid, account_uuid }: FoundBox,
  secret_hash: Buffer,
): Promise<boolean> {
  const rows = await tx.query(sql`
    SELECT uuid FROM mail_drop_boxes
    WHERE uuid = ${uuid} AND account_uuid = ${account_uuid} AND secret_hash = ${secret_hash} FOR UPDATE`);
  return rows.length > 0;
}

/** Notes what became of the last mail. */
export async function noteOutcome(
  tx: Queryable,
  { uuid, account_uuid }: FoundBox,
  outcome: DropOutcome,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    UPDATE mail_drop_boxes SET last_outcome = ${outcome}, last_mail_at = ${now}
    WHERE uuid = ${uuid} AND account_uuid = ${account_uuid}`);
}

/** How many mails a box holds back, how long they are, and whether this is one of them. */
export async function countHeld(
  tx: Queryable,
  { uuid, account_uuid }: FoundBox,
  fingerprint: Buffer,
): Promise<{ count: number; bytes: number; is_there: boolean }> {
  const [row] = await tx.query<{ count: number; bytes: string; is_there: boolean }>(sql`
    SELECT count(*), coalesce(sum(length(bytes)), 0)::text AS bytes,
      coalesce(bool_or(fingerprint = ${fingerprint}), false) AS is_there
    FROM mail_held WHERE drop_box_uuid = ${uuid} AND account_uuid = ${account_uuid}`);
  return { ...row!, bytes: Number(row!.bytes) };
}

export async function insertHeld(
  tx: Queryable,
  { uuid: drop_box_uuid, account_uuid }: FoundBox,
  {
    uuid,
    reason,
    sender,
    bytes,
    now,
  }: { uuid: string; reason: HeldReason; sender: string; bytes: Buffer; now: Date },
  { fingerprint, subject, sent_at }: Pick<FoundMail, 'fingerprint' | 'subject' | 'sent_at'>,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO mail_held (uuid, account_uuid, drop_box_uuid, fingerprint, reason, sender, subject, sent_at, bytes,
      created_at)
    VALUES (${uuid}, ${account_uuid}, ${drop_box_uuid}, ${fingerprint}, ${reason}, ${sender}, ${subject}, ${sent_at},
      ${bytes}, ${now})`);
}
