import type { NarrowedRole } from '@rapport/contract/access';
import { NARROWED_ROLES } from '@rapport/contract/access';
import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { KeptAccess } from './rules.ts';

/** What an Account narrows; null: nothing, and nobody ever changed it. */
export async function findAccess(
  db: Queryable,
  account_uuid: string,
  lock: '' | 'FOR NO KEY UPDATE' = '',
): Promise<{ access: KeptAccess | null } | undefined> {
  const [row] = await db.query<{ access: KeptAccess | null }>(sql`
    SELECT access FROM accounts WHERE uuid = ${account_uuid} AND deleted_at IS NULL ${raw(lock)}`);
  return row;
}

export async function updateAccess(tx: Queryable, account_uuid: string, access: KeptAccess): Promise<void> {
  await tx.query(
    sql`UPDATE accounts SET access = ${JSON.stringify(access)}::jsonb WHERE uuid = ${account_uuid}`,
  );
}

/** The members of an Account whose role can be narrowed, by name. */
export function listNarrowable(
  db: Queryable,
  account_uuid: string,
  limit: number,
): Promise<
  {
    user_uuid: string;
    name: string;
    role: NarrowedRole;
    mates: string[] | null;
    team_uuids: string[] | null;
  }[]
> {
  return db.query(sql`
    SELECT user_uuid, users.name, role, (
      SELECT json_agg(DISTINCT mate.user_uuid) FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = logins.user_uuid AND own.account_uuid = logins.account_uuid) AS mates, (
      SELECT json_agg(team_uuid) FROM team_members
      WHERE team_members.user_uuid = logins.user_uuid AND team_members.account_uuid = logins.account_uuid) AS team_uuids
    FROM logins JOIN users ON users.uuid = user_uuid
    WHERE account_uuid = ${account_uuid} AND role = ANY(${[...NARROWED_ROLES]}::text[])
    ORDER BY folded(users.name), user_uuid LIMIT ${limit}`);
}
