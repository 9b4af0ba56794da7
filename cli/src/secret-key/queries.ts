import sql from 'sql-template-tag';
import type { Queryable } from '../../../server/src/platform/database/database.ts';

/** Counts the other connections of Rapport's servers and commands to this database. */
export async function countOtherUsers(db: Queryable): Promise<number> {
  // The connection that has compared the migrations may not have ended yet.
  const [row] = await db.query<{ count: number }>(sql`
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name ~ '^rapport [0-9]+( listen)?$'`);
  return row!.count;
}

/**
 * Deletes encrypted data that can be made anew: the keys of ID tokens, the answers kept for 24
 * hours, the second factors, which would only lock their Users out, and the mark of the key itself.
 * Signing secrets stay, because only they show which subscriptions have to be replaced.
 */
export async function forgetSecretKey(db: Queryable): Promise<void> {
  await db.query(sql`
    WITH signing_keys AS (DELETE FROM oauth_signing_keys), answers AS (DELETE FROM idempotency_keys),
    codes AS (DELETE FROM recovery_codes), apps AS (DELETE FROM totp_secrets)
    DELETE FROM secret_key_check`);
}
