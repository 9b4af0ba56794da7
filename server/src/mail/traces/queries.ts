import type { MailTrace } from '@rapport/contract/mail';
import sql, { empty } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { rowsSql } from '../../platform/database/rows-sql.ts';

/** A mail with one of its records. `trace_uuid` null: no event has told of it. */
export type Pair = Omit<MailTrace, 'record' | 'bounce'> & {
  trace_uuid: string | null;
  resource: MailTrace['record']['resource'];
  record_uuid: string;
  bounce_code: string | null;
  bounced_at: string | null;
};

/** More records with one address are no people that anybody writes to. */
const RECORDS_MAX = 20;

/**
 * These mails with the Contacts and Clients of their people, but for hidden ones. `isBounced`: only
 * with those whom they did not reach.
 */
export function findPairs(
  db: Queryable,
  account_uuid: string,
  mail_uuids: string[],
  { isBounced = false } = {},
): Promise<Pair[]> {
  return db.query<Pair>(sql`
    SELECT * FROM (
      SELECT mails.uuid, mails.account_uuid, holder_uuid AS user_uuid, thread_uuid, direction, sent_at, mails.created_at,
        points.resource, points.record_uuid, trace.uuid AS trace_uuid, max(bounce_code) AS bounce_code,
        max(bounced_at) AS bounced_at,
        row_number() OVER (PARTITION BY mails.uuid ORDER BY points.resource DESC, points.record_uuid) AS place
      FROM mails JOIN mail_people AS person ON person.mail_uuid = mails.uuid AND NOT person.is_own
      JOIN points ON points.account_uuid = person.account_uuid AND points.point = person.point
        AND points.resource IN ('client', 'contact')
      LEFT JOIN mail_traces AS trace ON trace.mail_uuid = mails.uuid AND trace.record_uuid = points.record_uuid
      WHERE mails.account_uuid = ${account_uuid} AND mails.uuid = ANY(${mail_uuids}::uuid[]) AND visibility <> 'hidden'
        ${isBounced ? sql`AND person.bounced_at IS NOT NULL` : empty}
      GROUP BY mails.uuid, points.resource, points.record_uuid, trace.uuid
    ) AS pair WHERE place <= ${RECORDS_MAX} ORDER BY sent_at, uuid, place`);
}

export type NewTrace = Pick<Pair, 'account_uuid' | 'resource' | 'record_uuid'> & {
  uuid: string;
  mail_uuid: string;
};

export async function insertTraces(tx: Queryable, traces: NewTrace[]): Promise<void> {
  if (traces.length === 0) return;
  await tx.query(sql`
    INSERT INTO mail_traces (uuid, account_uuid, mail_uuid, resource, record_uuid)
    SELECT uuid, account_uuid, mail_uuid, resource, record_uuid FROM ${rowsSql('trace', traces, TRACE)}`);
}

const TRACE = {
  uuid: 'uuid',
  account_uuid: 'uuid',
  mail_uuid: 'uuid',
  resource: 'text',
  record_uuid: 'uuid',
} as const;

/** What events have behind them that told of these mails. */
export async function listTraces(
  db: Queryable,
  account_uuid: string,
  mail_uuids: string[],
): Promise<string[]> {
  const rows = await db.query<{ uuid: string }>(sql`
    SELECT uuid FROM mail_traces WHERE account_uuid = ${account_uuid} AND mail_uuid = ANY(${mail_uuids}::uuid[])`);
  return rows.map(({ uuid }) => uuid);
}

/** Removes the traces of mails. Returns what their events have behind them. */
export async function deleteTraces(
  tx: Queryable,
  account_uuid: string,
  mail_uuids: string[],
): Promise<string[]> {
  const rows = await tx.query<{ uuid: string }>(sql`
    DELETE FROM mail_traces WHERE account_uuid = ${account_uuid} AND mail_uuid = ANY(${mail_uuids}::uuid[])
    RETURNING uuid`);
  return rows.map(({ uuid }) => uuid);
}
