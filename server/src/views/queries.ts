import type { View } from '@rapport/contract/views';
import sql, { type Sql } from 'sql-template-tag';
import { type Reach, within } from '../access/reach.ts';
import type { Queryable } from '../platform/database/database.ts';
import { rowsSql } from '../platform/database/rows-sql.ts';

/** A view as its table and the marks of one User give it. */
export type ViewRow = Omit<View, 'faults'>;

/** Whose views are meant: those within reach that this User sees. */
export type Seer = { user_uuid: string; reach: Reach };

/**
 * The menu shows a view of one's own, one that somebody shares and one that came with the Account,
 * until one says otherwise.
 */
const selectViews = ({ user_uuid, reach }: Seer): Sql => sql`
  SELECT views.uuid, views.account_uuid, views.owner_uuid, resource, name, shared, query, columns, layout, group_by,
    coalesce(marks.pinned, true) AS pinned, marks.position,
    version, created_at, updated_at
  FROM views LEFT JOIN view_marks AS marks ON marks.view_uuid = views.uuid AND marks.user_uuid = ${user_uuid}
  WHERE ${within(reach, 'views')} AND (shared OR owner_uuid = ${user_uuid})`;

/** The views of a User in their own order, at most `limit`. With `resource`, those of one kind. */
export function listViews(
  db: Queryable,
  seer: Seer,
  resource: string | null,
  limit: number,
): Promise<ViewRow[]> {
  return db.query(sql`
    ${selectViews(seer)} AND (${resource}::text IS NULL OR resource = ${resource})
    ORDER BY marks.position NULLS LAST, created_at, views.uuid LIMIT ${limit}`);
}

export async function findView(db: Queryable, seer: Seer, uuid: string): Promise<ViewRow | undefined> {
  const [view] = await db.query<ViewRow>(sql`${selectViews(seer)} AND views.uuid = ${uuid}`);
  return view;
}

/** The view, locked until the transaction ends. */
export async function lockView(tx: Queryable, seer: Seer, uuid: string): Promise<ViewRow | undefined> {
  const [view] = await tx.query<ViewRow>(
    sql`${selectViews(seer)} AND views.uuid = ${uuid} FOR UPDATE OF views`,
  );
  return view;
}

/** The queries of an Account's views that filter by a field, locked until the transaction ends. */
export function lockByFilter(
  tx: Queryable,
  account_uuid: string,
  field: string,
): Promise<Pick<ViewRow, 'uuid' | 'query'>[]> {
  const names = [`%filter[${field}]%`, `%filter\\%5B${field}\\%5D%`];
  return tx.query(sql`
    SELECT uuid, query FROM views WHERE account_uuid = ${account_uuid} AND query ILIKE ANY (${names}::text[])
    ORDER BY uuid FOR UPDATE`);
}

/** The query of a view before and after a change. */
export type QueryChange = { uuid: string; before: string; after: string };

type Change = { account_uuid: string; change_uuid: string; now: string };

/** Gives some views of an Account other queries. */
export async function setQueries(
  tx: Queryable,
  { account_uuid, now }: Change,
  views: QueryChange[],
): Promise<void> {
  await tx.query(sql`
    UPDATE views SET query = given.query, version = version + 1, updated_at = ${now}
    FROM unnest(${views.map(({ uuid }) => uuid)}::uuid[], ${views.map(({ after }) => after)}::text[])
      AS given (uuid, query)
    WHERE views.account_uuid = ${account_uuid} AND views.uuid = given.uuid`);
}

/** Notes what a change did to views. Of two notes in one change, the first says how it was. */
export async function noteChanges(
  tx: Queryable,
  { account_uuid, change_uuid, now }: Change,
  views: QueryChange[],
): Promise<void> {
  const types = { uuid: 'uuid', before: 'text', after: 'text' };
  await tx.query(sql`
    INSERT INTO view_changes (account_uuid, change_uuid, view_uuid, before, after, created_at)
    SELECT ${account_uuid}, ${change_uuid}, uuid, before, after, ${now} FROM ${rowsSql('given', views, types)}
    ON CONFLICT (account_uuid, change_uuid, view_uuid) DO UPDATE SET after = excluded.after`);
}

/** What a change did to views, with their queries as they are now, locked. */
export function lockChanges(
  tx: Queryable,
  account_uuid: string,
  change_uuid: string,
): Promise<(QueryChange & { query: string })[]> {
  return tx.query(sql`
    SELECT views.uuid, before, after, query FROM view_changes JOIN views ON views.uuid = view_uuid
    WHERE view_changes.account_uuid = ${account_uuid} AND change_uuid = ${change_uuid}
    ORDER BY views.uuid FOR UPDATE OF views`);
}

/** Counts the views that a User made in an Account. Others who count them wait. */
export async function lockAndCount(tx: Queryable, user_uuid: string, account_uuid: string): Promise<number> {
  await tx.query(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`views ${user_uuid} ${account_uuid}`}, 0))`,
  );
  const [row] = await tx.query<{ count: number }>(
    sql`SELECT count(*) FROM views WHERE account_uuid = ${account_uuid} AND owner_uuid = ${user_uuid}`,
  );
  return row!.count;
}

export async function insertView(tx: Queryable, view: ViewRow): Promise<void> {
  await tx.query(sql`
    INSERT INTO views (uuid, account_uuid, owner_uuid, resource, name, shared, query, columns, layout, group_by, version,
      created_at, updated_at)
    VALUES (${view.uuid}, ${view.account_uuid}, ${view.owner_uuid}, ${view.resource}, ${view.name}, ${view.shared},
      ${view.query}, ${asJson(view.columns)}, ${view.layout}, ${view.group_by}, ${view.version},
      ${view.created_at}, ${view.updated_at})`);
}

export async function updateView(tx: Queryable, view: ViewRow): Promise<void> {
  await tx.query(sql`
    UPDATE views SET name = ${view.name}, shared = ${view.shared}, query = ${view.query},
      columns = ${asJson(view.columns)}, layout = ${view.layout}, group_by = ${view.group_by},
      version = ${view.version}, updated_at = ${view.updated_at}
    WHERE account_uuid = ${view.account_uuid} AND uuid = ${view.uuid}`);
}

/** Keeps whether the menu of a User shows the view, and where. */
export async function markView(
  tx: Queryable,
  user_uuid: string,
  { uuid, pinned, position }: Pick<ViewRow, 'uuid' | 'pinned' | 'position'>,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO view_marks (user_uuid, view_uuid, pinned, position)
    VALUES (${user_uuid}, ${uuid}, ${pinned}, ${position})
    ON CONFLICT (user_uuid, view_uuid) DO UPDATE SET pinned = excluded.pinned, position = excluded.position`);
}

export async function deleteView(tx: Queryable, { account_uuid, uuid }: ViewRow): Promise<void> {
  await tx.query(sql`DELETE FROM views WHERE account_uuid = ${account_uuid} AND uuid = ${uuid}`);
}

function asJson(columns: ViewRow['columns']): string | null {
  return columns && JSON.stringify(columns);
}
