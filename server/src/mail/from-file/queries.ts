import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

type Owner = { account_uuid: string; user_uuid: string };

/** Has a mail come here again that its holder has deleted here. */
export async function rememberAgain(
  tx: Queryable,
  { account_uuid, user_uuid }: Owner,
  fingerprint: Buffer,
): Promise<void> {
  await tx.query(sql`
    DELETE FROM mails_forgotten
    WHERE account_uuid = ${account_uuid} AND holder_uuid = ${user_uuid} AND fingerprint = ${fingerprint}`);
}

/** The mail that a holder has kept, by its fingerprint. */
export async function findKept(
  tx: Queryable,
  { account_uuid, user_uuid }: Owner,
  fingerprint: Buffer,
): Promise<{ uuid: string; thread_uuid: string }> {
  const [row] = await tx.query<{ uuid: string; thread_uuid: string }>(sql`
    SELECT uuid, thread_uuid FROM mails
    WHERE account_uuid = ${account_uuid} AND holder_uuid = ${user_uuid} AND fingerprint = ${fingerprint}`);
  return row!;
}
