import sql from 'sql-template-tag';
import type { Queryable } from '../database/database.ts';
import { StartProblem } from '../start-problem.ts';
import type { SecretKey } from './secret-key.ts';

const CONTEXT = 'secret key check';
const KNOWN_TEXT = 'this text was encrypted at the first start';

/** Whether this database was used with a key before. */
export async function isSecretKeyInUse(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`SELECT FROM secret_key_check`);
  return rows.length > 0;
}

/**
 * Whether the secret key is the one that this database was first used with. With another key no
 * signing secret could be read and no webhook sent. The first call stores an encrypted text that
 * all later calls try to read.
 */
export async function checkSecretKey(db: Queryable, secretKey: SecretKey): Promise<StartProblem | null> {
  const ciphertext = secretKey.encrypt(KNOWN_TEXT, CONTEXT);
  await db.query(
    sql`INSERT INTO secret_key_check (ciphertext) VALUES (${ciphertext}) ON CONFLICT DO NOTHING`,
  );
  return compareSecretKey(db, secretKey);
}

/** Compares the key without storing anything: a database used with no key yet accepts any. */
export async function compareSecretKey(db: Queryable, secretKey: SecretKey): Promise<StartProblem | null> {
  const [row] = await db.query<{ ciphertext: Buffer }>(sql`SELECT ciphertext FROM secret_key_check`);
  if (!row) return null;
  try {
    if (secretKey.decrypt(row.ciphertext, CONTEXT) === KNOWN_TEXT) return null;
  } catch {
    // A wrong key does not decrypt to another text: the authentication of AES-GCM fails.
  }
  return new StartProblem(
    'The secret key is not the one that this database was first used with, so its signing secrets cannot be read and no webhook could be ' +
      'sent. Set RAPPORT_SECRET_KEY to the old key, or put the old file secret-key back into the data folder. ' +
      'Where it is lost for good: npx rapport secret-key forget',
  );
}
