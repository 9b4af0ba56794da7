import type { Client, DeletedClient } from '@rapport/contract/clients';
import { CLIENTS_LIST, DELETED_CLIENTS_LIST } from '@rapport/contract/lists';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { ListRequest } from '../../platform/lists/list-query.ts';
import { fetchPage, type Page } from '../../platform/lists/page.ts';

/** What is written when a Client is created; the API returns the same columns, in this order. */
const COLUMNS = [
  'uuid',
  'account_uuid',
  'version',
  'kind',
  'name',
  'first_name',
  'last_name',
  'status',
  'emails',
  'phones',
  'website',
  'domain',
  'addresses',
  'industry',
  'tax_number',
  'language',
  'currency',
  'tags',
  'owner_uuid',
  'external_id',
  'description',
  'custom',
  'created_at',
  'updated_at',
] as const satisfies (keyof Client)[];

const FIXED: readonly string[] = ['uuid', 'account_uuid', 'created_at'];
/** The columns as a list in SQL; the API returns a Client in this order. */
export const CLIENT_COLUMNS = COLUMNS.join(', ');
const columns = raw(CLIENT_COLUMNS);
const changeable = COLUMNS.filter((name) => !FIXED.includes(name));

export function listClients(
  db: Queryable,
  account_uuids: string[],
  list: ListRequest,
): Promise<Page<Client>> {
  const where = sql`deleted_at IS NULL`;
  return fetchPage(db, CLIENTS_LIST, list, {
    table: 'clients',
    columns: CLIENT_COLUMNS,
    account_uuids,
    where,
  });
}

/** Those that were deleted, at `since` or later. */
export function listDeletedClients(
  db: Queryable,
  account_uuids: string[],
  since: Date,
  list: ListRequest,
): Promise<Page<Omit<DeletedClient, 'deleted_by' | 'restorable_until'>>> {
  return fetchPage(db, DELETED_CLIENTS_LIST, list, {
    table: 'clients',
    columns: `${CLIENT_COLUMNS}, deleted_at`,
    account_uuids,
    where: sql`deleted_at >= ${since}`,
  });
}

export async function findClient(
  db: Queryable,
  account_uuids: string[],
  uuid: string,
): Promise<Client | undefined> {
  const [client] = await db.query<Client>(
    sql`SELECT ${columns} FROM clients WHERE ${isOneOf(account_uuids, uuid)}`,
  );
  return client;
}

/** The same, locked until the transaction ends; see `waitForOtherChanges`. Nothing may be written before, or the wait would be in vain. */
export async function lockClient(
  tx: Queryable,
  account_uuids: string[],
  uuid: string,
): Promise<Client | undefined> {
  const [client] = await tx.query<Client>(sql`
    WITH turn AS MATERIALIZED (
      SELECT pg_advisory_xact_lock_shared(${changesOf(raw('account_uuid'))}) FROM clients WHERE ${isOneOf(account_uuids, uuid)}
    )
    SELECT ${columns} FROM clients, (SELECT count(*) FROM turn) AS turns
    WHERE ${isOneOf(account_uuids, uuid)} FOR UPDATE OF clients`);
  return client;
}

function isOneOf(account_uuids: string[], uuid: string): Sql {
  return sql`uuid = ${uuid} AND account_uuid = ANY(${account_uuids}::uuid[]) AND deleted_at IS NULL`;
}

/**
 * Waits until nobody changes a Client of the Account, and lets nobody begin to until the transaction ends. The feed is ordered by transactions
 * (decision 0007), and whoever changes many Clients is given the number of theirs at the first, and may have to wait for another: a change of that one,
 * with a later number, would come before it and stand behind it.
 */
