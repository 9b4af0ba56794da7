import type { Client, ClientCreate, ClientUpdate, DeletedClient } from '@rapport/contract/clients';
import { CLIENTS_LIST, DELETED_CLIENTS_LIST } from '@rapport/contract/lists';
import type { FieldError } from '@rapport/contract/problems';
import type { Caller } from '../../access/caller.ts';
import { accountsOf, accountToWrite, readableAccounts, refuseUnless } from '../../access/rules.ts';
import { hasLogin } from '../../accounts/logins/actions.ts';
import { eraseEvents, listEventsOf, listLastActors, recordEvents } from '../../events/actions.ts';
import type { EventPage } from '../../events/event-page.ts';
import { changedFields } from '../../platform/changed-fields.ts';
import { type Clock, toApiTime } from '../../platform/clock.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { DELETED_LIFETIME_MS, keptSince } from '../../platform/deleted-lifetime.ts';
import { versionMismatch } from '../../platform/http/etag.ts';
import { newUuid } from '../../platform/ids.ts';
import { type ListQuery, parseListQuery } from '../../platform/lists/list-query.ts';
import type { Page } from '../../platform/lists/page.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import * as queries from './queries.ts';
import { changedClient, clientErrors, newClient, OWNER_NOT_FOUND } from './rules.ts';

const CLEAN_UP_BATCH = 1000;

/** Clients of the caller's Accounts, a page at a time. */
export async function listClients(
  { db }: Core,
  caller: Caller,
  query: ListQuery,
): Promise<Page<Client> | Problem> {
  const list = parseListQuery(CLIENTS_LIST, query);
  if (list instanceof Problem) return list;
  const account_uuids = readableAccounts(caller, list.account_uuid);
  return account_uuids instanceof Problem ? account_uuids : queries.listClients(db, account_uuids, list);
}

/** Clients of the caller's Accounts that were deleted and can still be restored, a page at a time. */
export async function listDeletedClients(
  core: Core,
  caller: Caller,
  query: ListQuery,
): Promise<Page<DeletedClient> | Problem> {
  const list = parseListQuery(DELETED_CLIENTS_LIST, query);
  if (list instanceof Problem) return list;
  const account_uuids = readableAccounts(caller, list.account_uuid);
  if (account_uuids instanceof Problem) return account_uuids;
  const page = await queries.listDeletedClients(core.db, account_uuids, keptSince(core.clock), list);
  const uuids = page.data.map(({ uuid }) => uuid);
  const actors = await listLastActors(core, account_uuids, uuids, 'client.deleted');
  const data = page.data.map((client) => ({
    ...client,
    deleted_by: actors.get(client.uuid)!,
    restorable_until: toApiTime(new Date(Date.parse(client.deleted_at) + DELETED_LIFETIME_MS)),
  }));
  return { ...page, data };
}

export async function getClient({ db }: Core, caller: Caller, uuid: string): Promise<Client | Problem> {
  return (await queries.findClient(db, accountsOf(caller), uuid)) ?? notFound('client');
}

/** Creates a Client and records `client.created`. 409 when its external_id is taken in the Account. */
export async function createClient(
  core: Core,
  caller: Caller,
  fields: ClientCreate,
): Promise<Client | Problem> {
  const { account_uuid: wanted, ...written } = fields;
  const account_uuid = accountToWrite(caller, wanted, 'write_clients');
  if (account_uuid instanceof Problem) return account_uuid;
  const now = toApiTime(core.clock.now());
  const client = {
    uuid: newUuid(core.clock.now()),
    account_uuid,
    version: 1,
    ...newClient(written),
    created_at: now,
    updated_at: now,
  };
  return core.db.transaction(async (tx) => {
    const refusal = await refuseClient(tx, client);
    if (refusal) return refusal;
    const inserted = await queries.insertClients(tx, [client]);
    if (inserted.size === 0) {
      return (await refuseExternalId(tx, client)) ?? externalIdTaken(client.external_id);
    }
    await recordEvents(core, tx, caller, [
      { event: 'client.created', account_uuid, record: client, previous: null },
    ]);
    return client;
  });
}

/** Merges `fields` into the Client and records `client.updated`, unless nothing differs. */
export async function updateClient(
  core: Core,
  caller: Caller,
  uuid: string,
  fields: ClientUpdate,
  expectedVersions: number[] | null,
): Promise<Client | Problem> {
  return core.db.transaction(async (tx) => {
    const before = await lockClient(tx, caller, uuid, expectedVersions);
    if (before instanceof Problem) return before;
    const changed = {
      ...changedClient(before, fields),
      version: before.version + 1,
      updated_at: toApiTime(core.clock.now()),
    };
    const previous = changedFields(before, changed);
    if (previous === null) return before;
    const refusal =
      (await refuseClient(tx, changed, before)) ??
      ('external_id' in previous ? await refuseExternalId(tx, changed) : null);
    if (refusal) return refusal;
    if ((await queries.updateClients(tx, [changed])) === 'taken') return externalIdTaken(changed.external_id);
    const { account_uuid } = changed;
    await recordEvents(core, tx, caller, [
      { event: 'client.updated', account_uuid, record: changed, previous },
    ]);
    return changed;
  });
}

