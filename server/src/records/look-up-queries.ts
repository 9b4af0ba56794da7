import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { type Reach, within } from '../access/reach.ts';
import { seenRows } from '../access/seen-rows.ts';
import { mayChangeAll } from '../access/sight.ts';
import type { Queryable } from '../platform/database/database.ts';
import { frequent } from '../platform/database/statements.ts';
import { selectionOf } from './columns.ts';
import type { Holder } from './custom-fields/taken.ts';
import type { AnyKind, CrmRecord, Owner } from './kind.ts';
import { findWinnersByExternalId } from './merge/queries.ts';
import { ownReferences } from './references.ts';

/**
 * The records of an Account that have one of these external_ids, locked until the transaction ends.
 * They are locked in one order, so that two callers cannot block each other.
 *
 * Each external_id is looked up by itself in the unique index. With all at once, PostgreSQL reads
 * the whole Account until it has statistics, which are missing during the first import. The range
 * and the order point to the same index: without them, all indexes on the Account seem to cost the
 * same.
 */
export function findByExternalId<R extends CrmRecord>(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  external_ids: string[],
): Promise<R[]> {
  const table = raw(kind.table);
  return tx.query<R>(sql`
    SELECT found.* FROM unnest(${external_ids.toSorted()}::text[]) AS wanted (external_id)
    CROSS JOIN LATERAL (
      SELECT ${raw(selectionOf(kind))} FROM ${table}
      WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL
        AND external_id BETWEEN wanted.external_id AND wanted.external_id
      ORDER BY external_id LIMIT 1 FOR UPDATE OF ${table}
    ) AS found`);
}

/**
 * The records that have these external_ids, by external_id: also by that of a record which was
 * merged into one.
 */
export async function findHolders(
  tx: Queryable,
  kind: AnyKind,
  account: Owner,
  external_ids: string[],
): Promise<Map<string, Holder>> {
  if (external_ids.length === 0) return new Map();
  const [owners, merged] = await Promise.all([
    findOwners(tx, kind, account, external_ids),
    findWinnersByExternalId(tx, kind, account, external_ids),
  ]);
  return new Map([...merged, ...owners]);
}

/**
 * The records that have these external_ids themselves. Each is looked up as in `findByExternalId`.
 */
export async function findOwners(
  tx: Queryable,
  kind: AnyKind,
  account: Owner,
  external_ids: string[],
): Promise<Map<string, Holder>> {
  if (external_ids.length === 0) return new Map();
  const rows = await tx.query<Holder & { external_id: string }>(
    frequent(sql`
    SELECT found.* FROM unnest(${external_ids}::text[]) AS wanted (external_id)
    CROSS JOIN LATERAL (
      SELECT uuid, external_id, ${raw(kind.definition.named_by)} AS name FROM ${raw(kind.table)}
      WHERE account_uuid = ${account} AND deleted_at IS NULL
        AND external_id BETWEEN wanted.external_id AND wanted.external_id
      ORDER BY external_id LIMIT 1
    ) AS found`),
  );
  return byExternalId(rows);
}

function byExternalId(rows: (Holder & { external_id: string })[]): Map<string, Holder> {
  return new Map(rows.map(({ uuid, external_id, name }) => [external_id, { uuid, name }]));
}

/**
 * Who has the external_id of a deleted record of these Accounts by now, as `findHolders`. The range
 * and the order point to the index, as in `findByExternalId`.
 */
export async function findHoldersOfDeleted(
  tx: Queryable,
  kind: AnyKind,
  reach: Reach,
  uuid: string,
): Promise<Map<string, Holder>> {
  const table = raw(kind.table);
  const rows = await tx.query<Holder & { external_id: string }>(
    frequent(sql`
    SELECT holder.* FROM ${table} AS deleted
    CROSS JOIN LATERAL (
      SELECT uuid, external_id, ${raw(kind.definition.named_by)} AS name FROM ${table}
      WHERE account_uuid = deleted.account_uuid AND deleted_at IS NULL
        AND external_id BETWEEN deleted.external_id AND deleted.external_id
      ORDER BY external_id LIMIT 1
    ) AS holder
    WHERE deleted.uuid = ${uuid} AND ${within(reach, 'deleted')}`),
  );
  return byExternalId(rows);
}

/**
 * Looks whether records exist. Returns `resource uuid` of each one that is in the Account, is of
 * the kind it was named with, and is not deleted.
 */
