import type { NotificationSort } from '@rapport/contract/notifications';
import sql, { raw } from 'sql-template-tag';
import { openTo } from '../../access/open-to.ts';
import { hiddenFrom } from '../../access/seen-rows.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** A notification whose mail is due, with all that the mail says. */
export type Mailed = {
  user_uuid: string;
  email: string;
  user_name: string;
  sort: NotificationSort;
  event: string | null;
  resource: string;
  subject_uuid: string;
  title: string;
  count: number;
  change_uuid: string | null;
  account_uuid: string | null;
  account_name: string | null;
  doer: string | null;
  due_on: string | null;
  due_at: string | null;
  time_zone: string | null;
};

/**
 * Takes the notifications of some Users whose mails are due, with those of the same Users that are
 * due soon. What was read meanwhile, or may no longer be read, needs no mail and is left out.
 */
export function takeMails(tx: Queryable, now: Date, users: number): Promise<Mailed[]> {
  return tx.query(sql`
    WITH due AS MATERIALIZED (
      SELECT uuid FROM notifications WHERE mail_at IS NOT NULL AND user_uuid IN (
        SELECT user_uuid FROM (SELECT user_uuid FROM notifications WHERE mail_at <= ${now} ORDER BY mail_at LIMIT ${users}) AS first)
      ORDER BY uuid LIMIT 500 FOR NO KEY UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE notifications SET mail_at = NULL WHERE uuid IN (SELECT uuid FROM due) RETURNING *
    )
    SELECT one.user_uuid, users.email, users.name AS user_name, one.sort, event, resource, subject_uuid, title, count, change_uuid,
      one.account_uuid, accounts.name AS account_name, coalesce(doer.name, one.actor ->> 'name') AS doer, due_on, due_at,
      coalesce(users.time_zone, accounts.time_zone) AS time_zone
    FROM taken AS one JOIN users ON users.uuid = one.user_uuid AND users.deactivated_at IS NULL
    LEFT JOIN accounts ON accounts.uuid = one.account_uuid
    LEFT JOIN users AS doer ON doer.uuid = (one.actor ->> 'user_uuid')::uuid
    WHERE one.read_at IS NULL AND (one.account_uuid IS NULL OR EXISTS (
      SELECT FROM (${openTo(raw('one.user_uuid'))}) AS open WHERE open.uuid = one.account_uuid))
      AND NOT ${hiddenFrom(raw('one.user_uuid'), raw('one.account_uuid'), raw('one.subject_uuid'), 'one.resource')}
    ORDER BY one.user_uuid, one.uuid`);
}
