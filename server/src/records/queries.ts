import type { ListDefinition } from '@rapport/contract/list-definition';
import type { RecordField } from '@rapport/contract/records/record-field';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { listed, type Reach, wholeAccount, within } from '../access/reach.ts';
import { alsoSeen } from '../access/sight.ts';
import { lockInOrder } from '../events/feed-order.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { asTexts, frequent, quick, type Statement, type TextRow } from '../platform/database/statements.ts';
import type { ListRequest } from '../platform/lists/list-query.ts';
import { fetchJsonPage, fetchPage, type Page } from '../platform/lists/page.ts';
import { columnsOf, isPart, selectionOf } from './columns.ts';
import { asRecordJson, jsonOf, type RecordJson } from './json.ts';
import type { AnyKind, CrmRecord } from './kind.ts';
import { removeLinks, writeLinks } from './links.ts';
import { linkFields } from './references.ts';

const FIXED = ['uuid', 'account_uuid', 'created_at'];

export function listRecords(
  db: Queryable,
  kind: AnyKind,
  reach: Reach,
  list: ListRequest,
  definition: ListDefinition = kind.definition.list,
): Promise<Page<string>> {
  const { table } = kind;
  const source = listed(reach, { table, columns: selectionOf(kind), where: sql`deleted_at IS NULL` });
  return fetchJsonPage(db, definition, list, source, jsonOf(kind));
}

/** The records that were deleted at `since` or later. */
export function listDeleted<R extends CrmRecord>(
  db: Queryable,
  kind: AnyKind,
  reach: Reach,
  since: Date,
  list: ListRequest,
): Promise<Page<R & { deleted_at: string }>> {
  const { table, definition } = kind;
  const columns = `${selectionOf(kind)}, deleted_at`;
  const where = sql`deleted_at >= ${since}`;
  return fetchPage(db, definition.deleted_list, list, listed(reach, { table, columns, where }));
}

export async function findRecord<R extends CrmRecord>(
  db: Queryable,
  kind: AnyKind,
  reach: Reach,
  uuid: string,
): Promise<R | undefined> {
  const [record] = await db.query<R>(selectOne(kind, reach, uuid));
  return record;
}

/** A record as JSON, for an answer that does not look into it. */
export async function findRecordJson(
  db: Queryable,
  kind: AnyKind,
  reach: Reach,
  uuid: string,
): Promise<RecordJson | undefined> {
  const statement = quick(`find_${kind.definition.name}`, selectOne(kind, reach, uuid));
  const [row] = await db.query<TextRow>(asTexts(statement));
  return row && asRecordJson(kind, row);
}

function selectOne(kind: AnyKind, reach: Reach, uuid: string): Sql {
  return sql`SELECT ${raw(selectionOf(kind))} FROM ${raw(kind.table)} WHERE ${isOneOf(reach, [uuid])}`;
}

/**
 * The record, locked until the transaction ends. The lock of the feed comes first; see
 * `feed-order.ts`.
 */
export async function lockRecord<R extends CrmRecord>(
  tx: Queryable,
  kind: AnyKind,
  reach: Reach,
  uuid: string,
): Promise<R | undefined> {
  const where = sql`uuid = ${uuid} AND ${within(reach)} AND deleted_at IS NULL ${alsoSeen(reach, kind.definition.name)}`;
  const [record] = await tx.query<R>(frequent(lockInOrder(kind.table, selectionOf(kind), where)));
  return record;
}

/**
 * Many records of one Account, locked in the order of their uuids. The caller holds the lock of the
 * feed.
 */
export function lockRecords<R extends CrmRecord>(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  uuids: string[],
  reach: Pick<Reach, 'sight'> = wholeAccount(account_uuid),
): Promise<R[]> {
  return tx.query<R>(sql`
    SELECT ${raw(selectionOf(kind))} FROM ${raw(kind.table)}
    WHERE ${isOneOf(wholeAccount(account_uuid), uuids)} ${alsoSeen(reach, kind.definition.name)}
    ORDER BY uuid FOR UPDATE`);
}

/** The condition that a row of a kind is one of these records, within reach and not deleted. */
export function isOneOf(reach: Reach, uuids: string[]): Sql {
  return sql`uuid = ANY(${uuids}::uuid[]) AND ${within(reach)} AND deleted_at IS NULL`;
}

/** SQL for the Account of a record, if it is one of these. */
export function accountOf(kind: AnyKind, reach: Reach, uuid: string): Sql {
  return sql`(SELECT account_uuid FROM ${raw(kind.table)} WHERE uuid = ${uuid} AND ${within(reach)})`;
}

/** Inserts records with their parts. It fails when an external_id is taken in its Account. */
export function insertRecords(tx: Transaction, kind: AnyKind, records: CrmRecord[]): void {
  const [table, columns] = [raw(kind.table), raw(columnsOf(kind).join(', '))];
  tx.send(
    frequent(sql`
    WITH inserted AS (
      INSERT INTO ${table} (${columns})
      SELECT ${columns} FROM json_populate_recordset(NULL::${table}, ${JSON.stringify(records)}::json)
      RETURNING account_uuid, uuid
    )
    INSERT INTO records (account_uuid, uuid, resource)
    SELECT account_uuid, uuid, ${kind.definition.name} FROM inserted`),
  );
  writeParts(tx, kind, records);
}

/**
 * Writes changed records, and those `parts` of them whose fields outside the table have changed. It
 * fails when an external_id is taken. Fields that follow from other records stay as they are: a
 * change of those in this transaction may have written them since this record was read.
 */
