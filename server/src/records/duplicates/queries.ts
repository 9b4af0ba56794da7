import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { selectionOf } from '../columns.ts';
import type { AnyKind, CrmRecord } from '../kind.ts';
import { FREE_DOMAINS } from './rules.ts';

/** Where a page of records ended: the time and uuid of its last one. */
export type Place = { created_at: string; uuid: string };

/**
 * How many others a record is compared with for each way, older and newer. A point that thousands
 * share costs no more than one that ten share.
 */
const OTHERS_MAX = 10;
/** Of one name there may be many at other places. */
const NAMESAKES_MAX = 50;

/** A record, and those with which it may be the same. */
export type Candidate = Place & { others: { resource: string; uuid: string }[] };

/**
 * The next `limit` records of an Account, the newest first, each with the older ones of its kind,
 * and all of the `compared` kinds, that share a point, the domain or the name with it and are not
 * linked to it. Each look-up is a short range of an index.
 */
export function findCandidates(
  db: Queryable,
  kind: AnyKind,
  compared: readonly AnyKind[],
  account_uuid: string,
  before: Place | null,
  limit: number,
): Promise<Candidate[]> {
  const { emails, domain } = kind.definition.match_by!;
  const start = before ? sql`AND (created_at, uuid) < (${before.created_at}, ${before.uuid}::uuid)` : empty;
  const ways: Sql[] = [
    ...withPoint(kind, compared, account_uuid),
    ...[kind, ...compared].map((other) => withName(kind, other, account_uuid)),
    ...(domain ? [withDomain(kind, raw(domain), account_uuid)] : []),
    ...(emails && !domain
      ? withDomains(compared).map((other) => withHost(kind, ...other, account_uuid))
      : []),
  ];
  return db.query(sql`
    SELECT page.uuid, page.created_at, coalesce(
      json_agg(json_build_object('resource', other.resource, 'uuid', other.uuid)
        ORDER BY other.resource <> ${kind.definition.name}, other.uuid) FILTER (WHERE other.uuid IS NOT NULL), '[]') AS others
    FROM (
      SELECT * FROM ${raw(kind.table)} WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL ${start}
      ORDER BY created_at DESC, uuid DESC LIMIT ${limit}
    ) AS page
    LEFT JOIN LATERAL (
      SELECT resource, uuid FROM (${join(ways, ' UNION ')}) AS found
      WHERE NOT EXISTS (SELECT FROM distinct_records AS told
        WHERE told.account_uuid = ${account_uuid}
          AND told.uuid = least(found.uuid, page.uuid) AND told.other_uuid = greatest(found.uuid, page.uuid))
      AND (resource = ${kind.definition.name} OR NOT EXISTS (SELECT FROM links
        WHERE account_uuid = ${account_uuid}
          AND (from_uuid, to_uuid) IN ((found.uuid, page.uuid), (page.uuid, found.uuid))))
    ) AS other ON true
    GROUP BY page.uuid, page.created_at ORDER BY page.created_at DESC, page.uuid DESC`);
}

/** Records with an e-mail address or a number of the record `page`: so many, of whatever kind. */
function withPoint(kind: AnyKind, compared: readonly AnyKind[], account_uuid: string): Sql[] {
  const { name } = kind.definition;
  const resources = compared.map(({ definition }) => definition.name);
  const near = (than: Sql) => sql`
    (SELECT shared.resource, shared.uuid FROM ${pointsOfPage(kind)} CROSS JOIN LATERAL (
      SELECT resource, record_uuid AS uuid FROM points
      WHERE account_uuid = ${account_uuid} AND point = own.point AND record_uuid ${than} page.uuid
      ORDER BY record_uuid LIMIT ${OTHERS_MAX}
    ) AS shared`;
  const older = sql`${near(raw('<'))} WHERE shared.resource = ANY(${[name, ...resources]}))`;
  const newer = sql`${near(raw('>'))} WHERE shared.resource = ANY(${resources}))`;
  return compared.length === 0 ? [older] : [older, newer];
}

function withName(kind: AnyKind, other: AnyKind, account_uuid: string): Sql {
  const [label, named_by] = [kind, other].map(({ definition }) => raw(definition.named_by));
  const older = other === kind ? sql`AND named.uuid < page.uuid` : empty;
  return sql`
    (SELECT ${other.definition.name}::text AS resource, uuid FROM ${raw(other.table)} AS named
    WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL ${older}
      AND folded(named.${named_by!}) = folded(page.${label!}) LIMIT ${NAMESAKES_MAX})`;
}

