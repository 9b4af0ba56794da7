import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { selectionOf } from '../columns.ts';
import type { AnyKind, CrmRecord } from '../kind.ts';
import { FREE_DOMAINS } from './rules.ts';

/** Where a page of records ended: the time and uuid of its last one. */
export type Place = { created_at: string; uuid: string };

/**
 * How many others a record is compared with for each way. A point that thousands share costs no
 * more than one that ten share.
 */
const OTHERS_MAX = 10;
/** Of one name there may be many at other places. */
const NAMESAKES_MAX = 50;

/**
 * The next `limit` records of an Account, the newest first, each with the older ones that share a
 * point, the domain or the name with it. Each look-up is a short range of an index.
 */
export function findCandidates(
  db: Queryable,
  kind: AnyKind,
  account_uuid: string,
  before: Place | null,
  limit: number,
): Promise<(Place & { others: string[] })[]> {
  const { name, named_by, match_by = [] } = kind.definition;
  const table = raw(kind.table);
  const label = raw(named_by);
  const start = before ? sql`AND (created_at, uuid) < (${before.created_at}, ${before.uuid}::uuid)` : empty;
  const ways: Sql[] = [
    sql`(SELECT shared.record_uuid AS uuid FROM points AS own
      JOIN points AS shared ON shared.account_uuid = own.account_uuid AND shared.point = own.point
        AND shared.record_uuid < own.record_uuid AND shared.resource = ${name}
      WHERE own.record_uuid = page.uuid AND own.account_uuid = ${account_uuid} LIMIT ${OTHERS_MAX})`,
    sql`(SELECT uuid FROM ${table} AS named
      WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL AND folded(named.${label}) = folded(page.${label})
        AND named.uuid < page.uuid LIMIT ${NAMESAKES_MAX})`,
  ];
  if (match_by.includes('domain')) {
    ways.push(sql`(SELECT uuid FROM ${table} AS host
      WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL AND page.domain <> ALL(${FREE_DOMAINS})
        AND folded(coalesce(host.domain, '')) = folded(page.domain)
        AND (host.created_at, host.uuid) < (page.created_at, page.uuid) AND host.uuid < page.uuid LIMIT ${OTHERS_MAX})`);
  }
  return db.query(sql`
    SELECT page.uuid, page.created_at, array_remove(array_agg(DISTINCT other.uuid::text), NULL) AS others
    FROM (
      SELECT * FROM ${table} WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL ${start}
      ORDER BY created_at DESC, uuid DESC LIMIT ${limit}
    ) AS page
    LEFT JOIN LATERAL (
      SELECT uuid FROM (${join(ways, ' UNION ')}) AS found
      WHERE NOT EXISTS (SELECT FROM distinct_records AS told
        WHERE told.account_uuid = ${account_uuid} AND told.uuid = found.uuid AND told.other_uuid = page.uuid)
    ) AS other ON true
    GROUP BY page.uuid, page.created_at ORDER BY page.created_at DESC, page.uuid DESC`);
}

/** Records of any of these kinds that share a point with a draft, or the name or the domain. */
export async function findSimilar(
  db: Queryable,
  kinds: readonly AnyKind[],
  account_uuid: string,
  draft: { points: string[]; name: string; domain: string | null },
): Promise<{ resource: string; uuid: string }[]> {
  const named = kinds.map(
    ({ definition, table }) => sql`
      (SELECT ${definition.name}::text AS resource, uuid FROM ${raw(table)} AS named
      WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL
        AND folded(named.${raw(definition.named_by)}) = folded(${draft.name}) LIMIT ${NAMESAKES_MAX})`,
  );
  const hosts = kinds
    .filter(({ definition }) => draft.domain !== null && definition.match_by?.includes('domain'))
    .map(
      ({ definition, table }) => sql`
        (SELECT ${definition.name}::text AS resource, uuid FROM ${raw(table)} AS host
        WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL
          AND folded(coalesce(host.domain, '')) = folded(${draft.domain}) LIMIT ${OTHERS_MAX})`,
    );
  return db.query(sql`
    SELECT shared.resource, shared.record_uuid AS uuid FROM unnest(${draft.points}::text[]) AS own (point)
    CROSS JOIN LATERAL (
      SELECT resource, record_uuid FROM points
      WHERE account_uuid = ${account_uuid} AND points.point = own.point LIMIT ${OTHERS_MAX}
    ) AS shared
    UNION ${join([...named, ...hosts], ' UNION ')}`);
}

/** These records of an Account, without deleted ones. */
export function findRecords(
  db: Queryable,
  kind: AnyKind,
  account_uuid: string,
  uuids: string[],
): Promise<CrmRecord[]> {
  return db.query(sql`
    SELECT ${raw(selectionOf(kind))} FROM ${raw(kind.table)}
    WHERE uuid = ANY(${uuids}::uuid[]) AND account_uuid = ${account_uuid} AND deleted_at IS NULL`);
}

/** Keeps that two records are not the same. They come in the order of their uuids. */
export async function insertDistinct(
  db: Queryable,
  account_uuid: string,
  [uuid, other_uuid]: [string, string],
  created_at: string,
): Promise<void> {
  await db.query(sql`
    INSERT INTO distinct_records (account_uuid, uuid, other_uuid, created_at)
    VALUES (${account_uuid}, ${uuid}, ${other_uuid}, ${created_at}) ON CONFLICT DO NOTHING`);
}

export async function deleteDistinct(
  db: Queryable,
  account_uuid: string,
  [uuid, other_uuid]: [string, string],
): Promise<void> {
  await db.query(sql`
    DELETE FROM distinct_records
    WHERE account_uuid = ${account_uuid} AND uuid = ${uuid} AND other_uuid = ${other_uuid}`);
}
