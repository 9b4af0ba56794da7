import type { Account, AccountPlace, AccountUpdate, DeletedAccount } from '@rapport/contract/accounts';
import { NOWHERE, type Place } from '@rapport/contract/days';
import type { Language } from '@rapport/contract/languages';
import { ACCOUNTS_LIST } from '@rapport/contract/lists';
import type { Caller, Cause } from '../access/caller.ts';
import { momentOf } from '../access/days.ts';
import { reachIn, refuseUnless, refuseUnlessFresh } from '../access/rules.ts';
import { recordAudit } from '../audit/actions.ts';
import { recordEvents } from '../events/actions.ts';
import { remindInNewZone } from '../notifications/reminders/actions.ts';
import { changedFields } from '../platform/changed-fields.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { versionMismatch } from '../platform/http/server/etag.ts';
import { newUuid } from '../platform/ids.ts';
import { type ListQuery, parseListQuery } from '../platform/lists/list-query.ts';
import type { Page } from '../platform/lists/page.ts';
import { noSuch, notFound, Problem } from '../platform/problem.ts';
import { type Clock, toApiTime } from '../platform/time/clock.ts';
import { keptSince, restorableUntil } from '../platform/time/deleted-lifetime.ts';
import { auditLogin, insertLogin } from './logins/actions.ts';
import { listNewestAccounts } from './look-ups.ts';
import { type PeopleCore, tellOwners } from './owner-mails.ts';
import * as queries from './queries.ts';
import { readNumbersAnew } from './renew-job.ts';
import { refuseGuardChange, refuseUnconfirmed } from './rules.ts';

/**
 * Keeps each statement short: a batch of this size, with its events, took half a second, and three
 * on a busy machine.
 */
const PURGE_BATCH = 10_000;

/**
 * Creates an Account with its first owner; records `account.created` and `login.created`. 422 for a
 * User who owns 100 Accounts already.
 */
export async function createAccount(
  core: Core,
  cause: Cause,
  owner_uuid: string,
  fields: { name: string; language?: Language } & AccountPlace,
): Promise<Account | Problem> {
  const now = toApiTime(core.clock.now());
  const account = {
    uuid: newUuid(core.clock.now()),
    name: fields.name,
    currency: fields.currency ?? null,
    country: fields.country ?? null,
    time_zone: fields.time_zone ?? null,
    week_starts_on: fields.week_starts_on ?? NOWHERE.week_starts_on,
    requires_second_factor: false,
    mcp_enabled: true,
    version: 1,
    created_at: now,
    updated_at: now,
  };
  return core.db.transaction(async (tx) => {
    await queries.insertAccount(tx, account, owner_uuid, fields.language ?? null);
    const owner = { account_uuid: account.uuid, user_uuid: owner_uuid, role: 'owner' as const };
    const login = (await insertLogin(core, tx, owner))!;
    if (login instanceof Problem) return login;
    recordEvents(core, tx, cause, [
      { event: 'account.created', account_uuid: account.uuid, record: account, previous: null },
      { event: 'login.created', account_uuid: account.uuid, record: login, previous: null },
    ]);
    await auditLogin(core, tx, cause, 'login.created', login);
    return account;
  });
}

export async function listAccounts(
  { db, clock }: Core,
  caller: Caller,
  query: ListQuery,
): Promise<Page<Account> | Problem> {
  const list = parseListQuery(ACCOUNTS_LIST, query, momentOf({ clock }, caller, query.account_uuid));
  if (list instanceof Problem) return list;
  const reach = reachIn(caller, list.account_uuid);
  return reach instanceof Problem ? reach : queries.listAccounts(db, reach, list);
}

export async function getAccount({ db }: Core, caller: Caller, uuid: string): Promise<Account | Problem> {
  const refusal = refuseUnless(caller, uuid, 'read', 'Account');
  return refusal ?? (await queries.findAccount(db, uuid)) ?? notFound('Account');
}

/**
 * Changes the Account; records `account.updated` unless nothing differs. To change whether members
 * need a second factor, an owner needs a fresh sign-in. To require one, the owner must have one.
 */
export async function updateAccount(
  core: PeopleCore,
  caller: Caller,
  uuid: string,
  fields: AccountUpdate,
  expectedVersions: number[] | null,
): Promise<Account | Problem> {
  return core.db.transaction(async (tx) => {
    const before = await lockAccount(tx, caller, uuid, 'manage_account');
    if (before instanceof Problem) return before;
    const { requires_second_factor: required = before.requires_second_factor } = fields;
    const isGuardChanged = required !== before.requires_second_factor;
    const refusal =
      versionMismatch(before.version, expectedVersions) ??
      (isGuardChanged ? refuseGuardChange(caller, required, core.clock.now()) : null);
    if (refusal) return refusal;
    const changed = {
      ...before,
      ...fields,
      version: before.version + 1,
      updated_at: toApiTime(core.clock.now()),
    };
    const previous = changedFields(before, changed);
    if (previous === null) return before;
    await queries.updateAccount(tx, changed);
    if (changed.country !== null && before.country !== changed.country) {
      await readNumbersAnew(core, tx, caller, uuid);
    }
    if (before.time_zone !== changed.time_zone) await remindInNewZone(tx, { account_uuid: uuid });
    recordEvents(core, tx, caller, [
      { event: 'account.updated', account_uuid: uuid, record: changed, previous },
    ]);
    if (isGuardChanged) await tellOfGuard(core, tx, caller, changed);
    return changed;
  });
}

async function tellOfGuard(
  core: PeopleCore,
  tx: Transaction,
  caller: Caller,
  account: Account,
): Promise<void> {
  const action = account.requires_second_factor
    ? 'account.second_factor_required'
    : 'account.second_factor_optional';
  await auditAccount(core, tx, caller, action, account);
  await tellOwners(core, tx, caller, { what: 'guarded', account });
}