function withDomain({ definition, table }: AnyKind, domain: Sql, account_uuid: string): Sql {
  return sql`
    (SELECT ${definition.name}::text AS resource, uuid FROM ${raw(table)} AS host
    WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL AND page.${domain} <> ALL(${FREE_DOMAINS})
      AND folded(coalesce(host.${domain}, '')) = folded(page.${domain})
      AND (host.created_at, host.uuid) < (page.created_at, page.uuid) AND host.uuid < page.uuid LIMIT ${OTHERS_MAX})`;
}

/**
 * Records of another kind whose domain is that of an e-mail address of the record `page`, while
 * that is linked to none of the kind: people at a business that they are linked to are no news.
 */
function withHost(kind: AnyKind, { definition, table }: AnyKind, domain: Sql, account_uuid: string): Sql {
  return sql`
    (SELECT ${definition.name}::text AS resource, host.uuid FROM ${pointsOfPage(kind)}
    JOIN ${raw(table)} AS host ON host.account_uuid = ${account_uuid} AND host.deleted_at IS NULL
      AND folded(coalesce(host.${domain}, '')) = split_part(own.point, '@', 2)
    WHERE split_part(own.point, '@', 2) <> ALL(${['', ...FREE_DOMAINS]})
      AND NOT EXISTS (SELECT FROM links WHERE account_uuid = ${account_uuid}
        AND from_uuid = page.uuid AND to_resource = ${definition.name}) LIMIT ${OTHERS_MAX})`;
}

/** The points of the record `page`, as `own`. */
function pointsOfPage({ definition }: AnyKind): Sql {
  const { emails, phones } = definition.match_by!;
  const columns = [emails, phones].map((field) => raw(field ? `page.${field}` : "'[]'"));
  return sql`points_of(${join(columns)}) AS own (point)`;
}

/** Those of the kinds whose records have domains, each with the column. */
function withDomains(kinds: readonly AnyKind[]): [AnyKind, Sql][] {
  return kinds.flatMap((kind) => {
    const domain = kind.definition.match_by?.domain;
    return domain ? [[kind, raw(domain)]] : [];
  });
}

/** What a record that nobody has yet is looked for by. An empty name is not. */
type Looked = { points: string[]; name: string; domains: string[] };

/**
 * Records of any of these kinds that share a point with one of `drafts`, or the name or a domain.
 * `place` is that of the draft.
 */
export async function findSimilar(
  db: Queryable,
  kinds: readonly AnyKind[],
  account_uuid: string,
  drafts: Looked[],
): Promise<{ place: number; resource: string; uuid: string }[]> {
  const wanted = (textsOf: (draft: Looked) => string[]) => {
    const all = drafts.flatMap((draft, place) => textsOf(draft).map((text) => ({ place, text })));
    const [places, texts] = [all.map(({ place }) => place), all.map(({ text }) => text)];
    return sql`unnest(${places}::integer[], ${texts}::text[]) AS own (place, text)`;
  };
  const named = kinds.map(
    ({ definition, table }) => sql`
      SELECT own.place, ${definition.name}::text AS resource, found.uuid
      FROM ${wanted(({ name }) => (name === '' ? [] : [name]))} CROSS JOIN LATERAL (
        SELECT uuid FROM ${raw(table)} AS named
        WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL
          AND folded(named.${raw(definition.named_by)}) = folded(own.text) LIMIT ${NAMESAKES_MAX}
      ) AS found`,
  );
  const hosts = withDomains(kinds).map(
    ([{ definition, table }, domain]) => sql`
      SELECT own.place, ${definition.name}::text AS resource, found.uuid
      FROM ${wanted(({ domains }) => domains)} CROSS JOIN LATERAL (
        SELECT uuid FROM ${raw(table)} AS host
        WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL
          AND folded(coalesce(host.${domain}, '')) = folded(own.text) LIMIT ${OTHERS_MAX}
      ) AS found`,
  );
  return db.query(sql`
    SELECT own.place, shared.resource, shared.record_uuid AS uuid
    FROM ${wanted(({ points }) => points)} CROSS JOIN LATERAL (
      SELECT resource, record_uuid FROM points
      WHERE account_uuid = ${account_uuid} AND points.point = own.text LIMIT ${OTHERS_MAX}
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
