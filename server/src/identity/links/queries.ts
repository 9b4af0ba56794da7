import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type Link = {
  uuid: string;
  user_uuid: string;
  purpose: 'password_reset' | 'email_change';
  /** The new address; null when the link is for a password. */
  email: string | null;
};

export async function insertLink(
  db: Queryable,
  link: Link & { token_hash: Buffer; expires_at: string; created_at: string },
): Promise<void> {
  await db.query(sql`
    INSERT INTO one_time_links (uuid, user_uuid, purpose, token_hash, email, expires_at, created_at)
    VALUES (${link.uuid}, ${link.user_uuid}, ${link.purpose}, ${link.token_hash}, ${link.email}, ${link.expires_at},
      ${link.created_at})`);
}

/** The creation times of the User's links that still work, newest first. */
export async function listLiveLinks(
  db: Queryable,
  user_uuid: string,
  purpose: Link['purpose'],
  now: string,
): Promise<{ created_at: string }[]> {
  return db.query(sql`
    SELECT created_at FROM one_time_links
    WHERE user_uuid = ${user_uuid} AND purpose = ${purpose} AND expires_at > ${now} ORDER BY created_at DESC`);
}

/** Ends the User's links for this purpose; null: for every purpose. */
export async function deleteLinks(
  db: Queryable,
  user_uuid: string,
  purpose: Link['purpose'] | null,
): Promise<void> {
  await db.query(sql`
    DELETE FROM one_time_links WHERE user_uuid = ${user_uuid} AND purpose = coalesce(${purpose}, purpose)`);
}

/** The address of the User of a link that still works. */
export async function findEmailOfLink(
  db: Queryable,
  purpose: Link['purpose'],
  token_hash: Buffer,
  now: string,
): Promise<string | undefined> {
  const [user] = await db.query<{ email: string }>(sql`
    SELECT users.email FROM one_time_links AS link JOIN users ON users.uuid = link.user_uuid
    WHERE link.token_hash = ${token_hash} AND link.purpose = ${purpose} AND link.expires_at > ${now}`);
  return user?.email;
}

/** Locks the User of a link until the transaction ends. */
export async function lockUserOfLink(tx: Queryable, token_hash: Buffer): Promise<void> {
  await tx.query(sql`
    SELECT 1 FROM one_time_links AS link JOIN users ON users.uuid = link.user_uuid
    WHERE link.token_hash = ${token_hash} FOR NO KEY UPDATE OF users`);
}

/** Deletes a link that still works, so that it works only once. Undefined when there is none. */
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
