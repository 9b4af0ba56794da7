import type { MailThreadDeal } from '@rapport/contract/mail-threads';
import sql, { type Sql } from 'sql-template-tag';
import { type Reach, reads } from '../../access/reach.ts';
import { seenBy } from '../../access/sight.ts';
import type { Queryable } from '../../platform/database/database.ts';

/**
 * SQL for open Deals near people of mails. `people` has thread_uuid, account_uuid and point. `tier`
 * 1: the Deal names the person, or is of them; 2: it is of a Client of theirs.
 */
const nearDeals = (people: Sql): Sql => sql`
  SELECT person.account_uuid, person.thread_uuid, person.point, deals.uuid AS deal_uuid, min(near.tier) AS tier
  FROM (${people}) AS person
  JOIN points ON points.account_uuid = person.account_uuid AND points.point = person.point
  JOIN LATERAL (
    SELECT of_client.uuid AS deal_uuid, 1 AS tier FROM deals AS of_client
      WHERE of_client.account_uuid = person.account_uuid AND of_client.client_uuid = points.record_uuid
    UNION ALL SELECT from_uuid, 1 FROM links
      WHERE links.account_uuid = person.account_uuid AND to_uuid = points.record_uuid AND from_resource = 'deal'
    UNION ALL SELECT of_client.uuid, 2 FROM links JOIN deals AS of_client
        ON of_client.account_uuid = links.account_uuid AND of_client.client_uuid = to_uuid
      WHERE links.account_uuid = person.account_uuid AND from_uuid = points.record_uuid AND to_resource = 'client'
        AND ended_on IS NULL
  ) AS near ON true
  JOIN deals ON deals.uuid = near.deal_uuid AND deals.status = 'open' AND deals.deleted_at IS NULL
  GROUP BY person.account_uuid, person.thread_uuid, person.point, deals.uuid`;

/**
 * Links the conversations of new mails to the one open Deal that has all people of the newest of
 * them: first by those whom Deals name, else by their Clients. None where there are several, and
 * where anybody or the rule has said something before.
 */
export async function linkByRule(
  tx: Queryable,
  account_uuid: string,
  mail_uuids: string[],
  now: Date,
): Promise<void> {
  await tx.query(sql`
    WITH mail AS (
      SELECT DISTINCT ON (account_uuid, thread_uuid) uuid, account_uuid, thread_uuid FROM mails
      WHERE account_uuid = ${account_uuid} AND uuid = ANY(${mail_uuids}::uuid[]) AND NOT EXISTS (SELECT FROM mail_deals
        WHERE mail_deals.account_uuid = mails.account_uuid AND mail_deals.thread_uuid = mails.thread_uuid)
      ORDER BY account_uuid, thread_uuid, uuid DESC
    ), person AS (
      SELECT DISTINCT mail.account_uuid, mail.thread_uuid, point FROM mail
      JOIN mail_people ON mail_uuid = mail.uuid WHERE NOT is_own
    ), whole AS (
      SELECT account_uuid, thread_uuid, deal_uuid, max(tier) AS tier
      FROM (${nearDeals(sql`SELECT * FROM person`)}) AS near GROUP BY account_uuid, thread_uuid, deal_uuid
      HAVING count(*) = (SELECT count(*) FROM person WHERE person.thread_uuid = near.thread_uuid)
    )
    INSERT INTO mail_deals (account_uuid, thread_uuid, deal_uuid, is_linked, user_uuid, updated_at)
    SELECT account_uuid, thread_uuid, (array_agg(deal_uuid))[1], true, NULL, ${now}
    FROM whole WHERE tier = (SELECT min(tier) FROM whole AS other WHERE other.thread_uuid = whole.thread_uuid)
    GROUP BY account_uuid, thread_uuid HAVING count(*) = 1
    ON CONFLICT DO NOTHING`);
}

const OFFERED_MAX = 20;

/**
 * The Deals of a conversation that the caller sees, and then the open ones that its people are
 * near. `mails` are those of it that the caller may know of.
 */
export async function listDealsOf(
  db: Queryable,
  reach: Reach,
  thread: { account_uuid: string; thread_uuid: string },
  mail_uuids: string[],
): Promise<MailThreadDeal[]> {
  if (!reads(reach, 'deal')) return [];
  return seenBy(db, reach).query<MailThreadDeal>(sql`
    WITH person AS (
      SELECT DISTINCT account_uuid, ${thread.thread_uuid}::uuid AS thread_uuid, point FROM mail_people
      WHERE mail_uuid = ANY(${mail_uuids}::uuid[]) AND account_uuid = ${thread.account_uuid} AND NOT is_own
    ), linked AS (
      SELECT deal_uuid, user_uuid FROM mail_deals
      WHERE account_uuid = ${thread.account_uuid} AND thread_uuid = ${thread.thread_uuid} AND is_linked
    )
    SELECT deals.uuid, deals.title, true AS is_linked, linked.user_uuid FROM linked
    JOIN deals ON deals.uuid = deal_uuid AND deleted_at IS NULL AND deals.account_uuid = ${thread.account_uuid}
    UNION ALL (
      SELECT uuid, title, false, NULL FROM deals WHERE account_uuid = ${thread.account_uuid}
        AND uuid IN (SELECT deal_uuid FROM (${nearDeals(sql`SELECT * FROM person`)}) AS near)
        AND uuid NOT IN (SELECT deal_uuid FROM linked)
      ORDER BY uuid DESC LIMIT ${OFFERED_MAX})`);
}

/** Says that a conversation is of a Deal, or that it is not. */
export async function putDeal(
  tx: Queryable,
  row: {
    account_uuid: string;
    thread_uuid: string;
    deal_uuid: string;
    is_linked: boolean;
    user_uuid: string;
    now: Date;
  },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO mail_deals (account_uuid, thread_uuid, deal_uuid, is_linked, user_uuid, updated_at)
    VALUES (${row.account_uuid}, ${row.thread_uuid}, ${row.deal_uuid}, ${row.is_linked}, ${row.user_uuid}, ${row.now})
    ON CONFLICT (account_uuid, thread_uuid, deal_uuid) DO UPDATE
      SET is_linked = excluded.is_linked, user_uuid = excluded.user_uuid, updated_at = excluded.updated_at
      WHERE mail_deals.is_linked <> excluded.is_linked`);
}
