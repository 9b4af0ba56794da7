import type { Login } from '@rapport/contract/accounts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Cause } from '../../access/caller.ts';
import { recordFacts } from '../../events/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { LOGIN_RECORDS } from './queries.ts';

/**
 * Whose reach changed: all with these roles, or these Users if the Account narrows their role. By
 * records that changed hands: of those who see not all, the named Users, whoever is in a team that
 * is named or shares one with a User who is, or all of them.
 */
type Whose =
  | { roles: readonly string[] }
  | { user_uuids: readonly string[] }
  | { named: readonly string[]; isAll: boolean };

/**
 * Records `login.reach_changed` for each Login that sees or changes other records from now on. Who
 * mirrors an Account would else keep what was taken away. Only its User is told: it is in no list
 * of changes, and no page hears of it.
 */
export async function recordReachChanged(
  core: Core,
  tx: Transaction,
  cause: Cause,
  account_uuid: string,
  whose: Whose,
): Promise<void> {
  const logins = await tx.query<Login>(sql`
    SELECT * FROM ${raw(LOGIN_RECORDS)} WHERE account_uuid = ${account_uuid} AND ${isOf(whose)} ORDER BY uuid`);
  recordFacts(
    core,
    tx,
    cause,
    logins.map((record) => ({
      event: 'login.reach_changed',
      account_uuid,
      record,
      previous: null,
    })),
  );
}

function isOf(whose: Whose): Sql {
  if ('roles' in whose) return sql`role = ANY(${[...whose.roles]}::text[])`;
  if ('user_uuids' in whose)
    return sql`user_uuid = ANY(${[...whose.user_uuids]}::uuid[]) AND ${isNarrowed(sql`IS NOT NULL`)}`;
  const seesNotAll = isNarrowed(sql`@? '$.*.see ? (@ != "all")'`);
  if (whose.isAll) return seesNotAll;
  const named = [...whose.named];
  const own = sql`own.user_uuid = login_records.user_uuid AND own.account_uuid = login_records.account_uuid`;
  return sql`${seesNotAll} AND (user_uuid = ANY(${named}::uuid[])
    OR EXISTS (SELECT FROM team_members AS own WHERE ${own} AND own.team_uuid = ANY(${named}::uuid[]))
    OR (${isNarrowed(sql`@? '$.*.see ? (@ == "team")'`)} AND EXISTS (
      SELECT FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE ${own} AND mate.user_uuid = ANY(${named}::uuid[]))))`;
}

/** The condition that this holds for the levels of the role of a Login. */
function isNarrowed(is: Sql): Sql {
  return sql`EXISTS (SELECT FROM accounts WHERE accounts.uuid = login_records.account_uuid
    AND accounts.access -> 'levels' -> login_records.role ${is})`;
}
