import sql from 'sql-template-tag';
import type { Queryable } from '../database/database.ts';
import { StartProblem } from '../start-problem.ts';
import type { SecretKey } from './secret-key.ts';

const CONTEXT = 'secret key check';
const KNOWN_TEXT = 'this text was encrypted at the first start';

/** True when this database was used with a key before. */
export async function isSecretKeyInUse(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`SELECT FROM secret_key_check`);
  return rows.length > 0;
}

/**
 * Refuses a secret key other than the one that this database was first used with: with another key
 * no signing secret could be read, and no webhook sent. The first call stores an encrypted text,
 * which all later calls try to decrypt.
 */
export async function checkSecretKey(db: Queryable, secretKey: SecretKey): Promise<StartProblem | null> {
  const ciphertext = secretKey.encrypt(KNOWN_TEXT, CONTEXT);
  await db.query(
    sql`INSERT INTO secret_key_check (ciphertext) VALUES (${ciphertext}) ON CONFLICT DO NOTHING`,
  );
  return compareSecretKey(db, secretKey);
}

/**
 * Compares the key like `checkSecretKey`, but stores nothing. A database without a stored text
 * accepts any key.
 */
export async function compareSecretKey(db: Queryable, secretKey: SecretKey): Promise<StartProblem | null> {
  const [row] = await db.query<{ ciphertext: Buffer }>(sql`SELECT ciphertext FROM secret_key_check`);
  if (!row) return null;
  try {
    if (secretKey.decrypt(row.ciphertext, CONTEXT) === KNOWN_TEXT) return null;
  } catch {
    // With a wrong key the authentication of AES-GCM fails, so `decrypt` throws.
  }
  return new StartProblem(
    'The secret key is not the one that this database was first used with, so its signing secrets cannot be read and no webhook could be ' +
      'sent. Set RAPPORT_SECRET_KEY to the old key, or put the old file secret-key back into the data folder. ' +
      'If it is lost for good: npx rapport secret-key forget',
  );
}
