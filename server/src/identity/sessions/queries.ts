import type { User } from '@rapport/contract/accounts';
import type { Language } from '@rapport/contract/languages';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { frequent, identifying } from '../../platform/database/statements.ts';

type SessionRow = {
  uuid: string;
  user: User;
  time_zone: string | null;
  language: Language | null;
  /** The time at which the User last gave their password. */
  confirmed_at: string;
  expires_at: string;
  last_used_at: string | null;
  has_second_factor: boolean;
};

export function insertSession(
  tx: Transaction,
  session: {
    uuid: string;
    user_uuid: string;
    cookie_hash: Buffer;
    address: string;
    user_agent: string | null;
    expires_at: string;
    created_at: string;
  },
): void {
  tx.send(
    frequent(sql`
    INSERT INTO browser_sessions (uuid, user_uuid, cookie_hash, address, user_agent, expires_at, confirmed_at, created_at)
    VALUES (${session.uuid}, ${session.user_uuid}, ${session.cookie_hash}, ${session.address}, ${session.user_agent},
      ${session.expires_at}, ${session.created_at}, ${session.created_at})`),
  );
}

/** Sets the language of a User who has none yet. */
export function noteLanguage(tx: Transaction, user_uuid: string, language: Language): void {
  tx.send(sql`UPDATE users SET language = ${language} WHERE uuid = ${user_uuid} AND language IS NULL`);
}

/** The live session with its User; undefined when the User is deactivated. */
export async function findSession(
  db: Queryable,
  cookie_hash: Buffer,
  now: string,
): Promise<SessionRow | undefined> {
  const statement = sql`
    SELECT session.uuid, users.time_zone, users.language, session.confirmed_at, session.expires_at, session.last_used_at,
      EXISTS (SELECT FROM totp_secrets AS totp WHERE totp.user_uuid = users.uuid AND totp.enabled_at IS NOT NULL)
        AS has_second_factor,
      json_build_object('uuid', users.uuid, 'email', users.email,
        'email_verified', users.email_verified_at IS NOT NULL, 'name', users.name,
        'created_at', iso(users.created_at), 'updated_at', iso(users.updated_at)) AS "user"
    FROM browser_sessions AS session JOIN users ON users.uuid = session.user_uuid
    WHERE session.cookie_hash = ${cookie_hash} AND session.expires_at > ${now} AND users.deactivated_at IS NULL`;
  const [session] = await db.query<SessionRow>(identifying('find_session', statement));
  return session;
}

/**
 * Notes the time at which the User of a session gave their password again. False when the session
 * has ended.
 */
export async function noteConfirmation(
  db: Queryable,
  { uuid, user_uuid }: { uuid: string; user_uuid: string },
  at: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    UPDATE browser_sessions SET confirmed_at = ${at} WHERE uuid = ${uuid} AND user_uuid = ${user_uuid} RETURNING 1`);
  return rows.length === 1;
}

/** Deletes the session of a cookie, if there is one. */
export function dropSession(tx: Transaction, cookie_hash: Buffer): void {
  tx.send(frequent(sql`DELETE FROM browser_sessions WHERE cookie_hash = ${cookie_hash}`));
}

/** Deletes a session and returns its User; undefined when there was none. */
export async function deleteSession(
  db: Queryable,
  cookie_hash: Buffer,
): Promise<{ uuid: string; user_uuid: string } | undefined> {
  const [session] = await db.query<{ uuid: string; user_uuid: string }>(
    sql`DELETE FROM browser_sessions WHERE cookie_hash = ${cookie_hash} RETURNING uuid, user_uuid`,
  );
  return session;
}

type ListedSession = {
  uuid: string;
  address: string;
  user_agent: string | null;
  last_used_at: string | null;
  expires_at: string;
  created_at: string;
};

/** The live sessions of a User, newest first. */
export function listSessions(db: Queryable, user_uuid: string, now: string): Promise<ListedSession[]> {
  return db.query(sql`
    SELECT uuid, address, user_agent, last_used_at, expires_at, created_at FROM browser_sessions
    WHERE user_uuid = ${user_uuid} AND expires_at > ${now} ORDER BY created_at DESC`);
}

/** Deletes a session of this User; false when there is none. */
export async function deleteSessionOf(db: Queryable, user_uuid: string, uuid: string): Promise<boolean> {
  const rows = await db.query(
    sql`DELETE FROM browser_sessions WHERE uuid = ${uuid} AND user_uuid = ${user_uuid} RETURNING 1`,
  );
  return rows.length === 1;
}

/**
 * Deletes all sessions of a User except `kept_uuid`, and all half sessions. Returns the number of
 * deleted sessions.
 */
export async function deleteOtherSessions(
  db: Queryable,
  user_uuid: string,
  kept_uuid: string | null,
): Promise<number> {
  const rows = await db.query(sql`
    WITH half AS (DELETE FROM half_sessions WHERE user_uuid = ${user_uuid})
    DELETE FROM browser_sessions WHERE user_uuid = ${user_uuid} AND uuid IS DISTINCT FROM ${kept_uuid}::uuid RETURNING 1`);
  return rows.length;
}

/** True when the User has signed in from other hosts before, but never from this one. */
export async function isNewHost(tx: Queryable, user_uuid: string, host: string): Promise<boolean> {
  const [row] = await tx.query<{ is_new: boolean }>(
    frequent(sql`
    SELECT EXISTS (SELECT FROM sign_in_hosts WHERE user_uuid = ${user_uuid})
      AND NOT EXISTS (SELECT FROM sign_in_hosts WHERE user_uuid = ${user_uuid} AND host = ${host}) AS is_new`),
  );
  return row!.is_new;
}

/** Notes the host that a User signs in from. */
export function rememberHost(tx: Transaction, user_uuid: string, host: string, now: string): void {
  tx.send(
    frequent(sql`
    INSERT INTO sign_in_hosts (user_uuid, host, last_used_at) VALUES (${user_uuid}, ${host}, ${now})
    ON CONFLICT (user_uuid, host) DO UPDATE SET last_used_at = excluded.last_used_at`),
  );
}

/**
 * Folds an address as the search for Users does. Databases and JavaScript disagree on lower case,
 * so the database does it.
 */
export async function foldEmail(db: Queryable, email: string): Promise<string> {
  const [row] = await db.query<{ folded: string }>(
    identifying('fold_email', sql`SELECT lower(${email}) AS folded`),
  );
  return row!.folded;
}

/**
 * The name that a try of a password counts under: the typed address, or the signed-in User. Tries
 * with typed addresses do not use up the tries of the signed-in User.
 */
export type PersonName = { email: string } | { user_uuid: string };

/** True when the User, named by uuid or address, has signed in from the host after `since`. */
export async function isKnownHost(
  db: Queryable,
  name: PersonName,
  host: string,
  since: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT 1 FROM sign_in_hosts JOIN users ON users.uuid = sign_in_hosts.user_uuid
    WHERE ${'email' in name ? sql`lower(users.email) = lower(${name.email})` : sql`users.uuid = ${name.user_uuid}`} AND host = ${host} AND last_used_at > ${since}`);
  return rows.length === 1;
}
