import type { CustomField, CustomFieldVersion, UndeclaredKey } from '@rapport/contract/custom-fields';
import type { ListField } from '@rapport/contract/list-definition';
import sql, { join, raw } from 'sql-template-tag';
import { type Reach, within } from '../../access/reach.ts';
import type { DayOrder } from '../../platform/cells/days.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { LIST_TYPES } from '../../platform/lists/list-types.ts';
import type { AnyKind } from '../kind.ts';
import type { DeclaredField } from './declared.ts';
import type { Place } from './read.ts';

/** The field, locked until the transaction ends. */
export async function findLocked(
  tx: Queryable,
  reach: Reach,
  uuid: string,
): Promise<CustomField | undefined> {
  const [field] = await tx.query<CustomField>(sql`
    SELECT * FROM custom_fields WHERE uuid = ${uuid} AND ${within(reach)} FOR UPDATE`);
  return field;
}

/** Inserts a field; false when its key is taken. */
export async function insertField(tx: Queryable, field: CustomField): Promise<boolean> {
  const rows = await tx.query(sql`
    INSERT INTO custom_fields SELECT * FROM json_populate_record(NULL::custom_fields, ${JSON.stringify(field)}::json)
    ON CONFLICT ON CONSTRAINT custom_fields_key_key DO NOTHING RETURNING uuid`);
  if (rows.length > 0) await insertVersions(tx, [field]);
  return rows.length > 0;
}

export async function updateField(tx: Queryable, field: CustomField): Promise<void> {
  await tx.query(sql`
    UPDATE custom_fields SET label = now.label, help = now.help, group_name = now.group_name, type = now.type,
      options = now.options, required = now.required, "unique" = now."unique", position = now.position, archived_at = now.archived_at,
      job_uuid = now.job_uuid, version = now.version, updated_at = now.updated_at
    FROM json_populate_record(NULL::custom_fields, ${JSON.stringify(field)}::json) AS now
    WHERE custom_fields.uuid = now.uuid AND custom_fields.account_uuid = now.account_uuid`);
  await insertVersions(tx, [field]);
}

