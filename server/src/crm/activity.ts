import sql, { join, raw } from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { frequent } from '../platform/database/statements.ts';
import type { Disagreement } from '../records/agreement.ts';
import type { Revision } from '../records/kind.ts';

type Linked = { records: { resource: string; uuid: string }[] };

/** The tables of the kinds that show their last contact and next task. */
const TABLES: Record<string, string> = { client: 'clients', contact: 'contacts', deal: 'deals' };

/**
 * Updates the last contact and next task of records, in the transaction that changes their tasks.
 * It computes both anew, so that a deleted call no longer counts. A separate statement
 * locks the rows first, in order: the next statement then sees changes that were committed while it
 * waited.
 */
export function noteActivity(tx: Transaction, account_uuid: string, revisions: Revision<Linked>[]): void {
  const linked = revisions.flatMap(({ before, record }) => [...(before?.records ?? []), ...record.records]);
  for (const [resource, name] of Object.entries(TABLES)) {
    const uuids = [...new Set(linked.filter((link) => link.resource === resource).map(({ uuid }) => uuid))];
    if (uuids.length === 0) continue;
    const table = raw(name);
    tx.send(
      frequent(sql`
      SELECT FROM ${table} WHERE account_uuid = ${account_uuid} AND uuid = ANY(${uuids}::uuid[])
      ORDER BY uuid FOR NO KEY UPDATE`),
    );
    tx.send(
      frequent(sql`
      UPDATE ${table} SET last_activity_at = found.at, next_task_due_on = found.due_on, next_task_due_at = found.due_at
      FROM (
        SELECT wanted.uuid, ${lastContact} AS at, next.due_on, next.due_at
        FROM unnest(${uuids}::uuid[]) AS wanted (uuid)
        CROSS JOIN (SELECT ${account_uuid}::uuid AS uuid) AS account
        LEFT JOIN LATERAL ${nextTask} AS next ON true
      ) AS found
      WHERE ${table}.account_uuid = ${account_uuid} AND ${table}.uuid = ANY(${uuids}::uuid[])
        AND ${table}.uuid = found.uuid`),
    );
  }
}

/** Finds records whose last contact or next task disagrees with their tasks. */
export function findStaleActivity(db: Queryable): Promise<Disagreement[]> {
  const looks = Object.entries(TABLES).map(
    ([resource, table]) => sql`
      SELECT ${resource}::text AS resource, wanted.uuid FROM ${raw(table)} AS wanted
      CROSS JOIN LATERAL (SELECT wanted.account_uuid AS uuid) AS account
      LEFT JOIN LATERAL ${nextTask} AS next ON true
      WHERE last_activity_at IS DISTINCT FROM ${lastContact}
        OR (next_task_due_on, next_task_due_at) IS DISTINCT FROM (next.due_on, next.due_at)`,
  );
  return db.query<Disagreement>(sql`
    SELECT 'stale_activity' AS fault, resource, count(*), min(uuid::text) AS uuid
    FROM (${join(looks, ' UNION ALL ')}) AS found GROUP BY resource ORDER BY resource`);
}

/**
 * LATERAL with a LIMIT keeps the plans to one look-up for each link, also a plan that was made
 * while the tables were empty.
 */
const linkedTo = raw(`links.account_uuid = account.uuid AND links.to_uuid = wanted.uuid`);

/** A to-do that is done, or a note about them, is no contact with anybody. */
const lastContact = sql`(
  SELECT max(task.completed_at) FROM links CROSS JOIN LATERAL (
    SELECT completed_at FROM tasks
    WHERE tasks.uuid = links.from_uuid AND type <> 'todo' AND deleted_at IS NULL LIMIT 1) AS task
  WHERE ${linkedTo} AND links.from_resource = 'task')`;

/**
 * The open task that is due first. A day is over at its end, which differs from place to place: the
 * end in UTC lies in the middle of them, and which of two tasks comes first hardly ever depends on
 * it.
 */
const nextTask = sql`(
  SELECT task.due_on, task.due_at FROM links CROSS JOIN LATERAL (
    SELECT uuid, due_on, due_at FROM tasks
    WHERE tasks.uuid = links.from_uuid AND status = 'open' AND deleted_at IS NULL AND due_on IS NOT NULL LIMIT 1) AS task
  WHERE ${linkedTo} AND links.from_resource = 'task'
  ORDER BY coalesce(task.due_at, (task.due_on + 1)::timestamp AT TIME ZONE 'UTC'), task.uuid LIMIT 1)`;