export async function findNamed(
  tx: Queryable,
  account: Owner,
  named: { kind: AnyKind; uuids: string[] }[],
): Promise<Set<string>> {
  if (named.length === 0) return new Set();
  const found = named.map(
    ({ kind, uuids }) => sql`
      SELECT uuid, ${kind.definition.name}::text AS resource FROM ${raw(kind.table)}
      WHERE account_uuid = ${account} AND uuid = ANY(${uuids}::uuid[]) AND deleted_at IS NULL`,
  );
  const rows = await tx.query<{ uuid: string; resource: string }>(
    frequent(sql`${join(found, ' UNION ALL ')}`),
  );
  return new Set(rows.map(({ uuid, resource }) => `${resource} ${uuid}`));
}

/** Which of these records there are, deleted ones with them. */
export async function findSeen(seen: Queryable, kind: AnyKind, uuids: string[]): Promise<Set<string>> {
  const rows = await seen.query<{ uuid: string }>(sql`
    SELECT uuid FROM ${raw(kind.table)} WHERE uuid = ANY(${uuids}::uuid[])`);
  return new Set(rows.map(({ uuid }) => uuid));
}

/**
 * Which of these records the caller may not change, although their role writes. The rule is null
 * for a record without an owner, and not true.
 */
export async function findUnchangeable(
  tx: Queryable,
  kind: AnyKind,
  { sight }: Pick<Reach, 'sight'>,
  uuids: string[],
): Promise<Set<string>> {
  if (uuids.length === 0 || mayChangeAll(sight)) return new Set();
  const rows = await tx.query<{ uuid: string }>(sql`
    SELECT uuid FROM ${raw(kind.table)}
    WHERE uuid = ANY(${uuids}::uuid[]) AND (${seenRows(sight, kind.definition.name, 'change')}) IS NOT TRUE`);
  return new Set(rows.map(({ uuid }) => uuid));
}

/**
 * The uuids of the records with these names, by name. A record whose external_id is the name wins
 * over one that is called so. `kind` is null for a part of a record, which has no external_id.
 */
export async function findByName(
  tx: Queryable,
  { kind, table, name }: { kind: AnyKind | null; table: string; name: string },
  account_uuid: string,
  names: string[],
): Promise<Map<string, string[]>> {
  const [from, column] = [raw(table), raw(name)];
  const alive = kind ? sql`AND deleted_at IS NULL` : empty;
  const byId = kind
    ? sql`SELECT wanted.name, uuid, 1 AS rank FROM wanted JOIN ${from}
        ON account_uuid = ${account_uuid} AND external_id = wanted.name ${alive} UNION ALL
        SELECT wanted.name, winner.uuid, 1 FROM wanted JOIN merges
          ON merges.account_uuid = ${account_uuid} AND merges.resource = ${kind.definition.name}
            AND merges.external_id = wanted.name
        JOIN ${from} AS winner ON winner.uuid = leads_to(${account_uuid}::uuid, merges.from_uuid)
          AND winner.deleted_at IS NULL UNION ALL`
    : empty;
  const rows = await tx.query<{ name: string; uuids: string[] }>(sql`
    WITH wanted AS (SELECT unnest(${names}::text[]) AS name), found AS (
      ${byId}
      SELECT wanted.name, uuid, 2 AS rank FROM wanted JOIN ${from} AS named
        ON account_uuid = ${account_uuid} AND folded(named.${column}) = folded(wanted.name) ${alive}
    )
    SELECT name, array_agg(DISTINCT uuid::text) AS uuids FROM found
    WHERE rank = (SELECT min(rank) FROM found AS other WHERE other.name = found.name) GROUP BY name`);
  return new Map(rows.map(({ name, uuids }) => [name, uuids]));
}

/**
 * SQL for the records that the records in `subject` (account_uuid, record_uuid, event_uuid,
 * resource_uuid) refer to: their histories show the event as well. LATERAL keeps the plan to one
 * look-up for each of them.
 */
export function relatedTo(kinds: readonly AnyKind[], subject: Sql): Sql | null {
  const names = kinds.map(({ definition }) => definition.name);
  const looks = kinds.flatMap(({ definition, table }) => {
    const references = ownReferences(definition).filter(([, { to }]) => names.includes(to));
    return references.map(
      ([name]) => sql`
        SELECT ${subject}.account_uuid, referred.uuid, ${subject}.event_uuid FROM ${subject}
        CROSS JOIN LATERAL (
          SELECT ${raw(name)} AS uuid FROM ${raw(table)}
          WHERE ${raw(table)}.uuid = ${subject}.record_uuid AND account_uuid = ${subject}.account_uuid LIMIT 1
        ) AS referred
        WHERE referred.uuid IS NOT NULL AND referred.uuid <> ${subject}.resource_uuid`,
    );
  });
  return looks.length === 0 ? null : join(looks, ' UNION ALL ');
}