/** Deletes the Client and records `client.deleted` with its last state. It is kept for 30 days. */
export async function deleteClient(
  core: Core,
  caller: Caller,
  uuid: string,
  expectedVersions: number[] | null,
): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const client = await lockClient(tx, caller, uuid, expectedVersions);
    if (client instanceof Problem) return client;
    const { account_uuid } = client;
    await queries.markClientDeleted(tx, account_uuid, uuid, toApiTime(core.clock.now()));
    await recordEvents(core, tx, caller, [
      { event: 'client.deleted', account_uuid, record: client, previous: null },
    ]);
    return null;
  });
}

/** Restores a Client deleted within the last 30 days and records `client.restored`. 409 when its external_id is taken by now. */
export async function restoreClient(core: Core, caller: Caller, uuid: string): Promise<Client | Problem> {
  return core.db.transaction(async (tx) => {
    const deleted = await queries.findDeletedClient(tx, accountsOf(caller), keptSince(core.clock), uuid);
    if (!deleted) return notFound('deleted client');
    const { account_uuid } = deleted;
    const refusal =
      refuseUnless(caller, account_uuid, 'write_clients', 'client') ??
      (await refuseExternalId(tx, deleted, CHANGE_IT_THERE));
    if (refusal) return refusal;
    const client = { ...deleted, version: deleted.version + 1, updated_at: toApiTime(core.clock.now()) };
    if ((await queries.unmarkClientDeleted(tx, client)) === 'taken') {
      return externalIdTaken(client.external_id, undefined, CHANGE_IT_THERE);
    }
    await recordEvents(core, tx, caller, [
      { event: 'client.restored', account_uuid, record: client, previous: null },
    ]);
    return client;
  });
}

/** What happened to a Client, the newest first. */
export async function listClientEvents(
  core: Core,
  caller: Caller,
  uuid: string,
  query: { cursor?: string; limit: number },
): Promise<EventPage | Problem> {
  const client = await getClient(core, caller, uuid);
  return client instanceof Problem ? client : listEventsOf(core, client, query);
}

/** Purges one batch of Clients deleted long ago; returns how many, so that the caller knows whether to go on. */
export function purgeDeletedClients(db: Queryable, clock: Clock): Promise<number> {
  return db.transaction(async (tx) => {
    const purged = await queries.purgeClients(tx, keptSince(clock), CLEAN_UP_BATCH);
    await eraseEvents(tx, purged);
    return purged.length;
  });
}

/** The Client, locked, if the caller may write it and has seen its version. */
async function lockClient(
  tx: Transaction,
  caller: Caller,
  uuid: string,
  expectedVersions: number[] | null,
): Promise<Client | Problem> {
  const client = await queries.lockClient(tx, accountsOf(caller), uuid);
  if (!client) return notFound('client');
  return (
    refuseUnless(caller, client.account_uuid, 'write_clients', 'client') ??
    versionMismatch(client.version, expectedVersions) ??
    client
  );
}

/** What is wrong with a Client, its owner included; what it had `before` need not be looked at again. */
async function refuseClient(tx: Queryable, client: Client, before?: Client): Promise<Problem | null> {
  const errors: FieldError[] = clientErrors(client, before);
  const { owner_uuid, account_uuid } = client;
  if (
    owner_uuid !== null &&
    owner_uuid !== before?.owner_uuid &&
    !(await hasLogin(tx, account_uuid, owner_uuid))
  ) {
    errors.push(OWNER_NOT_FOUND);
  }
  return errors.length > 0 ? fieldsInvalid(...errors) : null;
}

const CHANGE_IT_THERE = 'Change it there, then restore this one.';

/** 409 when another Client of the Account has the external_id: the caller may write the Account, so they may know which. */
async function refuseExternalId(
  tx: Queryable,
  { uuid, account_uuid, external_id }: Client,
  whatToDo?: string,
): Promise<Problem | null> {
  if (external_id === null) return null;
  const holder = await queries.findHolderOfExternalId(tx, account_uuid, external_id);
  return holder === undefined || holder === uuid ? null : externalIdTaken(external_id, holder, whatToDo);
}

/** `holder` is unknown when it got the external_id at this very moment. */
function externalIdTaken(
  external_id: string | null,
  holder?: string,
  whatToDo = 'Update that one, or choose another.',
): Problem {
  const which = holder === undefined ? '' : `, ${holder},`;
  const detail = `Another client of this Account${which} has the external_id "${external_id}". ${whatToDo}`;
  const taken = { pointer: '/external_id', code: 'taken' as const, detail };
  return new Problem('conflict', detail, {
    errors: [holder === undefined ? taken : { ...taken, uuid: holder }],
  });
}
