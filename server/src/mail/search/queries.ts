import sql, { type Sql } from 'sql-template-tag';
import { eachAccount, within } from '../../access/reach.ts';
import { seenBy } from '../../access/sight.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { searchQuery } from '../../platform/lists/search-words.ts';
import { columnsOf, isListed, kindsOf, type MailRow, type Reader } from '../mails/queries.ts';

/**
 * The newest mails that a reader may know of: those with all words of `q` in what they may read,
 * and those with these records. Each way looks at its mails from the newest on, until it has
 * enough. No way is cut before it is known what the reader may know of: hidden mails take no place.
 */
export function findMails(
  db: Queryable,
  reader: Reader,
  { q, records, limit }: { q: string; records: string[]; limit: number },
): Promise<MailRow[]> {
  const { reach, user_uuid } = reader;
  const words = markedQuery(q);
  const isOwn = sql`mails.holder_uuid = ${user_uuid}`;
  const ways = sql`
    (${newestOf(
      reader,
      sql`SELECT mail_uuid FROM mail_words WHERE ${within(reach, 'mail_words')}
      AND search @@ ${marked(words, sql`${user_uuid}::text`)}`,
      isOwn,
      limit,
    )})
    UNION (${newestOf(
      reader,
      sql`SELECT mail_uuid FROM ${eachAccount(reach)} CROSS JOIN LATERAL (
      SELECT mail_uuid FROM mail_words WHERE mail_words.account_uuid = owner.account_uuid
        AND search @@ ${marked(words, sql`owner.account_uuid::text`)}) AS shown`,
      sql`mails.visibility IN ('subject', 'full')`,
      limit,
    )})
    UNION (SELECT of_record.uuid FROM points CROSS JOIN LATERAL (${newestOf(
      reader,
      sql`SELECT mail_uuid FROM mail_people AS person
        WHERE person.account_uuid = points.account_uuid AND person.point = points.point AND NOT person.is_own`,
      sql`true`,
      limit,
    )}) AS of_record
      WHERE ${within(reach, 'points')} AND points.resource = ANY(${kindsOf(reach)}::text[])
        AND points.record_uuid = ANY(${records}::uuid[]))`;
  return seenBy(db, reach).query<MailRow>(sql`
    SELECT ${columnsOf(reach)} FROM mails WHERE mails.uuid IN (SELECT uuid FROM (${ways}) AS found
      ORDER BY uuid DESC LIMIT ${limit}::int)
    ORDER BY mails.uuid DESC`);
}

/** The newest of some mails that are listed for the reader. */
function newestOf(reader: Reader, mails: Sql, condition: Sql, limit: number): Sql {
  return sql`SELECT listed.uuid FROM (SELECT DISTINCT mail_uuid FROM (${mails} OFFSET 0) AS matching
    ORDER BY mail_uuid DESC OFFSET 0) AS newest
    CROSS JOIN LATERAL (SELECT uuid FROM mails WHERE mails.uuid = newest.mail_uuid AND ${condition} AND ${isListed(reader)}
      OFFSET 0) AS listed
    ORDER BY newest.mail_uuid DESC LIMIT ${limit}::int`;
}

/** Stands in a lexeme where the mark is that says who may read the word. No word has it. */
const MARK = '#';

/** The text of a tsquery for words with marks, as the migration writes them. */
function markedQuery(q: string): string {
  return searchQuery(q, 'anywhere').replace(/'([^']*)'/g, `'${MARK}$1'`);
}

/**
 * The query with the mark of whoever may read. In a SELECT of its own PostgreSQL does not know the
 * words, and asks the index: it takes frequent ones for cheap to look for in every row.
 */
function marked(query: string, mark: Sql): Sql {
  return sql`(SELECT replace(${query}, ${MARK}, right(${mark}, 8))::tsquery)`;
}
