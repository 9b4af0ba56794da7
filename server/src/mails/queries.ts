import { isLanguage, LANGUAGES, type Language } from '@rapport/contract/languages';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/**
 * Returns the language of each address, in their order: that of its User, else that of the sender,
 * else English.
 */
export async function findLanguages(
  db: Queryable,
  emails: string[],
  sender_uuid: string | null,
): Promise<Language[]> {
  const rows = await db.query<{ language: string | null }>(sql`
    SELECT coalesce(
      (SELECT language FROM users WHERE lower(email) = lower(asked.email)),
      (SELECT language FROM users WHERE uuid = ${sender_uuid})) AS language
    FROM unnest(${emails}::text[]) WITH ORDINALITY AS asked (email, place)
    ORDER BY place`);
  return rows.map(({ language }) => (isLanguage(language) ? language : LANGUAGES[0]));
}
