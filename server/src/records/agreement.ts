import { isMergeable } from '@rapport/contract/records/merges';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { AnyKind } from './kind.ts';
import { linkFields, ownReferences } from './references.ts';

/** A difference between two tables about the same record. */
export type Disagreement = {
  fault:
    | 'no_place'
    | 'no_record'
    | 'wrong_link'
    | 'wrong_merge'
    | 'no_history'
    | 'no_event'
    | 'not_erased'
    | 'stale_activity';
  /** The kind of record. */
  resource: string;
  count: number;
  /** The first of these records. */
  uuid: string;
};

/**
 * Compares the tables of all kinds with `records`, the links, the histories and the events. Rapport
 * changes them in one transaction, so it finds only what others changed. It reads whole tables.
 */
export async function findDisagreements(tx: Queryable, kinds: readonly AnyKind[]): Promise<Disagreement[]> {
  const names = kinds.map(({ definition }) => definition.name);
  const found = [
    ...kinds.flatMap((kind) => [noPlace(kind), noRecord(kind), noEvent(kind)]),
    ...kinds.filter(({ definition }) => isMergeable(definition)).map(wrongMerge),
    ...kinds.filter(({ subjects }) => subjects).flatMap((kind) => noHistory(kind, names)),
    sql`SELECT 'no_record', resource, uuid FROM records WHERE NOT resource = ANY(${names}::text[])`,
    wrongLink(),
    notErased(names),
  ];
  return tx.query(sql`
    SELECT fault, resource, count(*), min(uuid::text) AS uuid
    FROM (${join(found, ' UNION ALL ')}) AS found (fault, resource, uuid) GROUP BY 1, 2 ORDER BY 1, 2`);
}

/**
 * Records whose row in the table `records` is missing or names another kind. Links refer to that
 * row.
 */
function noPlace({ definition, table }: AnyKind): Sql {
  return sql`
    SELECT 'no_place', ${definition.name}::text, own.uuid FROM ${raw(table)} AS own
    LEFT JOIN records ON records.account_uuid = own.account_uuid AND records.uuid = own.uuid
    WHERE records.resource IS DISTINCT FROM ${definition.name}`;
}

/** Rows of `records` without their record. */
function noRecord({ definition, table }: AnyKind): Sql {
  return sql`
    SELECT 'no_record', ${definition.name}::text, records.uuid FROM records
    LEFT JOIN ${raw(table)} AS own ON own.account_uuid = records.account_uuid AND own.uuid = records.uuid
    WHERE records.resource = ${definition.name} AND own.uuid IS NULL`;
}

/**
 * Records with fewer events than versions; a deleted one has one event more. The records that an
 * Account begins with have no event of their creation.
 */
function noEvent({ definition, table }: AnyKind): Sql {
  const called = (action: string) => `${definition.name}.${action}`;
  return sql`
    SELECT 'no_event', ${definition.name}::text, own.uuid FROM ${raw(table)} AS own
    LEFT JOIN (
      SELECT resource_uuid, count(*) FILTER (WHERE event <> ${called('deleted')}) AS versions,
        count(*) FILTER (WHERE event = ${called('created')}) AS creations,
        count(*) FILTER (WHERE event = ${called('deleted')}) - count(*) FILTER (WHERE event = ${called('restored')}) AS deletions
      FROM events WHERE event LIKE ${called('%')} GROUP BY resource_uuid
    ) AS told ON told.resource_uuid = own.uuid
    WHERE coalesce(versions, 0) <> version - CASE WHEN creations = 1 THEN 0 ELSE 1 END
      OR coalesce(deletions, 0) <> (deleted_at IS NOT NULL)::integer`;
}

/** Records whose history lacks events of the records that refer to them. */
function noHistory({ definition, table }: AnyKind, names: string[]): Sql[] {
  const references = ownReferences(definition).filter(([, { to }]) => names.includes(to));
  const isLinked = linkFields(definition).length > 0;
  const told = (from: Sql, to: Sql) => sql`NOT EXISTS (
    SELECT FROM events JOIN timeline ON timeline.event_uuid = events.uuid
    WHERE events.resource_uuid = ${from} AND timeline.record_uuid = ${to} AND timeline.account_uuid = events.account_uuid)`;
  return [
    ...references.map(
      ([name]) => sql`
        SELECT 'no_history', ${definition.name}::text, uuid FROM ${raw(table)}
        WHERE ${raw(name)} IS NOT NULL AND ${told(raw(`${table}.uuid`), raw(`${table}.${name}`))}`,
    ),
    isLinked
      ? sql`
        SELECT 'no_history', from_resource, from_uuid FROM links
        WHERE from_resource = ${definition.name} AND ${told(raw('from_uuid'), raw('to_uuid'))}`
      : empty,
  ].filter((look) => look !== empty);
}

/** Links whose record is missing, or of another kind than the link says. */
function wrongLink(): Sql {
  return sql`
    SELECT 'wrong_link', from_resource, from_uuid FROM links
    LEFT JOIN records AS one ON one.account_uuid = links.account_uuid AND one.uuid = from_uuid
    LEFT JOIN records AS other ON other.account_uuid = links.account_uuid AND other.uuid = to_uuid
    WHERE one.resource IS DISTINCT FROM from_resource OR other.resource IS DISTINCT FROM to_resource`;
}

/**
 * Merged records that are not deleted, and those whose deletion tells of another way than is kept.
 */
function wrongMerge({ definition, table }: AnyKind): Sql {
  const { name } = definition;
  return sql`
    SELECT 'wrong_merge', ${name}::text, coalesce(own.uuid, from_uuid) FROM (
      SELECT own.uuid, own.deleted_at, (
        SELECT coalesce(uncut, body)::json ->> 'merged_into_uuid' FROM events
        WHERE resource_uuid = own.uuid AND event = ${`${name}.deleted`} AND body IS NOT NULL ORDER BY position DESC LIMIT 1
      )::uuid AS told_uuid
      FROM ${raw(table)} AS own WHERE deleted_at IS NOT NULL
    ) AS own
    FULL JOIN (SELECT from_uuid, into_uuid FROM merges WHERE resource = ${name}) AS kept ON from_uuid = own.uuid
    WHERE own.deleted_at IS NULL OR told_uuid IS DISTINCT FROM into_uuid`;
}

/** Purged records whose events still have bodies. */
function notErased(names: string[]): Sql {
  return sql`
    SELECT 'not_erased', split_part(event, '.', 1), resource_uuid FROM events
    WHERE body IS NOT NULL AND split_part(event, '.', 1) = ANY(${names}::text[])
      AND NOT EXISTS (SELECT FROM records WHERE records.account_uuid = events.account_uuid AND records.uuid = resource_uuid)`;
}
