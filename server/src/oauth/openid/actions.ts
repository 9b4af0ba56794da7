import type { JWK } from 'jose';
import { findUser } from '../../identity/actions.ts';
import type { Core } from '../../platform/core.ts';
import { newUuid } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { ID_TOKEN_ALGORITHMS, type IdTokenAlgorithm } from './algorithms.ts';
import * as queries from './queries.ts';
import { claimsOf, currentKey, ID_TOKEN_LIFETIME_S, nextKeyFrom, outlivedKeys } from './rules.ts';

/**
 * Makes the ID token of a redeemed code: the User, the time of sign-in and the application (OpenID
 * Connect Core §2).
 */
export async function issueIdToken(
  core: Core,
  client_id: string,
  code: {
    user_uuid: string;
    scope: string[];
    nonce: string | null;
    signed_in_at: string;
    id_token_signed_response_alg: IdTokenAlgorithm;
  },
): Promise<string> {
  const about = await userInfo(core, code.user_uuid, code.scope);
  if (about instanceof Problem) throw new Error('the User of a code is gone');
  const alg = code.id_token_signed_response_alg;
  const key = await signingKey(core, alg);
  const now_s = Math.floor(core.clock.now().getTime() / 1000);
  const claims = {
    ...about,
    auth_time: Math.floor(Date.parse(code.signed_in_at) / 1000),
    ...(code.nonce === null ? {} : { nonce: code.nonce }),
  };
  const { importJWK, SignJWT } = await import('jose');
  return new SignJWT(claims)
    .setProtectedHeader({ alg, kid: key.uuid, typ: 'JWT' })
    .setIssuer(core.base_url)
    .setAudience(client_id)
    .setIssuedAt(now_s)
    .setExpirationTime(now_s + ID_TOKEN_LIFETIME_S)
    .sign(await importJWK(key.private_jwk, alg));
}

/** The public keys (RFC 7517), including the next ones and those used until lately. */
export async function listPublicKeys(core: Core): Promise<{ keys: JWK[] }> {
  for (const algorithm of ID_TOKEN_ALGORITHMS) await signingKey(core, algorithm);
  const keys = await queries.listKeys(core.db);
  return {
    keys: keys.map((key) => ({ ...key.public_jwk, kid: key.uuid, alg: key.algorithm, use: 'sig' })),
  };
}

/** The claims about the User that the scopes of a token allow. The token has the scope `openid`. */
export async function userInfo(core: Core, user_uuid: string, scope: string[]) {
  const user = await findUser(core.db, user_uuid);
  return user instanceof Problem ? user : claimsOf(user, scope);
}

/**
 * Publishes the next key of each algorithm in time, and deletes keys that are not needed any more.
 * A job calls it every hour, in several processes perhaps at once.
 */
export async function rotateKeys(core: Core): Promise<void> {
  await core.db.transaction(async (tx) => {
    await queries.lockKeys(tx);
    const now = core.clock.now();
    const all = await queries.listKeys(tx);
    for (const algorithm of ID_TOKEN_ALGORITHMS) {
      const keys = all.filter((key) => key.algorithm === algorithm);
      const used_from = nextKeyFrom(keys, now);
      if (used_from) await queries.insertKey(tx, await makeKey(core, algorithm, used_from, now));
      await queries.deleteKeys(tx, outlivedKeys(keys, now));
    }
  });
}

/** The key to sign with. The first one is made on first use. */
async function signingKey(
  core: Core,
  algorithm: IdTokenAlgorithm,
): Promise<{ uuid: string; private_jwk: JWK }> {
  let key = await currentKeyOf(core, algorithm);
  if (!key) {
    await rotateKeys(core);
    key = await currentKeyOf(core, algorithm);
  }
  if (!key) throw new Error('there is no signing key whose time has come');
  return {
    uuid: key.uuid,
    private_jwk: JSON.parse(core.secretKey.decrypt(key.private_jwk_encrypted, key.uuid)),
  };
}

async function currentKeyOf(
  core: Core,
  algorithm: IdTokenAlgorithm,
): Promise<queries.SigningKey | undefined> {
  const keys = await queries.listKeys(core.db);
  return currentKey(
    keys.filter((key) => key.algorithm === algorithm),
    core.clock.now(),
  );
}

async function makeKey(core: Core, algorithm: IdTokenAlgorithm, used_from: Date, now: Date) {
  const uuid = newUuid(now);
  const { exportJWK, generateKeyPair } = await import('jose');
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const private_jwk = JSON.stringify(await exportJWK(privateKey));
  return {
    uuid,
    algorithm,
    public_jwk: await exportJWK(publicKey),
    private_jwk_encrypted: core.secretKey.encrypt(private_jwk, uuid),
    used_from: toApiTime(used_from),
    created_at: toApiTime(now),
  };
}
