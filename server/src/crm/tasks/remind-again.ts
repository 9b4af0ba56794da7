import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Plans the reminders of an Account that was taken in, whose Tasks came without the verbs. */
export async function remindAgain(tx: Queryable, account_uuid: string, now: Date): Promise<void> {
  await tx.query(sql`
    INSERT INTO reminders (record_uuid, account_uuid, user_uuid, resource, title, due_on, due_at, lead, changed_at)
    SELECT uuid, account_uuid, coalesce(assignee_uuid, owner_uuid), 'task', left(title, 120), due_on, due_at, reminder, ${now}
    FROM tasks
    WHERE account_uuid = ${account_uuid} AND status = 'open' AND deleted_at IS NULL AND reminder <> 'none'
      AND coalesce(assignee_uuid, owner_uuid) IS NOT NULL
      AND (due_at > ${now} OR due_at IS NULL AND due_on >= ${now}::timestamptz::date - 1)`);
}