export async function waitForOtherChanges(tx: Queryable, account_uuid: string): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(${changesOf(sql`${account_uuid}::uuid`)})`);
}

function changesOf(account_uuid: Sql): Sql {
  return sql`hashtextextended('changes of clients ' || ${account_uuid}, 0)`;
}

/**
 * The Clients of an Account that have one of these identifiers, locked until the transaction ends; always in the same order, so that
 * two callers wait for each other and do not block each other. One look into the unique index for each: given them all at
 * once, PostgreSQL reads the whole Account until it has statistics, which during the first import it has not. For the same reason
 * each is asked for as a range and in order, which only that index has: all that begin with the Account seem to cost the same.
 */
export function findClientsByExternalId(
  tx: Queryable,
  account_uuid: string,
  external_ids: string[],
): Promise<Client[]> {
  return tx.query(sql`
    SELECT client.* FROM unnest(${external_ids.toSorted()}::text[]) AS wanted (external_id)
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM clients
      WHERE account_uuid = ${account_uuid} AND external_id BETWEEN wanted.external_id AND wanted.external_id AND deleted_at IS NULL
      ORDER BY external_id LIMIT 1 FOR UPDATE
    ) AS client`);
}

export async function findHolderOfExternalId(
  tx: Queryable,
  account_uuid: string,
  external_id: string,
): Promise<string | undefined> {
  const [holder] = await tx.query<{ uuid: string }>(sql`
    SELECT uuid FROM clients
    WHERE account_uuid = ${account_uuid} AND external_id = ${external_id} AND deleted_at IS NULL`);
  return holder?.uuid;
}

/** Inserts Clients; returns the uuids of those that were, without those whose external_id is taken in their Account. */
export async function insertClients(tx: Queryable, clients: Client[]): Promise<Set<string>> {
  const rows = await tx.query<{ uuid: string }>(sql`
    INSERT INTO clients (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::clients, ${JSON.stringify(clients)}::jsonb)
    ON CONFLICT (account_uuid, external_id) WHERE deleted_at IS NULL DO NOTHING
    RETURNING uuid`);
  return new Set(rows.map((row) => row.uuid));
}

/** Writes changed Clients. 'taken' when an external_id belongs to another Client of the Account; the transaction is then over. */
export async function updateClients(tx: Queryable, clients: Client[]): Promise<'updated' | 'taken'> {
  const assignments = changeable.map((column) => raw(`${column} = changed.${column}`));
  try {
    await tx.query(sql`
      UPDATE clients SET ${join(assignments)}
      FROM jsonb_populate_recordset(NULL::clients, ${JSON.stringify(clients)}::jsonb) AS changed
      WHERE clients.uuid = changed.uuid AND clients.account_uuid = changed.account_uuid AND clients.deleted_at IS NULL`);
    return 'updated';
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'clients_external_id_key') return 'taken';
    throw error;
  }
}

export async function markClientDeleted(
  tx: Queryable,
  account_uuid: string,
  uuid: string,
  deleted_at: string,
): Promise<void> {
  await tx.query(sql`
    UPDATE clients SET deleted_at = ${deleted_at} WHERE uuid = ${uuid} AND account_uuid = ${account_uuid}`);
}

/** A Client of one of these Accounts that was deleted at `since` or later, locked until the transaction ends. */
export async function findDeletedClient(
  tx: Queryable,
  account_uuids: string[],
  since: Date,
  uuid: string,
): Promise<Client | undefined> {
  const [client] = await tx.query<Client>(sql`
    SELECT ${columns} FROM clients
    WHERE uuid = ${uuid} AND account_uuid = ANY(${account_uuids}::uuid[]) AND deleted_at >= ${since} FOR UPDATE`);
  return client;
}

/** Takes the mark of a deleted Client away. 'taken' as in `updateClients`. */
export async function unmarkClientDeleted(tx: Queryable, client: Client): Promise<'updated' | 'taken'> {
  try {
    await tx.query(sql`
      UPDATE clients SET deleted_at = NULL, version = ${client.version}, updated_at = ${client.updated_at}
      WHERE uuid = ${client.uuid} AND account_uuid = ${client.account_uuid}`);
    return 'updated';
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'clients_external_id_key') return 'taken';
    throw error;
  }
}

/**
 * Deletes at most `limit` Clients of any Account that were marked before `before`; returns their uuids. Asked twice: one whose restoration
 * was waited for is no longer marked.
 */
export async function purgeClients(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ uuid: string }>(sql`
    DELETE FROM clients
    WHERE uuid IN (SELECT uuid FROM clients WHERE deleted_at < ${before} LIMIT ${limit}) AND deleted_at < ${before}
    RETURNING uuid`);
  return rows.map(({ uuid }) => uuid);
}
