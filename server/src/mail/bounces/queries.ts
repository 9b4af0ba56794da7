import type { MailBounce } from '@rapport/contract/mail';
import sql from 'sql-template-tag';
import { within } from '../../access/reach.ts';
import { seenBy } from '../../access/sight.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { rowsSql } from '../../platform/database/rows-sql.ts';
import { isKnown, kindsOf, type Reader } from '../mails/queries.ts';

/** That a mail did not reach an address. */
export type Bounce = {
  message_id: string;
  address: string;
  code: string;
  /** The words of the server. */
  detail: string;
  bounced_at: Date;
};

/**
 * Notes bounces with the mails that they are about: sent by this User, to that address. Anybody can
 * send a report, but only who has the mail knows its Message-ID. Returns the mails.
 */
export async function setBounces(
  tx: Queryable,
  { account_uuid, user_uuid }: { account_uuid: string; user_uuid: string },
  bounces: Bounce[],
): Promise<string[]> {
  const rows = await tx.query<{ mail_uuid: string }>(sql`
    UPDATE mail_people AS person
    SET bounced_at = told.bounced_at, bounce_code = told.code, bounce_detail = told.detail
    FROM ${rowsSql('told', bounces, BOUNCE)} JOIN mails ON mails.message_id = told.message_id
    WHERE mails.account_uuid = ${account_uuid} AND mails.holder_uuid = ${user_uuid} AND mails.direction = 'out'
      AND person.mail_uuid = mails.uuid AND person.role <> 'from' AND NOT person.is_own
      AND person.point = folded(told.address) AND person.bounced_at IS NULL
    RETURNING person.mail_uuid`);
  return [...new Set(rows.map(({ mail_uuid }) => mail_uuid))];
}

const BOUNCE = {
  message_id: 'text',
  address: 'text',
  code: 'text',
  detail: 'text',
  bounced_at: 'timestamptz',
} as const;

/**
 * Those of these addresses at which mail does not arrive, by mails that the reader may know of.
 * Whoever writes from an address has shown that it is theirs.
 */
export function listBounces(db: Queryable, reader: Reader, addresses: string[]): Promise<MailBounce[]> {
  const { reach, user_uuid } = reader;
  return seenBy(db, reach).query<MailBounce>(sql`
    SELECT DISTINCT ON (person.account_uuid, person.point) person.address, bounce_code AS code, bounced_at, mails.uuid AS mail_uuid
    FROM mail_people AS person JOIN mails ON mails.uuid = person.mail_uuid
    WHERE ${within(reach, 'person')} AND bounced_at IS NOT NULL
      AND person.point IN (SELECT folded(address) FROM unnest(${addresses}::text[]) AS address)
      AND ${isKnown(reader)}
      AND (mails.holder_uuid = ${user_uuid} OR EXISTS (SELECT FROM points
        WHERE points.account_uuid = person.account_uuid AND points.point = person.point
          AND points.resource = ANY(${kindsOf(reach)}::text[])))
      AND NOT EXISTS (SELECT FROM mail_people AS writer JOIN mails AS later ON later.uuid = writer.mail_uuid
        WHERE writer.account_uuid = person.account_uuid AND writer.point = person.point AND writer.role = 'from'
          AND later.sent_at > person.bounced_at)
    ORDER BY person.account_uuid, person.point, bounced_at DESC`);
}