/** Keeps what a field was in some of its versions. */
export async function insertVersions(tx: Queryable, states: CustomField[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO custom_field_versions (field_uuid, version, label, type, options, since)
    SELECT uuid, version, label, type, options, updated_at
    FROM json_populate_recordset(NULL::custom_fields, ${JSON.stringify(states)}::json)
    ON CONFLICT DO NOTHING`);
}

/** Says that the values of a field have been read, unless a later job reads them. */
export async function endReading(
  tx: Queryable,
  account_uuid: string,
  uuid: string,
  job_uuid: string,
): Promise<void> {
  await tx.query(sql`
    UPDATE custom_fields SET job_uuid = NULL
    WHERE uuid = ${uuid} AND account_uuid = ${account_uuid} AND job_uuid = ${job_uuid}`);
}

export async function deleteField(tx: Queryable, { uuid, account_uuid }: CustomField): Promise<void> {
  await tx.query(sql`DELETE FROM custom_fields WHERE uuid = ${uuid} AND account_uuid = ${account_uuid}`);
}

/** The versions of a field, the latest first. */
export function listVersions(db: Queryable, reach: Reach, uuid: string): Promise<CustomFieldVersion[]> {
  return db.query<CustomFieldVersion>(sql`
    SELECT v.version, v.label, v.type, v.options, v.since FROM custom_field_versions AS v
    JOIN custom_fields ON custom_fields.uuid = field_uuid
    WHERE field_uuid = ${uuid} AND ${within(reach)} ORDER BY v.version DESC`);
}

/** Where the Account is, and what it counts in. */
export async function findPlace(db: Queryable, account_uuid: string): Promise<Place> {
  const [place] = await db.query<Place>(
    sql`SELECT country, currency, time_zone FROM accounts WHERE uuid = ${account_uuid}`,
  );
  return place!;
}

/** The numbers of values under a key that tell the order: 13/05/2027 and 05/13/2027 do. */
export async function countDayOrders(
  db: Queryable,
  { table }: AnyKind,
  account_uuid: string,
  key: string,
): Promise<Record<DayOrder, number>> {
  const [counted] = await db.query<Record<DayOrder, number>>(sql`
    SELECT count(*) FILTER (WHERE one > 12 AND other <= 12) AS dmy,
      count(*) FILTER (WHERE one <= 12 AND other > 12) AS mdy
    FROM (SELECT parts[1]::int AS one, parts[2]::int AS other FROM ${raw(table)}
      CROSS JOIN LATERAL regexp_match(custom ->> ${key}::text, '^\\s*(\\d{1,2})[/-](\\d{1,2})[/-]\\d') AS parts
      WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL AND custom ? ${key}::text) AS written`);
  return counted!;
}

/** A record with its value under a key: null when it has none. */
export type KeyValue = { uuid: string; version: number; name: string; value: unknown };

/** More keys than anybody looks through. */
const KEYS_MAX = 500;

/** The keys that records of the kind have and no field declares, the most used first. */
export function listUndeclaredKeys(
  db: Queryable,
  { table, definition }: AnyKind,
  reach: Reach,
): Promise<UndeclaredKey[]> {
  return db.query<UndeclaredKey>(sql`
    SELECT key, sum(used) AS count FROM (
      SELECT account_uuid, key, count(*) AS used
      FROM ${raw(table)} CROSS JOIN LATERAL jsonb_object_keys(custom) AS key
      WHERE ${within(reach)} AND deleted_at IS NULL AND custom <> '{}'
      GROUP BY account_uuid, key) AS known
    WHERE NOT EXISTS (SELECT FROM custom_fields AS f
      WHERE f.account_uuid = known.account_uuid AND f.resource = ${definition.name} AND f.key = known.key)
    GROUP BY key ORDER BY count DESC, key LIMIT ${KEYS_MAX}`);
}

/** Some records of the kind with a value under the key, in the order of their uuids. */
export function valuesUnder(
  db: Queryable,
  { table, definition }: AnyKind,
  account_uuid: string,
  key: string,
  after: string | null,
  limit: number,
): Promise<KeyValue[]> {
  return db.query<KeyValue>(sql`
    SELECT uuid, version, ${raw(definition.named_by)} AS name, custom -> ${key}::text AS value FROM ${raw(table)}
    WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL AND custom ? ${key}::text
      AND (${after}::uuid IS NULL OR uuid > ${after}) ORDER BY uuid LIMIT ${limit}`);
}

/** The number of records of the kind, and of those with something under the key. */
export async function countUnder(
  db: Queryable,
  { table }: AnyKind,
  account_uuid: string,
  key: string,
): Promise<{ records: number; used: number }> {
  const [counted] = await db.query<{ records: number; used: number }>(sql`
    SELECT count(*) AS records, count(*) FILTER (WHERE custom ? ${key}::text) AS used FROM ${raw(table)}
    WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL`);
  return counted!;
}

/** The values that stand more than once in a field, at most 20, with one record of each. */
export function findCollisions(
  tx: Queryable,
  { uuid, field }: DeclaredField,
): Promise<{ value: string; count: number; uuid: string }[]> {
  const column = raw(LIST_TYPES[field.type as ListField['type']].column!);
  return tx.query(sql`
    SELECT ${column}::text AS value, count(*) AS count, (array_agg(record_uuid ORDER BY created_at))[1] AS uuid
    FROM custom_values WHERE field_uuid = ${uuid} AND ${column} IS NOT NULL
    GROUP BY ${column} HAVING count(*) > 1 ORDER BY count(*) DESC, ${column} LIMIT 20`);
}

/** Makes the values of a field unique, or no longer so. */
export async function setUnique(
  tx: Queryable,
  { uuid, field }: DeclaredField,
  unique: boolean,
): Promise<void> {
  const type = LIST_TYPES[field.type as ListField['type']];
  const column = raw(type.column!);
  const text = raw(type.unique?.(type.column!) ?? `${type.column}::text`);
  await tx.query(sql`
    UPDATE custom_values SET unique_value = CASE WHEN ${unique}::boolean THEN ${text} END
    WHERE field_uuid = ${uuid} AND ${column} IS NOT NULL`);
}

/** Removes some values of a field that is deleted, and not there again; returns how many. */
export async function removeSome(tx: Queryable, uuid: string, limit: number): Promise<number> {
  const columns = ['text_value', 'number_value', 'date_value', 'time_value'];
  // Each part has an index of its own.
  const some = columns.map(
    (column) =>
      sql`(SELECT ctid FROM custom_values WHERE field_uuid = ${uuid} AND ${raw(column)} IS NOT NULL
        AND NOT EXISTS (SELECT FROM custom_fields WHERE uuid = ${uuid}) LIMIT ${limit})`,
  );
  const rows = await tx.query(sql`
    DELETE FROM custom_values WHERE ctid = ANY(ARRAY(${join(some, ' UNION ALL ')})) RETURNING place`);
  return rows.length;
}
