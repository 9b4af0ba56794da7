import type { Account, AccountUpdate, Login, LoginCreate, Role } from '@rapport/contract/accounts';
import type { Caller, Cause } from '../access/caller.ts';
import { readableAccounts, refuseUnless } from '../access/rules.ts';
import { recordAudit } from '../audit/actions.ts';
import { recordEvents } from '../events/actions.ts';
import { findUserByEmail } from '../identity/actions.ts';
import { changedFields } from '../platform/changed-fields.ts';
import { type Clock, toApiTime } from '../platform/clock.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { Page } from '../platform/database/list.ts';
import { versionMismatch } from '../platform/http/etag.ts';
import { type ListQuery, type ListRequest, parseListQuery } from '../platform/http/list-query.ts';
import { newUuid } from '../platform/ids.ts';
import { fieldsInvalid, notFound, Problem } from '../platform/problem.ts';
import * as queries from './queries.ts';
import { refuseLastOwner, refuseOwnerChange, refuseUnconfirmed } from './rules.ts';

/** How long a deleted Account is kept before it is purged with all it holds. */
const DELETED_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** Creates an Account with its first owner; records `account.created` and `login.created`. */
export async function createAccount(
  core: Core,
  cause: Cause,
  owner_uuid: string,
  fields: { name: string },
): Promise<Account> {
  const now = toApiTime(core.clock.now());
  const account = { uuid: newUuid(), name: fields.name, version: 1, created_at: now, updated_at: now };
  return core.db.transaction(async (tx) => {
    await queries.insertAccount(tx, account);
    const login_uuid = newUuid();
    await queries.insertLogin(tx, {
      uuid: login_uuid,
      account_uuid: account.uuid,
      user_uuid: owner_uuid,
      role: 'owner',
      created_at: now,
    });
    const login = (await queries.findLogin(tx, [account.uuid], login_uuid))!;
    await recordEvents(core, tx, cause, [
      { event: 'account.created', account_uuid: account.uuid, record: account, previous: null },
      { event: 'login.created', account_uuid: account.uuid, record: login, previous: null },
    ]);
    await auditLogin(core, tx, cause, 'login.created', login);
    return account;
  });
}

export async function listAccounts(
  { db }: Core,
  caller: Caller,
  query: ListQuery,
): Promise<Page<Account> | Problem> {
  const list = parseListQuery(queries.ACCOUNTS_LIST, query);
  if (list instanceof Problem) return list;
  const account_uuids = readableAccounts(caller, list.account_uuid);
  return account_uuids instanceof Problem ? account_uuids : queries.listAccounts(db, account_uuids, list);
}

export async function getAccount({ db }: Core, caller: Caller, uuid: string): Promise<Account | Problem> {
  const refusal = refuseUnless(caller, uuid, 'read', 'Account');
  return refusal ?? (await queries.findAccount(db, uuid)) ?? notFound('Account');
}

/** Changes the Account; records `account.updated` unless nothing differs. */
export async function updateAccount(
  core: Core,
  caller: Caller,
  uuid: string,
  fields: AccountUpdate,
  expectedVersions: number[] | null,
): Promise<Account | Problem> {
  return core.db.transaction(async (tx) => {
    const before = await lockAccount(tx, caller, uuid, 'manage_account');
    if (before instanceof Problem) return before;
    const mismatch = versionMismatch(before.version, expectedVersions);
    if (mismatch) return mismatch;
    const changed = {
      ...before,
      ...fields,
      version: before.version + 1,
      updated_at: toApiTime(core.clock.now()),
    };
    const previous = changedFields(before, changed);
    if (previous === null) return before;
    await queries.updateAccount(tx, changed);
    await recordEvents(core, tx, caller, [
      { event: 'account.updated', account_uuid: uuid, record: changed, previous },
    ]);
    return changed;
  });
}

