import { createHash } from 'node:crypto';
import { EVERYTHING } from '@rapport/contract/scopes';
import type { FastifyRequest } from 'fastify';
import type { Database, Queryable } from '../database/database.ts';
import { deleteBefore } from '../database/delete-before.ts';
import { CHANGE_HEADER, changeUuidOf } from '../http/server/change-uuid.ts';
import type { AnswerHook } from '../http/server/hooks.ts';
import { notFound, Problem } from '../problem.ts';
import type { SecretKey } from '../secrets/secret-key.ts';
import type { Clock } from '../time/clock.ts';
import { findAnswer, keepAnswer, lockKey } from './queries.ts';

/** The time for which the answer to an Idempotency-Key is kept. */
export const IDEMPOTENCY_KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Says in headers of the answer that it is a repeated one, and which change the first one made. */
export const markReplay: AnswerHook = (request, reply, payload) => {
  if (request.asked.is_replayed) {
    reply.header('idempotent-replayed', 'true').header(CHANGE_HEADER, changeUuidOf(request));
  }
  return payload;
};

/**
 * The owner of a key. Each application of a User has keys of its own, and so have tokens that may
 * do less, those of one scope and the same Accounts together.
 */
type KeyOwner = {
  user_uuid: string;
  oauth_client_uuid: string | null;
  logins: { account_uuid: string }[];
  scope?: string[];
  account_uuids?: string[] | null;
};

export type Once = { db: Database; clock: Clock; secretKey: SecretKey };

/**
 * Runs `work` at most once for each `Idempotency-Key` of a User. Returns its result, or the stored
 * result of the first run; 422 when the key was used for another request, 409 while that one runs.
 * The answer is stored in the transaction of the work, so neither a crash nor a retry at another
 * process repeats the work or loses the answer. Answers may hold a signing secret, so they are
 * encrypted. A refusal is not stored: the caller may correct the request and send it again under
 * the same key.
 */
export async function answerOnce<Core extends Once, Result extends object>(
  core: Core,
  request: FastifyRequest & { caller: KeyOwner },
  work: (core: Omit<Core, 'db'> & { db: Queryable }) => Promise<Result | Problem>,
): Promise<Result | Problem> {
  const { db, clock, secretKey } = core;
  const header = request.headers['idempotency-key'];
  if (header === undefined) return work(core);
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header)) {
    return new Problem(
      'header_invalid',
      'Idempotency-Key must be 1 to 255 printable ASCII characters, such as a UUID.',
    );
  }
  const { user_uuid, oauth_client_uuid } = request.caller;
  const key = `${oauth_client_uuid ?? 'user'}${narrownessOf(request.caller)} ${header}`;
  const fingerprint = fingerprintOf(request);
  return db.transaction(async (tx) => {
    const [isLocked, kept] = await Promise.all([
      lockKey(tx, user_uuid, key),
      // Sent behind the lock, it sees what the transaction that had it before has kept.
      findAnswer(tx, user_uuid, key, since(clock)),
    ]);
    if (!isLocked) {
      const detail = 'Wait for the first request to end, then send this one again to get its answer.';
      return new Problem('idempotency_key_running', detail, { headers: { 'retry-after': '1' } });
    }
    if (kept && !kept.fingerprint.equals(fingerprint)) {
      const detail =
        'This Idempotency-Key was used for a request with another path or body. Use a new key for a new request.';
      return new Problem('idempotency_key_reused', detail);
    }
    request.asked.is_replayed = kept !== undefined;
    if (kept?.change_uuid) request.asked.change_uuid = kept.change_uuid;
    if (kept)
      return stillReachable(JSON.parse(secretKey.decrypt(kept.body, `${user_uuid} ${key}`)), request.caller);
    const result = await work({ ...core, db: tx });
    if (result instanceof Problem) return result;
    const body = secretKey.encrypt(JSON.stringify(result), `${user_uuid} ${key}`);
    const change_uuid = changeUuidOf(request);
    keepAnswer(tx, { user_uuid, key, fingerprint, body, change_uuid, created_at: clock.now() });
    return result;
  });
}

/** Deletes one batch of old answers. Returns their number: 0 when none is left. */
export function forgetOldAnswers(db: Queryable, clock: Clock): Promise<number> {
  return deleteBefore(db, 'idempotency_keys', 'created_at', since(clock));
}

/** The time before which stored answers do not count, even while they still exist. */
function since(clock: Clock): Date {
  return new Date(clock.now().getTime() - IDEMPOTENCY_KEY_LIFETIME_MS);
}

/** The stored answer, unless the User has lost the Login to its Account meanwhile. */
function stillReachable<Result extends object>(result: Result, { logins }: KeyOwner): Result | Problem {
  const account_uuid = 'account_uuid' in result ? result.account_uuid : undefined;
  const reachable = account_uuid === undefined || logins.some((login) => login.account_uuid === account_uuid);
  return reachable ? result : notFound('record');
}

/** A narrow token is repeated only what one as narrow was answered. */
function narrownessOf({ scope = [EVERYTHING], account_uuids = null }: KeyOwner): string {
  if (scope.includes(EVERYTHING) && account_uuids === null) return '';
  const text = JSON.stringify([scope, account_uuids?.toSorted()]);
  return ` ${createHash('sha256').update(text).digest('base64url')}`;
}

function fingerprintOf(request: FastifyRequest): Buffer {
  const text = JSON.stringify([request.method, request.url, request.body]);
  return createHash('sha256').update(text).digest();
}
