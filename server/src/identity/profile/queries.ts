import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export async function setPassword(
  db: Queryable,
  user_uuid: string,
  password_hash: string,
  now: string,
): Promise<void> {
  await db.query(
    sql`UPDATE users SET password_hash = ${password_hash}, updated_at = ${now} WHERE uuid = ${user_uuid}`,
  );
}

/** False when the address belongs to another User. A new address counts as unverified. */
export async function setEmail(
  db: Queryable,
  user_uuid: string,
  email: string,
  now: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    UPDATE users SET email = ${email}, email_verified_at = NULL, updated_at = ${now} WHERE uuid = ${user_uuid}
      AND NOT EXISTS (SELECT 1 FROM users AS other WHERE lower(other.email) = lower(${email}) AND other.uuid <> ${user_uuid})
    RETURNING 1`);
  return rows.length === 1;
}

export type Link = {
  uuid: string;
  user_uuid: string;
  purpose: 'password_reset' | 'email_change';
  email: string | null;
};

/** Replaces the User's links for the same purpose: only the newest works. */
export async function insertLink(
  db: Queryable,
  link: Link & { token_hash: Buffer; expires_at: string; created_at: string },
): Promise<void> {
  await db.query(sql`
    DELETE FROM one_time_links WHERE user_uuid = ${link.user_uuid} AND purpose = ${link.purpose}`);
  await db.query(sql`
    INSERT INTO one_time_links (uuid, user_uuid, purpose, token_hash, email, expires_at, created_at)
    VALUES (${link.uuid}, ${link.user_uuid}, ${link.purpose}, ${link.token_hash}, ${link.email}, ${link.expires_at},
      ${link.created_at})`);
}

/** Ends all links of the User, whatever they are for. */
export async function deleteLinks(db: Queryable, user_uuid: string): Promise<void> {
  await db.query(sql`DELETE FROM one_time_links WHERE user_uuid = ${user_uuid}`);
}

/** Takes a link that still works, so that it works no second time. */
export async function takeLink(
  db: Queryable,
  purpose: Link['purpose'],
  token_hash: Buffer,
  now: string,
): Promise<Link | undefined> {
  const [link] = await db.query<Link>(sql`
    DELETE FROM one_time_links USING users
    WHERE one_time_links.token_hash = ${token_hash} AND purpose = ${purpose} AND expires_at > ${now}
      AND users.uuid = one_time_links.user_uuid AND users.deactivated_at IS NULL
    RETURNING one_time_links.uuid, user_uuid, purpose, one_time_links.email`);
  return link;
}

export async function deleteExpiredLinks(db: Queryable, now: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    DELETE FROM one_time_links WHERE uuid IN (
      SELECT uuid FROM one_time_links WHERE expires_at < ${now} LIMIT ${limit}) RETURNING 1`);
  return rows.length;
}

export async function isAnyUser(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`SELECT 1 FROM users LIMIT 1`);
  return rows.length > 0;
}

/** Makes others who ask for it wait until this transaction ends. */
export async function lockFirstRun(tx: Queryable): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('first run', 0))`);
}