/** Deletes the Account and with it all access to what it holds; records `account.deleted`. Purged after 30 days. */
export async function deleteAccount(
  core: Core,
  caller: Caller,
  uuid: string,
  confirm_name: string,
  expectedVersions: number[] | null,
): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const account = await lockAccount(tx, caller, uuid, 'manage_account');
    if (account instanceof Problem) return account;
    const refusal =
      versionMismatch(account.version, expectedVersions) ?? refuseUnconfirmed(account.name, confirm_name);
    if (refusal) return refusal;
    await queries.markAccountDeleted(tx, uuid, toApiTime(core.clock.now()));
    await recordEvents(core, tx, caller, [
      { event: 'account.deleted', account_uuid: uuid, record: account, previous: null },
    ]);
    return null;
  });
}

/** The caller's own Logins, one for each of their Accounts. */
export async function listOwnLogins(
  { db }: Core,
  caller: Caller,
  query: ListQuery,
): Promise<Page<Login> | Problem> {
  const list = parseListQuery(queries.LOGINS_LIST, query);
  if (list instanceof Problem) return list;
  const account_uuids = readableAccounts(caller, list.account_uuid);
  return account_uuids instanceof Problem
    ? account_uuids
    : queries.listLogins(db, account_uuids, caller.user_uuid, list);
}

/** Everybody who has a login to the Account. */
export async function listLoginsOfAccount(
  { db }: Core,
  caller: Caller,
  account_uuid: string,
  query: ListQuery,
): Promise<Page<Login> | Problem> {
  const list: ListRequest | Problem = parseListQuery(queries.LOGINS_LIST, query);
  if (list instanceof Problem) return list;
  return (
    refuseUnless(caller, account_uuid, 'read', 'Account') ??
    queries.listLogins(db, [account_uuid], null, list)
  );
}

export async function getLogin({ db }: Core, caller: Caller, uuid: string): Promise<Login | Problem> {
  const account_uuids = caller.logins.map((login) => login.account_uuid);
  return (await queries.findLogin(db, account_uuids, uuid)) ?? notFound('login');
}

/** Gives an existing User a login to the Account; records `login.created`. */
export async function addLogin(
  core: Core,
  caller: Caller,
  account_uuid: string,
  fields: LoginCreate,
): Promise<Login | Problem> {
  const refusal =
    refuseUnless(caller, account_uuid, 'manage_logins', 'Account') ??
    refuseOwnerChange(roleOf(caller, account_uuid), fields.role);
  return refusal ?? insertLogin(core, caller, account_uuid, fields);
}

/** The same for the operator, who needs no login. */
export async function addLoginByOperator(
  core: Core,
  cause: Cause,
  account_uuid: string,
  fields: LoginCreate,
): Promise<Login | Problem> {
  const account = await queries.findAccount(core.db, account_uuid);
  return account ? insertLogin(core, cause, account.uuid, fields) : notFound('Account');
}

/** Changes the role; records `login.updated` unless it is the same. The last owner stays one. */
export async function changeRole(
  core: Core,
  caller: Caller,
  uuid: string,
  role: Role,
): Promise<Login | Problem> {
  return core.db.transaction(async (tx) => {
    const before = await lockLogin(tx, caller, uuid, role);
    if (before instanceof Problem || before.role === role) return before;
    const after = { ...before, role, updated_at: toApiTime(core.clock.now()) };
    await queries.updateLoginRole(tx, after);
    const previous = { role: before.role };
    await recordEvents(core, tx, caller, [
      { event: 'login.updated', account_uuid: before.account_uuid, record: after, previous },
    ]);
    await auditLogin(core, tx, caller, 'login.updated', after, before.role);
    return after;
  });
}

/** Ends the login: the User's tokens reach the Account no more. Records `login.deleted`. The last owner cannot go. */
export async function removeLogin(core: Core, caller: Caller, uuid: string): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const login = await lockLogin(tx, caller, uuid, null);
    if (login instanceof Problem) return login;
    await queries.deleteLogin(tx, login.account_uuid, uuid);
    await recordEvents(core, tx, caller, [
      { event: 'login.deleted', account_uuid: login.account_uuid, record: login, previous: null },
    ]);
    await auditLogin(core, tx, caller, 'login.deleted', login);
    return null;
  });
}

