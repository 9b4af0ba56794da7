import type { Login, Role } from '@rapport/contract/accounts';
import type { Cause } from '../../access/caller.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { noSuch, Problem } from '../../platform/problem.ts';
import type { PeopleCore } from '../owner-mails.ts';
import { findAccount } from '../queries.ts';
import { auditLogin, insertLogin, refuseStillOwner, storeRemoval, storeRole } from './actions.ts';
import * as queries from './queries.ts';
import { refuseLastOwner } from './rules.ts';

/**
 * Changes the role of a Login for the operator, who needs no role. The operator names the Login by
 * its Account and its active User.
 */
export async function changeRoleByOperator(
  core: PeopleCore,
  cause: Cause,
  { account_uuid, user_uuid, role }: { account_uuid: string; user_uuid: string; role: Role },
): Promise<Login | Problem> {
  return core.db.transaction(async (tx) => {
    const before = await lockLoginOfUser(tx, account_uuid, user_uuid, role);
    return before instanceof Problem ? before : storeRole(core, tx, cause, before, role);
  });
}

/** Ends a Login for the operator, who names it by its Account and its active User. */
export async function removeLoginByOperator(
  core: PeopleCore,
  cause: Cause,
  {
    account_uuid,
    user_uuid,
    leave_records,
  }: { account_uuid: string; user_uuid: string; leave_records: boolean },
): Promise<Login | Problem> {
  return core.db.transaction(async (tx) => {
    const login = await lockLoginOfUser(tx, account_uuid, user_uuid, null);
    if (login instanceof Problem) return login;
    const refusal = leave_records ? null : await refuseStillOwner(tx, login);
    return refusal ?? storeRemoval(core, tx, cause, login);
  });
}

/**
 * The Login that the operator names. Its Account is locked, so that the number of owners cannot
 * change meanwhile.
 */
async function lockLoginOfUser(
  tx: Transaction,
  account_uuid: string,
  user_uuid: string,
  roleAfter: Role | null,
): Promise<Login | Problem> {
  const account = await findAccount(tx, account_uuid, 'FOR UPDATE');
  if (!account) return noSuch('Account', 'rapport accounts list');
  const login = await queries.findLoginOfUser(tx, account.uuid, user_uuid);
  if (!login) {
    const detail = 'This User has no login to the Account. Give them one with: rapport logins add';
    return new Problem('not_found', detail);
  }
  const owners = await queries.countOwners(tx, account.uuid);
  return refuseLastOwner(login.role, owners, roleAfter) ?? login;
}

/**
 * Gives a User a Login to an Account that has just come from an archive, and audits it. It records
 * no event: the history of the Account is that of the archive. One who has a Login keeps it.
 */
export async function joinUnasked(
  core: Core,
  tx: Transaction,
  cause: Cause,
  fields: { account_uuid: string; user_uuid: string; role: Role },
): Promise<Problem | null> {
  const login = await insertLogin(core, tx, fields);
  if (login instanceof Problem) return login;
  if (login) await auditLogin(core, tx, cause, 'login.created', login);
  return null;
}
