import type { MailExclusion } from '@rapport/contract/mail-exclusions';
import sql from 'sql-template-tag';
import { type Reach, within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';

type Owner = { user_uuid: string; reach: Reach };

/** The rules of a User, and those of all in the Accounts in reach. */
export function listExclusions(db: Queryable, { user_uuid, reach }: Owner): Promise<MailExclusion[]> {
  return db.query<MailExclusion>(sql`
    SELECT uuid, account_uuid, user_uuid, sort, pattern, created_at, created_at AS updated_at FROM mail_exclusions
    WHERE ${within(reach)} AND (user_uuid IS NULL OR user_uuid = ${user_uuid}) ORDER BY uuid`);
}

/** Counts the rules of an Account, and whether this one is there. Others who add wait. */
export async function countExclusions(
  tx: Queryable,
  row: MailExclusion,
): Promise<{ count: number; is_taken: boolean }> {
  const { account_uuid, user_uuid, sort, pattern } = row;
  await tx.query(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mail exclusions ${account_uuid}`}, 0))`,
  );
  const [found] = await tx.query<{ count: number; is_taken: boolean }>(sql`
    SELECT count(*), coalesce(bool_or(user_uuid IS NOT DISTINCT FROM ${user_uuid}::uuid AND sort = ${sort}
      AND pattern = ${pattern}), false) AS is_taken
    FROM mail_exclusions WHERE account_uuid = ${account_uuid}`);
  return found!;
}

export async function insertExclusion(tx: Queryable, row: MailExclusion): Promise<void> {
  await tx.query(sql`
    INSERT INTO mail_exclusions (uuid, account_uuid, user_uuid, sort, pattern, created_at)
    VALUES (${row.uuid}, ${row.account_uuid}, ${row.user_uuid}, ${row.sort}, ${row.pattern}, ${row.created_at})`);
}

export async function deleteExclusion(
  tx: Queryable,
  { uuid, account_uuid }: Pick<MailExclusion, 'uuid' | 'account_uuid'>,
): Promise<void> {
  await tx.query(sql`DELETE FROM mail_exclusions WHERE uuid = ${uuid} AND account_uuid = ${account_uuid}`);
}