/** Whether this User has a login to the Account. */
export function hasLogin(db: Queryable, account_uuid: string, user_uuid: string): Promise<boolean> {
  return queries.hasLogin(db, account_uuid, user_uuid);
}

/** Names of the Accounts a User has a login to, oldest first. */
export function listAccountNames(db: Queryable, user_uuid: string): Promise<string[]> {
  return queries.listAccountNames(db, user_uuid);
}

/** Purges one batch of Accounts deleted long ago; returns how many, so that the caller knows whether to go on. */
export function purgeDeletedAccounts(db: Queryable, clock: Clock): Promise<number> {
  return queries.purgeAccounts(db, new Date(clock.now().getTime() - DELETED_LIFETIME_MS), 1);
}

async function insertLogin(
  core: Core,
  cause: Cause,
  account_uuid: string,
  fields: LoginCreate,
): Promise<Login | Problem> {
  return core.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, fields.email);
    if (user instanceof Problem) {
      const detail = `There is no User with the address ${fields.email}. Ask the operator to create one.`;
      return fieldsInvalid({ pointer: '/email', code: 'not_found', detail });
    }
    const uuid = newUuid();
    const created_at = toApiTime(core.clock.now());
    const inserted = await queries.insertLogin(tx, {
      uuid,
      account_uuid,
      user_uuid: user.uuid,
      role: fields.role,
      created_at,
    });
    if (!inserted)
      return new Problem(
        'conflict',
        `${fields.email} has a login to this Account already. Change its role instead.`,
      );
    const login = (await queries.findLogin(tx, [account_uuid], uuid))!;
    await recordEvents(core, tx, cause, [
      { event: 'login.created', account_uuid, record: login, previous: null },
    ]);
    await auditLogin(core, tx, cause, 'login.created', login);
    return login;
  });
}

/** Who may do what in an Account is a matter of security, so it is in the audit log as well. */
function auditLogin(
  core: Core,
  tx: Transaction,
  cause: Cause,
  action: 'login.created' | 'login.updated' | 'login.deleted',
  login: Login,
  roleBefore?: Role,
): Promise<void> {
  const { uuid: login_uuid, user_uuid, account_uuid, role } = login;
  const details =
    roleBefore === undefined ? { login_uuid, role } : { login_uuid, role, role_before: roleBefore };
  const { oauth_client_uuid } = cause;
  return recordAudit(core, tx, cause, action, { user_uuid, account_uuid, oauth_client_uuid, details });
}

async function lockAccount(tx: Transaction, caller: Caller, uuid: string, permission: 'manage_account') {
  const refusal = refuseUnless(caller, uuid, permission, 'Account');
  return refusal ?? (await queries.findAccount(tx, uuid, 'FOR UPDATE')) ?? notFound('Account');
}

/** The Login, with its Account locked so that the number of owners cannot change meanwhile. */
async function lockLogin(
  tx: Transaction,
  caller: Caller,
  uuid: string,
  roleAfter: Role | null,
): Promise<Login | Problem> {
  const account_uuids = caller.logins.map((login) => login.account_uuid);
  const found = await queries.findLogin(tx, account_uuids, uuid);
  if (!found) return notFound('login');
  const { account_uuid } = found;
  // Everybody may leave by themself; all else is for those who manage logins.
  const leaving = roleAfter === null && found.user_uuid === caller.user_uuid;
  const refusal = leaving ? null : refuseUnless(caller, account_uuid, 'manage_logins', 'login');
  if (refusal) return refusal;
  await queries.findAccount(tx, account_uuid, 'FOR UPDATE');
  const login = await queries.findLogin(tx, account_uuids, uuid);
  if (!login) return notFound('login');
  const owners = await queries.countOwners(tx, account_uuid);
  return (
    (leaving ? null : refuseOwnerChange(roleOf(caller, account_uuid), login.role, roleAfter ?? 'viewer')) ??
    refuseLastOwner(login.role, owners, roleAfter) ??
    login
  );
}

function roleOf(caller: Caller, account_uuid: string): Role {
  return caller.logins.find((login) => login.account_uuid === account_uuid)?.role ?? 'viewer';
}