export function updateRecords(
  tx: Transaction,
  kind: AnyKind,
  records: CrmRecord[],
  parts: CrmRecord[] = records,
): void {
  const table = raw(kind.table);
  const fields = kind.definition.fields as Record<string, RecordField>;
  const changeable = columnsOf(kind).filter((name) => !FIXED.includes(name) && !fields[name]?.of_others);
  const assignments = changeable.map((column) => raw(`${column} = changed.${column}`));
  tx.send(
    ofOneOrMany(
      kind,
      records,
      'changed',
      (from, these) => sql`
      UPDATE ${table} SET ${join(assignments)} FROM ${from}
      WHERE ${these} AND ${table}.deleted_at IS NULL`,
    ),
  );
  if (parts.length === 0) return;
  if (hasLinks(kind)) removeLinks(tx, parts);
  writeParts(tx, kind, parts);
}

/**
 * A statement about rows of a kind: their new values `from` JSON, and the condition for `these`
 * rows. With one row its plan cannot go wrong, so it is prepared. It names the row by its uuid
 * itself: a join by both columns may read all of the Account instead. PostgreSQL plans a statement
 * with many rows for the sizes that the tables have at that moment.
 */
function ofOneOrMany(
  kind: AnyKind,
  records: CrmRecord[],
  name: string,
  make: (from: Sql, these: Sql) => Sql,
): Statement {
  const [table, values] = [raw(kind.table), raw(name)];
  const [one, ...more] = records;
  if (one && more.length === 0) {
    const { uuid, account_uuid } = one;
    const from = sql`json_populate_record(NULL::${table}, ${JSON.stringify(one)}::json) AS ${values}`;
    return frequent(make(from, sql`${table}.uuid = ${uuid} AND ${table}.account_uuid = ${account_uuid}`));
  }
  const from = sql`json_populate_recordset(NULL::${table}, ${JSON.stringify(records)}::json) AS ${values}`;
  return make(from, sql`${table}.uuid = ${values}.uuid AND ${table}.account_uuid = ${values}.account_uuid`);
}

function hasLinks({ definition }: AnyKind): boolean {
  return linkFields(definition).length > 0;
}

/** Writes the fields that are kept outside the table. */
export function writeParts(tx: Transaction, kind: AnyKind, records: CrmRecord[]): void {
  for (const [name, field] of linkFields(kind.definition))
    writeLinks(tx, kind.definition.name, name, field, records);
  for (const part of Object.values(kind.parts ?? {})) part.write(tx, records);
}

export function markDeleted(
  tx: Transaction,
  kind: AnyKind,
  account_uuid: string,
  records: CrmRecord[],
  deleted_at: string,
): void {
  const uuids = records.map(({ uuid }) => uuid);
  const which = uuids.length === 1 ? sql`uuid = ${uuids[0]}` : sql`uuid = ANY(${uuids}::uuid[])`;
  const statement = sql`
    UPDATE ${raw(kind.table)} SET deleted_at = ${deleted_at}
    WHERE ${which} AND account_uuid = ${account_uuid} AND deleted_at IS NULL`;
  tx.send(uuids.length === 1 ? frequent(statement) : statement);
}

/**
 * Records of one of these Accounts that were deleted at `since` or later, locked until the
 * transaction ends.
 */
export function findDeleted<R extends CrmRecord>(
  tx: Queryable,
  kind: AnyKind,
  reach: Reach,
  since: Date,
  uuids: string[],
): Promise<R[]> {
  return tx.query<R>(
    frequent(sql`
    SELECT ${raw(selectionOf(kind))} FROM ${raw(kind.table)}
    WHERE uuid = ANY(${uuids}::uuid[]) AND ${within(reach)}
      AND deleted_at >= ${since} ${alsoSeen(reach, kind.definition.name)} ORDER BY uuid FOR UPDATE`),
  );
}

/** Restores deleted records. It fails when an external_id is taken. */
export function unmarkDeleted(tx: Transaction, kind: AnyKind, records: CrmRecord[]): void {
  const table = raw(kind.table);
  tx.send(
    ofOneOrMany(
      kind,
      records,
      'restored',
      (from, these) => sql`
      UPDATE ${table} SET deleted_at = NULL, version = restored.version, updated_at = restored.updated_at
      FROM ${from} WHERE ${these}`,
    ),
  );
}

/**
 * Purges at most `limit` records of any Account that were deleted before `before`, with their rows
 * in `records` and their links. Returns their uuids. The condition is checked twice: while DELETE
 * waits for its lock, the record may be restored.
 */
export async function purgeRecords(
  db: Queryable,
  kind: AnyKind,
  before: Date,
  limit: number,
): Promise<string[]> {
  const table = raw(kind.table);
  const rows = await db.query<{ uuid: string }>(sql`
    WITH purged AS (
      DELETE FROM ${table}
      WHERE uuid IN (SELECT uuid FROM ${table} WHERE deleted_at < ${before} LIMIT ${limit})
        AND deleted_at < ${before}
      RETURNING account_uuid, uuid
    )
    DELETE FROM records USING purged
    WHERE records.account_uuid = purged.account_uuid AND records.uuid = purged.uuid RETURNING records.uuid`);
  return rows.map(({ uuid }) => uuid);
}

/** True when one of the changed fields is kept outside the table. */
export function changesParts(kind: AnyKind, previous: Record<string, unknown>): boolean {
  return Object.keys(previous).some((name) => isPart(kind, name));
}
