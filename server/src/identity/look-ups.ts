import type { User } from '@rapport/contract/accounts';
import type { HintName } from '@rapport/contract/hints';
import type { Language } from '@rapport/contract/languages';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { USER } from './queries.ts';

// What other rooms and the operator ask about Users, without a caller.

/** The User with this e-mail address, in upper or lower case, and whether they are active. */
export async function lookUpUser(
  db: Queryable,
  email: string,
): Promise<{ user: User; is_active: boolean } | undefined> {
  const [row] = await db.query<User & { is_active: boolean }>(sql`
    SELECT ${USER}, deactivated_at IS NULL AS is_active FROM users
    WHERE lower(email) = lower(${email})`);
  if (!row) return undefined;
  const { is_active, ...user } = row;
  return { user, is_active };
}

/** The language of a User's pages and mails; null when they have none yet. */
export async function findLanguage(db: Queryable, uuid: string): Promise<Language | null> {
  const rows = await db.query<{ language: Language | null }>(
    sql`SELECT language FROM users WHERE uuid = ${uuid}`,
  );
  return rows[0]?.language ?? null;
}

/** The hints of the pages that a User has closed. */
export async function findClosedHints(db: Queryable, uuid: string): Promise<HintName[]> {
  const rows = await db.query<{ closed_hints: HintName[] }>(
    sql`SELECT closed_hints FROM users WHERE uuid = ${uuid}`,
  );
  return rows[0]?.closed_hints ?? [];
}

export type ListedUser = User & { deactivated_at: string | null };

/** For the operator: the newest Users, at most `limit`, including deactivated ones. */
export function listNewestUsers(db: Queryable, limit: number): Promise<ListedUser[]> {
  return db.query(sql`
    SELECT ${USER}, deactivated_at FROM users ORDER BY uuid DESC LIMIT ${limit}`);
}

/** The e-mail addresses of these Users by uuid, also of deactivated ones. */
export async function findEmails(db: Queryable, uuids: string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ uuid: string; email: string }>(
    sql`SELECT uuid, email FROM users WHERE uuid = ANY(${uuids}::uuid[])`,
  );
  return new Map(rows.map(({ uuid, email }) => [uuid, email]));
}
