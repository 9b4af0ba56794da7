import type { Tag } from '@rapport/contract/tags';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type Reach, within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { AnyKind } from '../kind.ts';

/** A tag as its table has it. */
export type TagRow = Omit<Tag, 'count' | 'counts'>;

const COLUMNS = raw('uuid, account_uuid, name, color, job_uuid, version, created_at, updated_at');

/** Counting stops here, so that it stays cheap. */
const COUNTED_MAX = 10_001;

/** More tags than this are of no use to anybody, and the list is answered whole. */
const LISTED_MAX = 5000;

/**
 * With more tags than this all records are read once: 500 tags on 20,000 records take a tenth of
 * what it takes to look for each. While they are few, looking for each is faster.
 */
const SOUGHT_MAX = 200;

/** The tags that records of these kinds have, with the numbers of these, by name. */
export async function listTags(db: Queryable, kinds: readonly AnyKind[], reach: Reach): Promise<Tag[]> {
  const some = await db.query(sql`SELECT 1 FROM tags WHERE ${within(reach)} LIMIT ${SOUGHT_MAX + 1}`);
  const counted =
    some.length <= SOUGHT_MAX
      ? sql`SELECT *, ${countsOf(kinds)} AS counts FROM tags WHERE ${within(reach)}`
      : sql`
        SELECT tags.*, counts FROM tags
        JOIN (${countsOfAll(kinds, reach)}) AS used ON used.account = tags.account_uuid AND used.tag = tags.name`;
  return db.query<Tag>(sql`
    SELECT ${COLUMNS}, (SELECT sum(value::int)::int FROM jsonb_each_text(counts)) AS count, counts
    FROM (${counted}) AS counted
    WHERE counts <> '{}' ORDER BY folded(name), uuid LIMIT ${LISTED_MAX}`);
}

/** The numbers of records by Account and tag, from all records at once. */
function countsOfAll(kinds: readonly AnyKind[], reach: Reach): Sql {
  const each = kinds.map(
    ({ definition, table }) => sql`
      SELECT account_uuid AS account, tag, ${definition.name}::text AS kind, least(count(*), ${COUNTED_MAX}) AS count
      FROM ${raw(table)}, unnest(tags) AS tag
      WHERE ${within(reach)} AND deleted_at IS NULL GROUP BY account_uuid, tag`,
  );
  return sql`
    SELECT account, tag, jsonb_object_agg(kind, count) AS counts
    FROM (${join(each, ' UNION ALL ')}) AS each GROUP BY account, tag`;
}

/** The numbers of records that have a tag, by kind, without those of which none has it. */
function countsOf(kinds: readonly AnyKind[]): Sql {
  const each = kinds.map(
    ({ definition, table }) => sql`${definition.name}::text, nullif((
      SELECT count(*) FROM (
        SELECT FROM ${raw(table)} AS record
        WHERE record.account_uuid = tags.account_uuid AND record.tags @> ARRAY[tags.name] AND deleted_at IS NULL
        LIMIT ${COUNTED_MAX}
      ) AS counted), 0)`,
  );
  return sql`jsonb_strip_nulls(jsonb_build_object(${join(each)}))`;
}

export async function countTag(
  db: Queryable,
  kinds: readonly AnyKind[],
  { account_uuid, uuid }: TagRow,
): Promise<Record<string, number>> {
  const [row] = await db.query<{ counts: Record<string, number> }>(
    sql`SELECT ${countsOf(kinds)} AS counts FROM tags WHERE account_uuid = ${account_uuid} AND uuid = ${uuid}`,
  );
  return row!.counts;
}

/** Tags, locked until the transaction ends. */
export function lockTags(tx: Queryable, reach: Reach, uuids: string[]): Promise<TagRow[]> {
  return tx.query(sql`
    SELECT ${COLUMNS} FROM tags
    WHERE ${within(reach)} AND uuid = ANY(${uuids}::uuid[]) ORDER BY uuid FOR UPDATE`);
}

/** The tag with this name in any spelling, and whether it is the given one. */
export async function findByName(
  tx: Queryable,
  { account_uuid, uuid }: TagRow,
  name: string,
): Promise<(TagRow & { is_same: boolean }) | undefined> {
  const [row] = await tx.query<TagRow & { is_same: boolean }>(sql`
    SELECT ${COLUMNS}, uuid = ${uuid} AS is_same FROM tags
    WHERE account_uuid = ${account_uuid} AND folded(name) = folded(${name})`);
  return row;
}

export async function insertTag(tx: Queryable, tag: TagRow): Promise<void> {
  await tx.query(sql`
    INSERT INTO tags (uuid, account_uuid, name, color, version, created_at, updated_at)
    VALUES (${tag.uuid}, ${tag.account_uuid}, ${tag.name}, ${tag.color}, ${tag.version}, ${tag.created_at}, ${tag.updated_at})`);
}

export async function updateTag(tx: Queryable, tag: TagRow): Promise<void> {
  await tx.query(sql`
    UPDATE tags SET name = ${tag.name}, color = ${tag.color}, job_uuid = ${tag.job_uuid}, version = ${tag.version},
      updated_at = ${tag.updated_at}
    WHERE account_uuid = ${tag.account_uuid} AND uuid = ${tag.uuid}`);
}

export async function deleteTag(tx: Queryable, { account_uuid, uuid }: TagRow): Promise<void> {
  await tx.query(sql`DELETE FROM tags WHERE account_uuid = ${account_uuid} AND uuid = ${uuid}`);
}

/** Notes that no job works on the tag any more. */
export async function endJob(tx: Queryable, account_uuid: string, job_uuid: string): Promise<void> {
  await tx.query(
    sql`UPDATE tags SET job_uuid = NULL WHERE account_uuid = ${account_uuid} AND job_uuid = ${job_uuid}`,
  );
}

/** The next records of a kind that have a tag, in the order of their uuids. */
export async function findTagged(
  tx: Queryable,
  { table }: AnyKind,
  account_uuid: string,
  name: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ uuid: string }>(sql`
    SELECT uuid FROM ${raw(table)}
    WHERE account_uuid = ${account_uuid} AND tags @> ARRAY[${name}] AND deleted_at IS NULL
      AND (${after}::uuid IS NULL OR uuid > ${after}) ORDER BY uuid LIMIT ${limit}`);
  return rows.map(({ uuid }) => uuid);
}
