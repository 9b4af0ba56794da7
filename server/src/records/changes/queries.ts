import type { Actor } from '@rapport/contract/actors';
import type { ChangeInFull, ChangeSource } from '@rapport/contract/changes';
import sql from 'sql-template-tag';
import type { Cause } from '../../access/caller.ts';
import type { Reach } from '../../access/reach.ts';
import { eachAccount, ofRead } from '../../access/reach.ts';
import { seenAbout } from '../../access/seen-rows.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** A change as the database knows it: its events by name, and the first of them. */
export type ChangeRow = {
  uuid: string;
  account_uuid: string;
  source: ChangeSource;
  actor: Actor;
  created_at: string;
  events: Record<string, number>;
  undoes: string | null;
  undone_by: string | null;
  outcome: Outcome | null;
};

/** What came of an undo. */
export type Outcome = NonNullable<ChangeInFull['outcome']>;

/**
 * The newest changes of these Accounts, older than `before`. It steps from change to change in an
 * index, however many events each has.
 */
export function listChanges(
  db: Queryable,
  reach: Reach,
  before: string | null,
  limit: number,
): Promise<ChangeRow[]> {
  return db.query(sql`
    SELECT ${COLUMNS}, NULL AS outcome FROM (
      SELECT found.* FROM ${eachAccount(reach)}
      CROSS JOIN LATERAL (
        WITH RECURSIVE step AS (
          (SELECT change_uuid FROM events
          WHERE account_uuid = owner.account_uuid AND body IS NOT NULL AND change_uuid IS NOT NULL
            AND (${before}::uuid IS NULL OR change_uuid < ${before}::uuid)
          ORDER BY change_uuid DESC LIMIT 1)
          UNION ALL
          SELECT next.change_uuid FROM step CROSS JOIN LATERAL (
            SELECT change_uuid FROM events
            WHERE account_uuid = owner.account_uuid AND body IS NOT NULL AND change_uuid < step.change_uuid
            ORDER BY change_uuid DESC LIMIT 1
          ) AS next
        )
        SELECT owner.account_uuid, change_uuid AS uuid FROM step LIMIT ${limit}
      ) AS found
      ORDER BY uuid DESC, account_uuid LIMIT ${limit}
    ) AS page ${WITH_ALL} ORDER BY page.uuid DESC, page.account_uuid`);
}

/**
 * The change with this uuid, once for each of these Accounts in which it is; also one that has no
 * event yet, or never.
 */
export function findChanges(db: Queryable, reach: Reach, uuid: string): Promise<ChangeRow[]> {
  return db.query<ChangeRow>(sql`
    SELECT ${COLUMNS}, ${OUTCOME} AS outcome FROM (
      SELECT owner.account_uuid, ${uuid}::uuid AS uuid FROM ${eachAccount(reach)}
    ) AS page ${WITH_ALL} WHERE first.source IS NOT NULL OR begun.uuid IS NOT NULL ORDER BY page.account_uuid`);
}

const COLUMNS = sql`page.uuid, page.account_uuid, coalesce(first.source, begun.source) AS source,
  coalesce(first.created_at, begun.created_at) AS created_at, coalesce(first.actor, begun.actor) AS actor,
  coalesce(told.events, '{}') AS events, own.change_uuid AS undoes, latest.undone_by`;

/** An undo with a job and without an outcome is under way. */
const OUTCOME = sql`CASE WHEN own.outcome IS NOT NULL THEN own.outcome || jsonb_build_object('job_uuid', own.job_uuid)
  WHEN own.job_uuid IS NOT NULL THEN jsonb_build_object('state', 'running', 'undone', 0, 'kept', '[]'::jsonb, 'kept_count', 0, 'job_uuid', own.job_uuid) END`;

