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

/** Those of these addresses that were refused for good, in lower case. */
export async function findRefused(db: Queryable, emails: string[]): Promise<Set<string>> {
  const rows = await db.query<{ email: string }>(sql`
    SELECT email FROM refused_addresses
    WHERE email = ANY(SELECT lower(one) FROM unnest(${emails}::text[]) AS one)`);
  return new Set(rows.map(({ email }) => email));
}

/** Keeps that nobody has an address; true when that is news. */
export async function insertRefused(db: Queryable, email: string, refused_at: Date): Promise<boolean> {
  const rows = await db.query(sql`
    INSERT INTO refused_addresses (email, refused_at) VALUES (lower(${email}), ${refused_at})
    ON CONFLICT DO NOTHING RETURNING email`);
  return rows.length > 0;
}

export async function deleteRefused(db: Queryable, email: string): Promise<void> {
  await db.query(sql`DELETE FROM refused_addresses WHERE email = lower(${email})`);
}

/** The Users to tell that an address is refused: whose it is, and who asked for the mail. */
export async function listConcerned(
  db: Queryable,
  email: string,
  sender_uuid: string | null,
): Promise<{ uuid: string; is_own: boolean }[]> {
  return db.query(sql`
    SELECT uuid, lower(email) = lower(${email}) AS is_own FROM users
    WHERE deactivated_at IS NULL AND (lower(email) = lower(${email}) OR uuid = ${sender_uuid}::uuid)`);
}
