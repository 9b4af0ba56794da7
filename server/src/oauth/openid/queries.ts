import type { JWK } from 'jose';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { IdTokenAlgorithm } from './algorithms.ts';

export type SigningKey = {
  uuid: string;
  algorithm: IdTokenAlgorithm;
  public_jwk: JWK;
  private_jwk_encrypted: Buffer;
  used_from: string;
};

/** All keys, latest first use first. */
export function listKeys(db: Queryable): Promise<SigningKey[]> {
  return db.query(sql`
    SELECT uuid, algorithm, public_jwk, private_jwk_encrypted, used_from FROM oauth_signing_keys
    ORDER BY used_from DESC, uuid DESC`);
}

/** Locks the making of keys until this transaction ends; others wait. */
export async function lockKeys(tx: Queryable): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('oauth_signing_keys', 0))`);
}

export async function insertKey(tx: Queryable, key: SigningKey & { created_at: string }): Promise<void> {
  await tx.query(sql`
    INSERT INTO oauth_signing_keys (uuid, algorithm, public_jwk, private_jwk_encrypted, used_from, created_at)
    VALUES (${key.uuid}, ${key.algorithm}, ${key.public_jwk}, ${key.private_jwk_encrypted}, ${key.used_from},
      ${key.created_at})`);
}

export async function deleteKeys(tx: Queryable, uuids: string[]): Promise<void> {
  await tx.query(sql`DELETE FROM oauth_signing_keys WHERE uuid = ANY(${uuids}::uuid[])`);
}
