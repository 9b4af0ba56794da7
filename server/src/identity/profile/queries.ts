import type { User } from '@rapport/contract/accounts';
import type { HintName } from '@rapport/contract/hints';
import type { Language } from '@rapport/contract/languages';
import sql, { join } from 'sql-template-tag';
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

export async function setName(
  tx: Queryable,
  { uuid, name, updated_at }: Pick<User, 'uuid' | 'name' | 'updated_at'>,
): Promise<void> {
  await tx.query(sql`UPDATE users SET name = ${name}, updated_at = ${updated_at} WHERE uuid = ${uuid}`);
}

/** What a User sets for themself, and nobody else sees. */
export type OwnSettings = {
  /** Where they create what names no Account. The caller has checked that it is one of theirs. */
  default_account_uuid?: string;
  time_zone?: string | null;
  language?: Language | null;
  closed_hints?: HintName[];
};

export async function changeSettings(db: Queryable, user_uuid: string, given: OwnSettings): Promise<void> {
  const { default_account_uuid, time_zone, language, closed_hints } = given;
  const settings = [
    ...(default_account_uuid === undefined ? [] : [sql`default_account_uuid = ${default_account_uuid}`]),
    ...(time_zone === undefined ? [] : [sql`time_zone = ${time_zone}`]),
    ...(language === undefined ? [] : [sql`language = ${language}`]),
    ...(closed_hints === undefined ? [] : [sql`closed_hints = ${closed_hints}::text[]`]),
  ];
  await db.query(sql`UPDATE users SET ${join(settings)} WHERE uuid = ${user_uuid}`);
}

/**
 * Forgets the hosts that the User signed in from, and their default Account: they may be those of
 * somebody else.
 */
export async function forgetPlaces(tx: Queryable, user_uuid: string): Promise<void> {
  await tx.query(sql`
    WITH hosts AS (DELETE FROM sign_in_hosts WHERE user_uuid = ${user_uuid})
    UPDATE users SET default_account_uuid = NULL WHERE uuid = ${user_uuid}`);
}

/**
 * Sets the address, which is then unverified. False when it belongs to another User; the
 * transaction must then be rolled back.
 */
export async function setEmail(
  tx: Queryable,
  user_uuid: string,
  email: string,
  now: string,
): Promise<boolean> {
  try {
    await tx.query(sql`
      UPDATE users SET email = ${email}, email_verified_at = NULL, updated_at = ${now} WHERE uuid = ${user_uuid}`);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/**
 * The SQLSTATE of a taken address. Only the write itself can tell: another User may take the
 * address at the same moment.
 */
const UNIQUE_VIOLATION = '23505';
