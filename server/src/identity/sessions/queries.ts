import type { User } from '@rapport/contract/accounts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type SessionRow = {
  uuid: string;
  user: User;
  /** When the User signed in. */
  created_at: string;
  expires_at: string;
};

export async function insertSession(
  db: Queryable,
  session: {
    uuid: string;
    user_uuid: string;
    cookie_hash: Buffer;
    address: string;
    user_agent: string | null;
    expires_at: string;
    created_at: string;
  },
): Promise<void> {
  await db.query(sql`
    INSERT INTO browser_sessions (uuid, user_uuid, cookie_hash, address, user_agent, expires_at, created_at)
    VALUES (${session.uuid}, ${session.user_uuid}, ${session.cookie_hash}, ${session.address}, ${session.user_agent},
      ${session.expires_at}, ${session.created_at})`);
}

/** The live session with its User; none when the User is deactivated. */
export async function findSession(
  db: Queryable,
  cookie_hash: Buffer,
  now: string,
): Promise<SessionRow | undefined> {
  const [session] = await db.query<SessionRow>(sql`
    SELECT session.uuid, session.created_at, session.expires_at,
      json_build_object('uuid', users.uuid, 'email', users.email, 'name', users.name,
        'created_at', iso(users.created_at), 'updated_at', iso(users.updated_at)) AS "user"
    FROM browser_sessions AS session JOIN users ON users.uuid = session.user_uuid
    WHERE session.cookie_hash = ${cookie_hash} AND session.expires_at > ${now} AND users.deactivated_at IS NULL`);
  return session;
}

/** The User of the session that ended; undefined when there was none. */
export async function deleteSession(
  db: Queryable,
  cookie_hash: Buffer,
): Promise<{ uuid: string; user_uuid: string } | undefined> {
  const [session] = await db.query<{ uuid: string; user_uuid: string }>(
    sql`DELETE FROM browser_sessions WHERE cookie_hash = ${cookie_hash} RETURNING uuid, user_uuid`,
  );
  return session;
}

/** Deletes at most `limit` sessions that expired before `now`; returns how many. */
export async function deleteExpiredSessions(db: Queryable, now: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    DELETE FROM browser_sessions WHERE uuid IN (
      SELECT uuid FROM browser_sessions WHERE expires_at < ${now} LIMIT ${limit})
    RETURNING 1`);
  return rows.length;
}
