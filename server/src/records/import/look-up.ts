import type { MatchFields } from '@rapport/contract/records/record-field';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { wholeAccount } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Holder } from '../custom-fields/taken.ts';
import type { AnyKind, CrmRecord } from '../kind.ts';
import { findByExternalId } from '../look-up-queries.ts';
import { findWinners, findWinnersByExternalId } from '../merge/queries.ts';
import { lockRecords } from '../queries.ts';
import { linkFields, ownReferences } from '../references.ts';

/** Full records for rows that name them, locked until the transaction ends. */
export function lockByExternalId(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  external_ids: string[],
): Promise<CrmRecord[]> {
  return external_ids.length === 0
    ? Promise.resolve([])
    : findByExternalId<CrmRecord>(tx, kind, account_uuid, external_ids);
}

/** The records to which merged ones lead, by the external_id or uuid of these, locked as well. */
export async function lockWinners(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  merged: { external_ids: string[]; uuids: string[] },
): Promise<Map<string, CrmRecord>> {
  const led = new Map([
    ...uuidsOf(await findWinnersByExternalId(tx, kind, account_uuid, merged.external_ids)),
    ...(await findWinners(tx, kind, wholeAccount(account_uuid), merged.uuids)),
  ]);
  const winners = await lockByUuid(tx, kind, account_uuid, [...new Set(led.values())]);
  const byUuid = new Map(winners.map((record) => [record.uuid, record]));
  return new Map([...led].flatMap(([id, uuid]) => (byUuid.has(uuid) ? [[id, byUuid.get(uuid)!]] : [])));
}

function uuidsOf(holders: Map<string, Holder>): Map<string, string> {
  return new Map([...holders].map(([id, { uuid }]) => [id, uuid]));
}

export function lockByUuid(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  uuids: string[],
): Promise<CrmRecord[]> {
  return uuids.length === 0 ? Promise.resolve([]) : lockRecords<CrmRecord>(tx, kind, account_uuid, uuids);
}

/** A record that a text may mean. `related` are the records that it refers to. */
export type Candidate = {
  wanted: string;
  uuid: string;
  external_id: string | null;
  /** What the record is called. */
  name: string;
  related: string[];
};

function candidateColumns({ definition }: AnyKind): Sql {
  const columns = ownReferences(definition)
    .filter(([, { to }]) => to !== 'user')
    .map(([name]) => `found.${name}::text`);
  const related = [`array_remove(ARRAY[${columns.join(', ')}]::text[], NULL)`];
  if (linkFields(definition).length > 0) {
    related.push(`(SELECT coalesce(array_agg(links.to_uuid::text), '{}') FROM links
      WHERE links.account_uuid = found.account_uuid AND links.from_uuid = found.uuid)`);
  }
  const name = `found.${definition.named_by} AS name`;
  return raw(`found.uuid, found.external_id, ${name}, ${related.join(' || ')} AS related`);
}

/** The records with these external_ids, also those to which the id of a merged one leads. */
export async function findCandidatesById(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  texts: string[],
): Promise<Candidate[]> {
  const candidates = await tx.query<Candidate>(sql`
    SELECT wanted.text AS wanted, ${candidateColumns(kind)}
    FROM unnest(${texts}::text[]) AS wanted (text) CROSS JOIN LATERAL (
      SELECT * FROM ${raw(kind.table)} AS own WHERE own.account_uuid = ${account_uuid} AND own.deleted_at IS NULL
        AND own.external_id BETWEEN wanted.text AND wanted.text ORDER BY own.external_id LIMIT 1
    ) AS found`);
  const found = new Set(candidates.map(({ wanted }) => wanted));
  const others = texts.filter((text) => !found.has(text));
  const led = uuidsOf(await findWinnersByExternalId(tx, kind, account_uuid, others));
  if (led.size === 0) return candidates;
  const winners = await findCandidatesByUuid(tx, kind, account_uuid, [...new Set(led.values())]);
  const byUuid = new Map(winners.map((winner) => [winner.uuid, winner]));
  const merged = [...led].flatMap(([wanted, uuid]) =>
    byUuid.has(uuid) ? [{ ...byUuid.get(uuid)!, wanted }] : [],
  );
  return [...candidates, ...merged];
}

export function findCandidatesByUuid(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  uuids: string[],
): Promise<Candidate[]> {
  return tx.query<Candidate>(sql`
    SELECT found.uuid::text AS wanted, ${candidateColumns(kind)} FROM ${raw(kind.table)} AS found
    WHERE found.account_uuid = ${account_uuid} AND found.uuid = ANY(${uuids}::uuid[]) AND found.deleted_at IS NULL`);
}

/**
 * The records that are called so, made before `before` if it is given; at most `limit` for each
 * name.
 */
export function findCandidatesByName(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  names: string[],
  before: Date | null = null,
  limit = 10,
): Promise<Candidate[]> {
  const name = raw(kind.definition.named_by);
  return tx.query<Candidate>(sql`
    SELECT wanted.text AS wanted, ${candidateColumns(kind)}
    FROM unnest(${names}::text[]) AS wanted (text) CROSS JOIN LATERAL (
      SELECT * FROM ${raw(kind.table)} AS own WHERE own.account_uuid = ${account_uuid} AND own.deleted_at IS NULL
        AND folded(own.${name}) = folded(wanted.text) ${before ? sql`AND own.created_at < ${before}` : empty} LIMIT ${limit}
    ) AS found`);
}

