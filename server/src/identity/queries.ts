import type { User } from '@rapport/contract/accounts';
import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { frequent, identifying } from '../platform/database/statements.ts';

/** The columns of a User as others see them. */
export const USER = raw(
  'uuid, email, email_verified_at IS NOT NULL AS email_verified, name, created_at, updated_at',
);

/** Inserts a User; false when another has the e-mail address. */
export async function insertUser(
  db: Queryable,
  user: User & { password_hash: string; time_zone?: string | null },
): Promise<boolean> {
  const rows = await db.query(sql`
    INSERT INTO users (uuid, email, email_verified_at, name, time_zone, password_hash, created_at, updated_at)
    VALUES (${user.uuid}, ${user.email}, ${user.email_verified ? user.created_at : null}, ${user.name},
      ${user.time_zone ?? null}, ${user.password_hash}, ${user.created_at}, ${user.updated_at})
    ON CONFLICT (lower(email)) DO NOTHING RETURNING 1`);
  return rows.length === 1;
}

export async function findUser(db: Queryable, uuid: string): Promise<User | undefined> {
  const [user] = await db.query<User>(sql`SELECT ${USER} FROM users WHERE uuid = ${uuid}`);
  return user;
}

/** Deactivates a User; undefined when there is no active User with this address. */
export async function deactivateUser(db: Queryable, email: string, now: string): Promise<User | undefined> {
  const [user] = await db.query<User>(sql`
    UPDATE users SET deactivated_at = ${now}, updated_at = ${now} WHERE lower(email) = lower(${email}) AND deactivated_at IS NULL
    RETURNING ${USER}`);
  return user;
}

/**
 * Deletes sessions and mailed links: otherwise they would let the User in again after a
 * reactivation.
 */
export async function endEntrances(db: Queryable, user_uuid: string): Promise<void> {
  await db.query(sql`
    WITH sessions AS (DELETE FROM browser_sessions WHERE user_uuid = ${user_uuid}),
    half AS (DELETE FROM half_sessions WHERE user_uuid = ${user_uuid})
    DELETE FROM one_time_links WHERE user_uuid = ${user_uuid}`);
}

/** Reactivates a User; undefined when there is no deactivated User with this address. */
export async function reactivateUser(db: Queryable, email: string, now: string): Promise<User | undefined> {
  const [user] = await db.query<User>(sql`
    UPDATE users SET deactivated_at = NULL, updated_at = ${now} WHERE lower(email) = lower(${email}) AND deactivated_at IS NOT NULL
    RETURNING ${USER}`);
  return user;
}

export async function verifyEmail(db: Queryable, uuid: string, now: string): Promise<void> {
  await db.query(sql`UPDATE users SET email_verified_at = ${now} WHERE uuid = ${uuid}`);
}

/** The active User with this e-mail address, and the hash of their password. */
export async function findCredentials(
  db: Queryable,
  email: string,
): Promise<{ user: User; password_hash: string } | undefined> {
  const [row] = await db.query<User & { password_hash: string }>(
    identifying(
      'find_credentials',
      sql`
    SELECT ${USER}, password_hash FROM users
    WHERE lower(email) = lower(${email}) AND deactivated_at IS NULL`,
    ),
  );
  if (!row) return undefined;
  const { password_hash, ...user } = row;
  return { user, password_hash };
}

export async function findPasswordHash(db: Queryable, user_uuid: string): Promise<string | undefined> {
  const [row] = await db.query<{ password_hash: string }>(
    sql`SELECT password_hash FROM users WHERE uuid = ${user_uuid} AND deactivated_at IS NULL`,
  );
  return row?.password_hash;
}

/** Locks the active User with this address until the transaction ends. */
export async function lockUserByEmail(tx: Queryable, email: string): Promise<User | undefined> {
  const [user] = await tx.query<User>(sql`
    SELECT ${USER} FROM users
    WHERE lower(email) = lower(${email}) AND deactivated_at IS NULL FOR NO KEY UPDATE`);
  return user;
}

/**
 * Locks the User until the transaction ends. Undefined when they are deactivated or their session
 * has ended.
 */
export async function lockUserOfSession(
  tx: Queryable,
  user_uuid: string,
  session_uuid: string,
): Promise<User | undefined> {
  const [user] = await tx.query<User>(sql`
    SELECT ${USER} FROM users
    WHERE uuid = ${user_uuid} AND deactivated_at IS NULL FOR NO KEY UPDATE`);
  // A separate statement: the one that waited for the lock still sees the sessions of before.
  const sessions = await tx.query(
    sql`SELECT 1 FROM browser_sessions WHERE uuid = ${session_uuid} AND user_uuid = ${user_uuid}`,
  );
  return sessions.length === 1 ? user : undefined;
}

/**
 * Locks the User until the transaction ends. False when they were deactivated or got another
 * password after it was verified.
 */
export async function lockUserWithPassword(
  tx: Queryable,
  user_uuid: string,
  password_hash: string,
): Promise<boolean> {
  const rows = await tx.query(
    frequent(sql`
    SELECT 1 FROM users
    WHERE uuid = ${user_uuid} AND password_hash = ${password_hash} AND deactivated_at IS NULL FOR NO KEY UPDATE`),
  );
  return rows.length === 1;
}

export async function isAnyUser(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`SELECT 1 FROM users LIMIT 1`);
  return rows.length > 0;
}

/** Takes the lock of the first sign-up; others wait for it until this transaction ends. */
export async function lockFirstRun(tx: Queryable): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('first run', 0))`);
}