const WITH_ALL = sql`
  LEFT JOIN begun_changes AS begun ON begun.account_uuid = page.account_uuid AND begun.uuid = page.uuid
  LEFT JOIN LATERAL (
    SELECT source, created_at, body::json -> 'actor' AS actor FROM events
    WHERE account_uuid = page.account_uuid AND change_uuid = page.uuid AND body IS NOT NULL ORDER BY uuid LIMIT 1
  ) AS first ON true
  CROSS JOIN LATERAL (
    SELECT json_object_agg(event, count) AS events FROM (
      SELECT event, count(*) FROM events
      WHERE account_uuid = page.account_uuid AND change_uuid = page.uuid AND body IS NOT NULL GROUP BY event
    ) AS counted
  ) AS told
  LEFT JOIN LATERAL (
    SELECT undone_by FROM undos WHERE account_uuid = page.account_uuid AND change_uuid = page.uuid AND in_effect
    ORDER BY created_at DESC LIMIT 1
  ) AS latest ON true
  LEFT JOIN LATERAL (
    SELECT change_uuid, outcome, job_uuid FROM undos
    WHERE account_uuid = page.account_uuid AND undone_by = page.uuid LIMIT 1
  ) AS own ON true`;

/** True when a change touched a record that the caller does not see, or may not change. */
export async function touchesUnchangeable(
  db: Queryable,
  reach: Reach,
  { account_uuid, change_uuid }: Scope,
): Promise<boolean> {
  const [uuid, resource] = ['events.resource_uuid', "split_part(events.event, '.', 1)"];
  const rows = await db.query(sql`
    SELECT FROM events WHERE account_uuid = ${account_uuid} AND change_uuid = ${change_uuid} AND body IS NOT NULL
      AND NOT (${seenAbout(reach, uuid, resource)} AND ${seenAbout(reach, uuid, resource, 'change')}) LIMIT 1`);
  return rows.length > 0;
}

/** The change of an Account whose records are to be taken back. */
export type Scope = { account_uuid: string; change_uuid: string };

/**
 * Records that a change touched, each at its last event, the latest first and before the event
 * `before`; without custom fields that it only changed.
 */
export function listTouched(
  tx: Queryable,
  { account_uuid, change_uuid }: Scope,
  before: string | null,
  limit: number,
): Promise<{ uuid: string; event_uuid: string }[]> {
  return tx.query(sql`
    SELECT resource_uuid AS uuid, uuid AS event_uuid FROM events AS last
    WHERE account_uuid = ${account_uuid} AND change_uuid = ${change_uuid} AND body IS NOT NULL
      AND event <> 'custom_field.updated' AND (${before}::uuid IS NULL OR last.uuid < ${before}::uuid)
      AND NOT EXISTS (
        SELECT FROM events AS later
        WHERE later.resource_uuid = last.resource_uuid AND later.uuid > last.uuid AND later.event <> 'custom_field.updated'
          AND later.account_uuid = ${account_uuid} AND later.change_uuid = ${change_uuid} AND later.body IS NOT NULL)
    ORDER BY last.uuid DESC LIMIT ${limit}`);
}

/** The custom fields that a change changed. Values of records follow their types. */
export async function listChangedFields(
  tx: Queryable,
  { account_uuid, change_uuid }: Scope,
): Promise<string[]> {
  const rows = await tx.query<{ uuid: string }>(sql`
    SELECT DISTINCT resource_uuid AS uuid FROM events AS one
    WHERE account_uuid = ${account_uuid} AND change_uuid = ${change_uuid} AND body IS NOT NULL
      AND event = 'custom_field.updated' AND NOT EXISTS (
        SELECT FROM events AS other WHERE other.resource_uuid = one.resource_uuid AND other.change_uuid = one.change_uuid
          AND other.account_uuid = ${account_uuid} AND other.event IN ('custom_field.created', 'custom_field.deleted'))`);
  return rows.map(({ uuid }) => uuid);
}

/** The events of a change about these records, in their order, with their whole bodies. */
export function listEventsAbout(
  tx: Queryable,
  { account_uuid, change_uuid }: Scope,
  uuids: string[],
): Promise<{ uuid: string; event: string; body: string }[]> {
  return tx.query(sql`
    SELECT resource_uuid AS uuid, event, coalesce(uncut, body) AS body FROM events
    WHERE resource_uuid = ANY(${uuids}::uuid[]) AND account_uuid = ${account_uuid} AND change_uuid = ${change_uuid}
      AND body IS NOT NULL ORDER BY position`);
}

/**
 * Where records led before a change took their merge back, by uuid: it restored them, and undoing
 * it merges them again.
 */