function auditAccount(
  core: Core,
  tx: Transaction,
  caller: Caller,
  action: 'account.deleted' | 'account.second_factor_required' | 'account.second_factor_optional',
  { uuid: account_uuid, name }: Account,
): Promise<void> {
  const { user_uuid, oauth_client_uuid } = caller;
  const subject = { user_uuid, oauth_client_uuid, account_uuid, details: { name } };
  return recordAudit(core, tx, caller, action, subject);
}

/**
 * Deletes the Account, and with it all access to its records, for an owner with a fresh sign-in.
 * Records and audits `account.deleted`, and mails the owners. 30 days later the Account is purged.
 */
export async function deleteAccount(
  core: PeopleCore,
  caller: Caller,
  uuid: string,
  confirm_name: string,
  expectedVersions: number[] | null,
): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const account = await lockAccount(tx, caller, uuid, 'manage_account');
    if (account instanceof Problem) return account;
    const refusal =
      refuseUnlessFresh(caller, core.clock.now()) ??
      versionMismatch(account.version, expectedVersions) ??
      refuseUnconfirmed(account.name, confirm_name);
    if (refusal) return refusal;
    await queries.markAccountDeleted(tx, uuid, toApiTime(core.clock.now()));
    recordEvents(core, tx, caller, [
      { event: 'account.deleted', account_uuid: uuid, record: account, previous: null },
    ]);
    await auditAccount(core, tx, caller, 'account.deleted', account);
    await tellOwners(core, tx, caller, { what: 'deleted', account });
    return null;
  });
}

/** For the operator: the deleted Accounts that can still be restored, each with its last day. */
export async function listDeletedAccounts({ db, clock }: Core): Promise<DeletedAccount[]> {
  return (await queries.listDeletedAccounts(db, keptSince(clock))).map(withEnd);
}

/** The deleted Accounts that the caller can restore, as their owner. */
export async function listOwnDeletedAccounts({ db, clock }: Core, caller: Caller): Promise<DeletedAccount[]> {
  return (await queries.listDeletedAccountsOf(db, caller.user_uuid, keptSince(clock))).map(withEnd);
}

function withEnd(account: queries.DeletedAccountRow): DeletedAccount {
  return { ...account, restorable_until: restorableUntil(new Date(account.deleted_at)) };
}

/**
 * Restores an Account for an owner with a fresh sign-in. 404 for callers who were no owner of it
 * when it was deleted.
 */
export async function restoreOwnAccount(
  core: PeopleCore,
  caller: Caller,
  uuid: string,
): Promise<Account | Problem> {
  const deleted = await queries.listDeletedAccountsOf(core.db, caller.user_uuid, keptSince(core.clock));
  if (!deleted.some((account) => account.uuid === uuid)) return notFound('deleted Account');
  return refuseUnlessFresh(caller, core.clock.now()) ?? restoreAccount(core, caller, uuid);
}

/**
 * Restores an Account deleted within the last 30 days, with all its records and Logins. Records and
 * audits `account.restored`, and mails the owners. It checks no caller: the operator needs no role,
 * and `restoreOwnAccount` has checked the owner.
 */
export async function restoreAccount(
  core: PeopleCore,
  cause: Cause,
  uuid: string,
): Promise<Account | Problem> {
  return core.db.transaction(async (tx) => {
    const deleted = await queries.lockDeletedAccount(tx, uuid, keptSince(core.clock));
    if (!deleted) return noSuch('deleted Account', 'rapport accounts list --deleted');
    const account = { ...deleted, version: deleted.version + 1, updated_at: toApiTime(core.clock.now()) };
    await queries.unmarkAccountDeleted(tx, account);
    recordEvents(core, tx, cause, [
      { event: 'account.restored', account_uuid: uuid, record: account, previous: null },
    ]);
    const { user_uuid } = cause.actor;
    const about = { user_uuid, oauth_client_uuid: null, account_uuid: uuid };
    await recordAudit(core, tx, cause, 'account.restored', { ...about, details: { name: account.name } });
    await tellOwners(core, tx, cause, { what: 'restored', account });
    return account;
  });
}

/** The Accounts of a User that have no active owner, so that nobody can manage them. */
export async function listAccountsWithoutOwner({ db }: Core, user_uuid: string): Promise<Account[]> {
  const accounts = await listNewestAccounts(db, user_uuid, null);
  return accounts.filter(({ owners }) => owners.length === 0).map(({ owners: _, ...account }) => account);
}

/** Whose days an Account counts in; undefined when there is no such Account. */
export async function findPlace(db: Queryable, uuid: string): Promise<Place | undefined> {
  const account = await queries.findAccount(db, uuid);
  return account && { ...account, time_zone: account.time_zone ?? NOWHERE.time_zone };
}

/**
 * Purges one batch of the records of a long deleted Account, or one Account that is already empty.
 * Returns the number of deleted rows, 0 when nothing is left to purge.
 */
export async function purgeDeletedAccounts(db: Queryable, clock: Clock): Promise<number> {
  const uuid = await queries.findDeletedAccount(db, keptSince(clock));
  if (uuid === undefined) return 0;
  const emptied = await queries.emptyDeletedAccount(db, uuid, PURGE_BATCH);
  if (emptied > 0) return emptied;
  await queries.purgeAccount(db, uuid);
  return 1;
}

async function lockAccount(tx: Transaction, caller: Caller, uuid: string, permission: 'manage_account') {
  const refusal = refuseUnless(caller, uuid, permission, 'Account');
  return refusal ?? (await queries.findAccount(tx, uuid, 'FOR UPDATE')) ?? notFound('Account');
}
