import type { User } from '@rapport/contract/accounts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { forgetting } from '../../platform/database/delete-before.ts';
import { hashToken, randomBase62 } from '../../platform/secrets/random-tokens.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import * as queries from './half-queries.ts';

/**
 * Half a session: a User has given their password in this browser, but not their second factor yet.
 * Its cookie gives access to the second step only. Other first steps, such as an identity provider,
 * would begin one here too.
 */
export type HalfSession = { half_cookie: string; expires_at: string };

/** Long enough to find the phone, or the sheet with the recovery codes. */
const LIFETIME_MS = 10 * 60 * 1000;

/** A cookie has 178 random bits, like every token. */
const COOKIE_LENGTH = 30;

/**
 * Begins a half session. The User must be locked, because a new password ends all half sessions.
 */
export function beginHalfSession({ clock }: Core, tx: Transaction, user_uuid: string): HalfSession {
  const now = clock.now();
  const half_cookie = randomBase62(COOKIE_LENGTH);
  const expires_at = toApiTime(new Date(now.getTime() + LIFETIME_MS));
  const cookie_hash = hashToken(half_cookie);
  queries.insertHalfSession(tx, { cookie_hash, user_uuid, expires_at, created_at: toApiTime(now) });
  return { half_cookie, expires_at };
}

/** The User whose second factor is awaited; undefined when the half session has ended. */
export function findHalfSession({ db, clock }: Core, half_cookie: string): Promise<User | undefined> {
  return queries.findHalfSession(db, hashToken(half_cookie), toApiTime(clock.now()));
}

/**
 * Ends a half session and locks its User until the transaction ends. Undefined when it had ended
 * before.
 */
export async function takeHalfSession(
  { clock }: Core,
  tx: Transaction,
  half_cookie: string,
): Promise<User | undefined> {
  const cookie_hash = hashToken(half_cookie);
  const now = () => toApiTime(clock.now());
  const user = await queries.findHalfSession(tx, cookie_hash, now(), 'FOR NO KEY UPDATE OF users');
  // Deleted after the User is locked: it may have ended while this transaction waited.
  const isTaken = await queries.deleteHalfSession(tx, cookie_hash, now());
  return isTaken ? user : undefined;
}

/** Deletes one batch of expired half sessions; returns their number. */
export const forgetHalfSessions = forgetting('half_sessions', 'expires_at');
