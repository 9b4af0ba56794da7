import type { Login, LoginCreate, Role } from '@rapport/contract/accounts';
import { LOGINS_LIST } from '@rapport/contract/lists';
import type { Caller, Cause } from '../../access/caller.ts';
import { momentOf } from '../../access/days.ts';
import { countOwned } from '../../access/owned.ts';
import { may, only, reachOf, wholeAccount } from '../../access/reach.ts';
import { reachIn, refuseUnless, refuseUnlessFresh } from '../../access/rules.ts';
import { recordAudit } from '../../audit/actions.ts';
import { recordEvents } from '../../events/actions.ts';
import { findUserByEmail } from '../../identity/actions.ts';
import { enqueue } from '../../jobs/actions.ts';
import { nudgeUser } from '../../live/nudge.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { type ListQuery, parseListQuery } from '../../platform/lists/list-query.ts';
import type { Page } from '../../platform/lists/page.ts';
import { fieldsInvalid, noSuch, notFound, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { type PeopleCore, tellOwners } from '../owner-mails.ts';
import { findAccount } from '../queries.ts';
import { LOOK_FOR_NAME } from './name-job.ts';
import * as queries from './queries.ts';
import { refuseLastOwner, refuseMoreLogins, refuseMoreOwned, refuseOwnerChange } from './rules.ts';

/** The caller's own Logins, one for each of their Accounts. */
export async function listOwnLogins(
  { db, clock }: Core,
  caller: Caller,
  query: ListQuery,
): Promise<Page<Login> | Problem> {
  const list = parseListQuery(LOGINS_LIST, query, momentOf({ clock }, caller, query.account_uuid));
  if (list instanceof Problem) return list;
  const reach = reachIn(caller, list.account_uuid);
  return reach instanceof Problem ? reach : queries.listLogins(db, reach, caller.user_uuid, list);
}

/** All Logins to the Account. */
export async function listLoginsOfAccount(
  { db, clock }: Core,
  caller: Caller,
  account_uuid: string,
  query: ListQuery,
): Promise<Page<Login> | Problem> {
  const list = parseListQuery(LOGINS_LIST, query, momentOf({ clock }, caller, account_uuid));
  if (list instanceof Problem) return list;
  return (
    refuseUnless(caller, account_uuid, 'read', 'Account') ??
    queries.listLogins(db, only(reachOf(caller), account_uuid), null, list)
  );
}

export async function getLogin({ db }: Core, caller: Caller, uuid: string): Promise<Login | Problem> {
  return (await queries.findLogin(db, reachOf(caller), uuid)) ?? notFound('login');
}

/**
 * Gives a User a Login without checking a caller. The operator needs no role. For an invitation the
 * role of its sender has been checked, and the User has agreed.
 */
export async function addLoginUnchecked(
  core: PeopleCore,
  cause: Cause,
  account_uuid: string,
  fields: LoginCreate,
): Promise<Login | Problem> {
  const account = await findAccount(core.db, account_uuid);
  return account ? addUser(core, cause, account.uuid, fields) : noSuch('Account', 'rapport accounts list');
}

/**
 * Changes the role of a Login; records `login.updated` unless the role is the same. Refused for the
 * last owner of an Account.
 */
export async function changeRole(
  core: PeopleCore,
  caller: Caller,
  uuid: string,
  role: Role,
): Promise<Login | Problem> {
  return core.db.transaction(async (tx) => {
    const before = await lockLogin(core, tx, caller, uuid, role);
    return before instanceof Problem ? before : storeRole(core, tx, caller, before, role);
  });
}

/** Writes the role and all that follows from it; the Login and its Account are locked. */
export async function storeRole(
  core: PeopleCore,
  tx: Transaction,
  cause: Cause,
  before: Login,
  role: Role,
): Promise<Login | Problem> {
  if (before.role === role) return before;
  if (role === 'owner') {
    const { owned } = await queries.lockAndCountLogins(tx, before.user_uuid);
    const refusal = refuseMoreOwned(owned);
    if (refusal) return refusal;
  }
  const after = { ...before, role, updated_at: toApiTime(core.clock.now()) };
  await queries.updateLoginRole(tx, after);
  nudgeUser(tx, before.user_uuid, 'login');
  const previous = { role: before.role };
  recordEvents(core, tx, cause, [
    { event: 'login.updated', account_uuid: before.account_uuid, record: after, previous },
  ]);
  await auditLogin(core, tx, cause, 'login.updated', after, { role_before: before.role });
  if (role === 'owner') await tellOwners(core, tx, cause, { what: 'owner_added', login: after });
  if (before.role === 'owner') await tellOwners(core, tx, cause, { what: 'owner_removed', login: after });
  return after;
}

/**
 * Ends a Login: the User's tokens no longer reach the Account. Records `login.deleted`. Refused for
 * the last owner, and, unless the records are left, for who owns some that others would not see.
 */
export async function removeLogin(
  core: PeopleCore,
  caller: Caller,
  uuid: string,
  leave_records = false,
): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const login = await lockLogin(core, tx, caller, uuid, null);
    if (login instanceof Problem) return login;
    const refusal = leave_records ? null : await refuseStillOwner(tx, login);
    if (refusal) return refusal;
    await storeRemoval(core, tx, caller, login);
    return null;
  });
}

/**
 * 409 for a Login whose User owns records of an Account that narrows what is seen: members would
 * not see them any more, and nobody would be told.
 */
