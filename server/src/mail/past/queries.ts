import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type NewPoint = { account_uuid: string; point: string };

/** Takes addresses that Clients and Contacts of any Account have got, each once. */
export function takeNewPoints(tx: Queryable, limit: number): Promise<NewPoint[]> {
  return tx.query<NewPoint>(sql`
    WITH taken AS (
      DELETE FROM mail_new_points WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM mail_new_points LIMIT ${limit} FOR UPDATE SKIP LOCKED))
      RETURNING account_uuid, point)
    SELECT DISTINCT account_uuid, point FROM taken`);
}

/** Has all mailboxes of an Account be looked at anew, and forgets its new addresses. */
export async function beginAnew(tx: Queryable, account_uuid: string): Promise<void> {
  await tx.query(sql`
    UPDATE mailbox_folders SET last_uid = 0
    WHERE mailbox_uuid IN (SELECT uuid FROM mailboxes WHERE account_uuid = ${account_uuid})`);
  await tx.query(sql`DELETE FROM mail_new_points WHERE account_uuid = ${account_uuid}`);
}

/** Notes that the mailboxes of these Accounts that are refused are to be looked at anew later. */
export async function needPast(tx: Queryable, account_uuids: string[]): Promise<void> {
  await tx.query(sql`
    UPDATE mailboxes SET needs_past = true
    WHERE account_uuid = ANY(${account_uuids}::uuid[]) AND state = 'failed' AND NOT needs_past`);
}

/** Notes it of a mailbox of which the past could not be read. */
export async function needPastOf(tx: Queryable, uuid: string): Promise<void> {
  await tx.query(sql`UPDATE mailboxes SET needs_past = true WHERE uuid = ${uuid}`);
}

/** The mailboxes of these Accounts that are read. */
export function listMailboxesOf(
  tx: Queryable,
  account_uuids: string[],
): Promise<{ uuid: string; account_uuid: string }[]> {
  return tx.query(sql`
    SELECT uuid, account_uuid FROM mailboxes
    WHERE account_uuid = ANY(${account_uuids}::uuid[]) AND state <> 'failed'`);
}

/** Notes that mails of the past were kept. */
export async function notePast(
  tx: Queryable,
  uuid: string,
  { kept, last_mail_at }: { kept: number; last_mail_at: Date },
): Promise<void> {
  await tx.query(sql`
    UPDATE mailboxes SET kept_count = kept_count + ${kept},
      last_mail_at = greatest(last_mail_at, ${last_mail_at}::timestamptz) WHERE uuid = ${uuid}`);
}
