import sql, { join, raw } from 'sql-template-tag';
import { type Reach, within } from '../../access/reach.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { frequent } from '../../platform/database/statements.ts';
import type { Holder } from '../custom-fields/taken.ts';
import type { AnyKind, Owner } from '../kind.ts';
import { linkFields, ownReferences } from '../references.ts';

/** The uuids of the records of a kind that name this one, without deleted ones. */
export async function findNaming(
  tx: Queryable,
  kind: AnyKind,
  account_uuid: string,
  resource: string,
  uuid: string,
): Promise<string[]> {
  const { definition } = kind;
  const table = raw(kind.table);
  const ways = [
    ...ownReferences(definition)
      .filter(([, { to }]) => to === resource)
      .map(
        ([column]) => sql`SELECT uuid FROM ${table}
        WHERE account_uuid = ${account_uuid} AND ${raw(column)} = ${uuid} AND deleted_at IS NULL`,
      ),
    ...linkFields(definition)
      .filter(([, { resources = [] }]) => resources.includes(resource))
      .map(
        () => sql`SELECT from_uuid AS uuid FROM links JOIN ${table} ON ${table}.uuid = from_uuid AND deleted_at IS NULL
        WHERE links.account_uuid = ${account_uuid} AND to_uuid = ${uuid} AND from_resource = ${definition.name}`,
      ),
  ];
  if (ways.length === 0) return [];
  const rows = await tx.query<{ uuid: string }>(sql`${join(ways, ' UNION ')} ORDER BY 1`);
  return rows.map((row) => row.uuid);
}

export function insertMerge(
  tx: Transaction,
  merge: {
    account_uuid: string;
    from_uuid: string;
    into_uuid: string;
    resource: string;
    external_id: string | null;
    merged_at: string;
  },
): void {
  tx.send(sql`
    INSERT INTO merges (account_uuid, from_uuid, into_uuid, resource, external_id, merged_at)
    VALUES (${merge.account_uuid}, ${merge.from_uuid}, ${merge.into_uuid}, ${merge.resource}, ${merge.external_id}, ${merge.merged_at})`);
}

/** Forgets that these records were merged: they are there again. */
export function deleteMerges(tx: Transaction, account_uuid: string, from_uuids: string[]): void {
  tx.send(
    frequent(sql`
    DELETE FROM merges WHERE account_uuid = ${account_uuid} AND from_uuid = ANY(${from_uuids}::uuid[])`),
  );
}

/**
 * Forgets the ways that led to records which are gone for good. A way through one of them goes on:
 * it was merged itself.
 */
export async function forgetMergesInto(tx: Queryable, uuids: string[]): Promise<void> {
  await tx.query(sql`
    WITH RECURSIVE dead AS (
      SELECT account_uuid, from_uuid FROM merges
      WHERE into_uuid = ANY(${uuids}::uuid[])
        AND NOT EXISTS (SELECT FROM merges AS next WHERE next.account_uuid = merges.account_uuid AND next.from_uuid = merges.into_uuid)
      UNION
      SELECT merges.account_uuid, merges.from_uuid FROM merges
      JOIN dead ON dead.account_uuid = merges.account_uuid AND dead.from_uuid = merges.into_uuid
    )
    DELETE FROM merges USING dead
    WHERE merges.account_uuid = dead.account_uuid AND merges.from_uuid = dead.from_uuid`);
}

/** The records to which merged ones of these Accounts lead, by the uuid of the merged one. */
export async function findWinners(
  tx: Queryable,
  kind: AnyKind,
  reach: Reach,
  uuids: string[],
): Promise<Map<string, string>> {
  if (uuids.length === 0) return new Map();
  const rows = await tx.query<{ from_uuid: string; uuid: string }>(
    frequent(sql`
    SELECT from_uuid, winner.uuid FROM merges
    JOIN ${raw(kind.table)} AS winner ON winner.uuid = leads_to(merges.account_uuid, from_uuid)
      AND winner.account_uuid = merges.account_uuid AND winner.deleted_at IS NULL
    WHERE ${within(reach, 'merges')} AND from_uuid = ANY(${uuids}::uuid[])`),
  );
  return new Map(rows.map(({ from_uuid, uuid }) => [from_uuid, uuid]));
}

/** The records to which the external_ids of merged ones lead, by external_id. */
export async function findWinnersByExternalId(
  tx: Queryable,
  kind: AnyKind,
  account: Owner,
  external_ids: string[],
): Promise<Map<string, Holder>> {
  if (external_ids.length === 0) return new Map();
  const rows = await tx.query<{ external_id: string } & Holder>(
    frequent(sql`
    SELECT merges.external_id, winner.uuid, winner.${raw(kind.definition.named_by)} AS name FROM merges
    JOIN ${raw(kind.table)} AS winner ON winner.uuid = leads_to(merges.account_uuid, from_uuid)
      AND winner.account_uuid = merges.account_uuid AND winner.deleted_at IS NULL
    WHERE merges.account_uuid = ${account} AND merges.resource = ${kind.definition.name}
      AND merges.external_id = ANY(${external_ids}::text[]) ORDER BY merged_at`),
  );
  return new Map(rows.map(({ external_id, uuid, name }) => [external_id, { uuid, name }]));
}

/** The external_ids of the records to which these external_ids of merged ones lead. */
export async function findExternalIdsOfWinners(
  db: Queryable,
  kind: AnyKind,
  reach: Reach,
  external_ids: string[],
): Promise<string[]> {
  const rows = await db.query<{ external_id: string }>(sql`
    SELECT winner.external_id FROM merges
    JOIN ${raw(kind.table)} AS winner ON winner.uuid = leads_to(merges.account_uuid, from_uuid)
      AND winner.account_uuid = merges.account_uuid AND winner.deleted_at IS NULL
    WHERE ${within(reach, 'merges')} AND merges.resource = ${kind.definition.name}
      AND merges.external_id = ANY(${external_ids}::text[]) AND winner.external_id IS NOT NULL`);
  return rows.map((row) => row.external_id);
}