export async function findMergesBefore(
  tx: Queryable,
  { account_uuid, change_uuid }: Scope,
  uuids: string[],
): Promise<Map<string, string>> {
  if (uuids.length === 0) return new Map();
  const rows = await tx.query<{ from_uuid: string; into_uuid: string }>(sql`
    SELECT resource_uuid AS from_uuid, coalesce(uncut, body)::json ->> 'merged_into_uuid' AS into_uuid
    FROM undos JOIN events ON events.account_uuid = undos.account_uuid AND events.change_uuid = undos.change_uuid
    WHERE undos.account_uuid = ${account_uuid} AND undone_by = ${change_uuid} AND body IS NOT NULL
      AND resource_uuid = ANY(${uuids}::uuid[]) AND coalesce(uncut, body)::json ->> 'merged_into_uuid' IS NOT NULL`);
  return new Map(rows.map(({ from_uuid, into_uuid }) => [from_uuid, into_uuid]));
}

/** Notes that a change takes back another. */
/** Keeps a change whose uuid is handed out before its first event. */
export async function insertBegun(
  tx: Queryable,
  account_uuid: string,
  { change_uuid, source, actor }: Cause,
  created_at: string,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO begun_changes (account_uuid, uuid, source, actor, created_at)
    VALUES (${account_uuid}, ${change_uuid}, ${source}, ${JSON.stringify(actor)}, ${created_at})
    ON CONFLICT DO NOTHING`);
}

export async function insertUndo(
  tx: Queryable,
  { account_uuid, change_uuid }: Scope,
  undone_by: string,
  job_uuid: string | null,
  created_at: string,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO undos (account_uuid, change_uuid, undone_by, in_effect, job_uuid, created_at)
    VALUES (${account_uuid}, ${change_uuid}, ${undone_by}, true, ${job_uuid}, ${created_at})`);
}

/** Keeps what came of an undo. */
export async function saveOutcome(
  tx: Queryable,
  { account_uuid, change_uuid }: Scope,
  undone_by: string,
  outcome: Omit<Outcome, 'job_uuid'>,
): Promise<void> {
  await tx.query(sql`
    UPDATE undos SET outcome = ${JSON.stringify(outcome)}
    WHERE account_uuid = ${account_uuid} AND change_uuid = ${change_uuid} AND undone_by = ${undone_by}`);
}

/** Forgets an undo that has taken nothing back. */
export async function deleteUndo(
  tx: Queryable,
  { account_uuid, change_uuid }: Scope,
  undone_by: string,
): Promise<void> {
  await tx.query(sql`
    DELETE FROM undos
    WHERE account_uuid = ${account_uuid} AND change_uuid = ${change_uuid} AND undone_by = ${undone_by}`);
}

/** Forgets what came of undos before this time, a batch at a time; returns how many. */
export async function forgetOutcomes(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    UPDATE undos SET outcome = NULL, job_uuid = NULL WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM undos WHERE created_at < ${before} AND outcome IS NOT NULL LIMIT ${limit}))
    RETURNING 1`);
  return rows.length;
}

/**
 * The bodies of the events of a change that may be read, in their order, after the event `after`.
 */
export function listEvents(
  db: Queryable,
  reach: Reach,
  { account_uuid, change_uuid }: Scope,
  after: string | null,
  limit: number,
): Promise<{ uuid: string; body: string }[]> {
  return db.query(sql`
    SELECT uuid, body FROM events
    WHERE account_uuid = ${account_uuid} AND change_uuid = ${change_uuid} AND body IS NOT NULL
      AND (${after}::uuid IS NULL OR uuid > ${after}::uuid) ${ofRead(reach)}
    ORDER BY uuid LIMIT ${limit}`);
}

/** Says of the undos that a change made whether they are in effect; returns what they took back. */
export async function setInEffect(
  tx: Queryable,
  account_uuid: string,
  undone_by: string,
  in_effect: boolean,
): Promise<string[]> {
  const rows = await tx.query<{ change_uuid: string }>(sql`
    UPDATE undos SET in_effect = ${in_effect}
    WHERE account_uuid = ${account_uuid} AND undone_by = ${undone_by} RETURNING change_uuid`);
  return rows.map(({ change_uuid }) => change_uuid);
}