/**
 * The records, made before `before`, with one of these points: e-mail addresses in their folded
 * form, or phone numbers as E.164.
 */
export function findCandidatesByPoint(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  points: string[],
  before: Date,
): Promise<Candidate[]> {
  return tx.query<Candidate>(sql`
    SELECT wanted.text AS wanted, ${candidateColumns(kind)}
    FROM unnest(${points}::text[]) AS wanted (text) CROSS JOIN LATERAL (
      SELECT own.* FROM points JOIN ${raw(kind.table)} AS own ON own.uuid = points.record_uuid
      WHERE points.account_uuid = ${account_uuid} AND points.point = wanted.text
        AND points.resource = ${kind.definition.name}
        AND own.account_uuid = ${account_uuid} AND own.deleted_at IS NULL AND own.created_at < ${before} LIMIT 10
    ) AS found`);
}

/**
 * The records, made before `before`, with one of these phone numbers in any spelling: for those
 * that have no E.164 form. The words of the search find them, because these have an index. It is
 * asked once for all of them: each question reads all entries that are still pending in it.
 */
export function findCandidatesByNumber(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  numbers: string[],
  before: Date,
): Promise<Candidate[]> {
  const phone = raw("phone_numbers(jsonb_build_object('value', wanted.text))");
  return tx.query<Candidate>(sql`
    WITH looked AS MATERIALIZED (
      SELECT wanted.text, word FROM unnest(${numbers}::text[]) AS wanted (text) CROSS JOIN LATERAL unnest(${phone}) AS word
    ), found AS MATERIALIZED (
      SELECT * FROM ${raw(kind.table)} AS own
      WHERE own.search @@ (SELECT string_agg(DISTINCT word, '|')::tsquery FROM looked)
        AND own.account_uuid = ${account_uuid} AND own.deleted_at IS NULL AND own.created_at < ${before}
      LIMIT ${NUMBERED_MAX}
    ), reached AS (
      SELECT found.uuid, word FROM found
      CROSS JOIN LATERAL jsonb_array_elements(found.${columnFor(kind, 'phones')}) AS point
      CROSS JOIN LATERAL unnest(phone_numbers(point)) AS word
    )
    SELECT DISTINCT ON (looked.text, found.uuid) looked.text AS wanted, ${candidateColumns(kind)}
    FROM looked JOIN reached USING (word) JOIN found USING (uuid)`);
}

/** Digits also stand in other texts of records. So many are looked at for some hundred numbers. */
const NUMBERED_MAX = 5000;

/** The records, made before `before`, with one of these domains. */
export function findCandidatesByDomain(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  domains: string[],
  before: Date,
): Promise<Candidate[]> {
  return tx.query<Candidate>(sql`
    SELECT wanted.text AS wanted, ${candidateColumns(kind)}
    FROM unnest(${domains}::text[]) AS wanted (text) CROSS JOIN LATERAL (
      SELECT * FROM ${raw(kind.table)} AS own WHERE own.account_uuid = ${account_uuid} AND own.deleted_at IS NULL
        AND folded(coalesce(own.${columnFor(kind, 'domain')}, '')) = folded(wanted.text) AND own.created_at < ${before} LIMIT 10
    ) AS found`);
}

/**
 * The records, made before `before`, that have one of these names and the city beside it. `wanted`
 * is `name` and `city`, with a line break between them.
 */
export function findCandidatesByNameAndCity(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  wanted: { name: string; city: string }[],
  before: Date,
  most: number,
): Promise<Candidate[]> {
  const name = raw(kind.definition.named_by);
  return tx.query<Candidate>(sql`
    SELECT wanted.name || chr(10) || wanted.city AS wanted, ${candidateColumns(kind)}
    FROM unnest(${wanted.map((one) => one.name)}::text[], ${wanted.map(({ city }) => city)}::text[])
      AS wanted (name, city) CROSS JOIN LATERAL (
      SELECT * FROM ${raw(kind.table)} AS own WHERE own.account_uuid = ${account_uuid} AND own.deleted_at IS NULL
        AND own.created_at < ${before} AND folded(own.${name}) = folded(wanted.name)
        AND folded(coalesce(own.${columnFor(kind, 'postal_codes')}->0->>'city', '')) = folded(wanted.city) LIMIT ${most}
    ) AS found`);
}

/** The column that is compared. Rows of a kind without it have nothing to look for this way. */
function columnFor({ definition }: AnyKind, way: keyof MatchFields): Sql {
  return raw(definition.match_by![way]!);
}

/**
 * True when the Account has a record of the kind from before `before`, or if asked so, one without
 * an external_id.
 */
export async function hasRecordsBefore(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  before: Date,
  withoutId = false,
): Promise<boolean> {
  // The order has PostgreSQL use the index by external_id, also before it has statistics.
  const lacksId = withoutId ? raw('AND external_id IS NULL ORDER BY external_id') : empty;
  const [found] = await tx.query(sql`
    SELECT FROM ${raw(kind.table)} WHERE account_uuid = ${account_uuid} AND created_at < ${before}
      AND deleted_at IS NULL ${lacksId} LIMIT 1`);
  return found !== undefined;
}
