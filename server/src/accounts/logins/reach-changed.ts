import type { Login } from '@rapport/contract/accounts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Cause } from '../../access/caller.ts';
import { recordEvents } from '../../events/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { LOGIN_RECORDS } from './queries.ts';

/** Whose reach changed: all with these roles, or these Users if the Account narrows their role. */
type Whose = { roles: readonly string[] } | { user_uuids: readonly string[] };

/**
 * Records `login.reach_changed` for each Login that sees or changes other records from now on. Who
 * mirrors an Account would else keep what was taken away.
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
  recordEvents(
    core,
    tx,
    cause,
    logins.map((record) => ({ event: 'login.reach_changed', account_uuid, record, previous: null })),
  );
}

function isOf(whose: Whose): Sql {
  if ('roles' in whose) return sql`role = ANY(${[...whose.roles]}::text[])`;
  return sql`user_uuid = ANY(${[...whose.user_uuids]}::uuid[]) AND EXISTS (
    SELECT FROM accounts WHERE accounts.uuid = login_records.account_uuid
      AND accounts.access -> 'levels' -> login_records.role IS NOT NULL)`;
}