export async function refuseStillOwner(
  db: Queryable,
  { account_uuid, user_uuid, user }: Login,
): Promise<Problem | null> {
  const owned = Object.entries(await countOwned(db, account_uuid, user_uuid));
  if (owned.length === 0) return null;
  const said = owned.map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`).join(', ');
  const detail = `${user.name} still owns ${said}, which members would no longer see. Hand them over first (POST /api/v2/accounts/{uuid}/handovers), or leave them (leave_records=true): then admins and owners see them.`;
  return new Problem('still_owner', detail);
}

/** Deletes a locked Login, with all that follows from it. */
export async function storeRemoval(
  core: PeopleCore,
  tx: Transaction,
  cause: Cause,
  login: Login,
): Promise<Login> {
  // Recorded before the Login is gone, so that webhooks of its User get the event as well.
  recordEvents(core, tx, cause, [
    { event: 'login.deleted', account_uuid: login.account_uuid, record: login, previous: null },
  ]);
  nudgeUser(tx, login.user_uuid, 'login');
  const agreed_since = await queries.deleteLogin(tx, login.account_uuid, login.uuid);
  // An earlier invitation that is still open would let the former member in again.
  await queries.deleteInvitationOf(tx, login.account_uuid, login.user);
  // The log of the Account uses `agreed_since` to keep showing the actions of the former member.
  await auditLogin(core, tx, cause, 'login.deleted', login, agreed_since === null ? {} : { agreed_since });
  if (login.role === 'owner') await tellOwners(core, tx, cause, { what: 'owner_removed', login });
  return login;
}

async function addUser(
  core: PeopleCore,
  cause: Cause,
  account_uuid: string,
  { email, role }: LoginCreate,
): Promise<Login | Problem> {
  return core.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user instanceof Problem) return noSuchUser(email);
    // Locked before the Logins are counted, so that the Account is not deleted meanwhile.
    if (!(await findAccount(tx, account_uuid, 'FOR KEY SHARE'))) return notFound('Account');
    const login = await insertLogin(core, tx, { account_uuid, user_uuid: user.uuid, role });
    if (!login) return hasLoginAlready(email);
    if (login instanceof Problem) return login;
    recordEvents(core, tx, cause, [{ event: 'login.created', account_uuid, record: login, previous: null }]);
    await auditLogin(core, tx, cause, 'login.created', login);
    await enqueue(core, tx, LOOK_FOR_NAME, { step: { account_uuid, user_uuid: user.uuid }, account_uuid });
    if (role === 'owner') await tellOwners(core, tx, cause, { what: 'owner_added', login });
    return login;
  });
}

/** The refusal for somebody who adds a User who is not there. */
export function noSuchUser(email: string): Problem {
  const detail = `There is no User with the address ${email}. Invite them (POST /api/v2/accounts/{uuid}/invitations), or let the operator create one.`;
  return fieldsInvalid({ pointer: '/email', code: 'not_found', detail });
}

/** The refusal for somebody who adds a User who is a member already. */
export function hasLoginAlready(email: string): Problem {
  return new Problem('conflict', `${email} has a login to this Account already. Change its role instead.`);
}

/**
 * Gives the User a Login in the caller's transaction; the caller records the event. Null when there
 * is one already; 422 when the User has too many Logins.
 */
export async function insertLogin(
  core: Core,
  tx: Transaction,
  fields: { account_uuid: string; user_uuid: string; role: Role },
): Promise<Login | Problem | null> {
  const refusal = refuseMoreLogins(await queries.lockAndCountLogins(tx, fields.user_uuid), fields.role);
  if (refusal) return refusal;
  const uuid = newUuid(core.clock.now());
  const created_at = toApiTime(core.clock.now());
  if (!(await queries.insertLogin(tx, { uuid, ...fields, created_at }))) return null;
  nudgeUser(tx, fields.user_uuid, 'login');
  return (await queries.findLogin(tx, wholeAccount(fields.account_uuid), uuid))!;
}

/** Audits a change of a Login: roles decide who may do what, so they concern security. */
export function auditLogin(
  core: Core,
  tx: Transaction,
  cause: Cause,
  action: 'login.created' | 'login.updated' | 'login.deleted',
  login: Login,
  more: { role_before?: Role; agreed_since?: string } = {},
): Promise<void> {
  const { uuid: login_uuid, user_uuid, account_uuid, role } = login;
  const { email_verified } = login.user;
  const details = { login_uuid, role, email_verified, ...more };
  const { oauth_client_uuid } = cause;
  return recordAudit(core, tx, cause, action, { user_uuid, account_uuid, oauth_client_uuid, details });
}

/**
 * The Login, found and locked together with its Account. So the number of owners cannot change
 * meanwhile.
 */
async function lockLogin(
  core: Core,
  tx: Transaction,
  caller: Caller,
  uuid: string,
  roleAfter: Role | null,
): Promise<Login | Problem> {
  const reach = reachOf(caller);
  const found = await queries.findLogin(tx, reach, uuid);
  if (!found) return notFound('login');
  const { account_uuid } = found;
  // Everybody may leave; all other changes need the right to manage Logins.
  const leaving = roleAfter === null && found.user_uuid === caller.user_uuid;
  const refusal =
    (leaving ? null : refuseUnless(caller, account_uuid, 'manage_logins', 'login')) ??
    refuseUnlessFresh(caller, core.clock.now());
  if (refusal) return refusal;
  await findAccount(tx, account_uuid, 'FOR UPDATE');
  const login = await queries.findLogin(tx, reach, uuid);
  if (!login) return notFound('login');
  const owners = await queries.countOwners(tx, account_uuid);
  const mayOwners = may(reach, account_uuid, 'manage_owners');
  return (
    (leaving ? null : refuseOwnerChange(mayOwners, login.role, roleAfter ?? 'viewer')) ??
    refuseLastOwner(login.role, owners, roleAfter) ??
    login
  );
}
