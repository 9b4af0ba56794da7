import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { forgetting } from '../../platform/database/delete-before.ts';
import { newUuid } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { hashToken, randomBase62 } from '../../platform/secrets/random-tokens.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import * as queries from './queries.ts';

/**
 * Links are mailed to a User and work once. Making, using or ending links locks the User first: of
 * two such requests at the same time, the second sees the result of the first.
 */

/** Long enough to find the mail, short enough that an old mailbox opens nothing. */
const RESET_LIFETIME_MS = 60 * 60 * 1000;
const EMAIL_CHANGE_LIFETIME_MS = 24 * 60 * 60 * 1000;
/**
 * An earlier request is this fresh: the User has not looked into their mailbox yet, or a stranger
 * wants to fill it.
 */
const RESET_FRESH_MS = 5 * 60 * 1000;
/**
 * A User who has asked this often has several links in the mailbox, and the newest works for the
 * rest of the hour.
 */
const LIVE_RESETS_MAX = 3;
/** A code has 178 random bits, like every token. */
const CODE_LENGTH = 30;

/**
 * Makes a code for setting a new password, for a locked User. Null when one was made in the last
 * five minutes, or three still work. Earlier codes stay valid: anybody may ask for one, and a
 * stranger must not end the link that the User is about to open.
 */
export async function makeResetLink(core: Core, tx: Transaction, user_uuid: string): Promise<string | null> {
  const now = core.clock.now();
  const live = await queries.listLiveLinks(tx, user_uuid, 'password_reset', toApiTime(now));
  const newest_ms = Date.parse(live[0]?.created_at ?? '1970-01-01');
  if (live.length >= LIVE_RESETS_MAX || newest_ms + RESET_FRESH_MS > now.getTime()) return null;
  return insertLink(core, tx, { user_uuid, purpose: 'password_reset', email: null }, RESET_LIFETIME_MS);
}

/**
 * Makes a code that confirms `email` as the new address of a locked User. Only the newest one
 * works.
 */
export async function makeEmailChangeLink(
  core: Core,
  tx: Transaction,
  user_uuid: string,
  email: string,
): Promise<string> {
  await queries.deleteLinks(tx, user_uuid, 'email_change');
  return insertLink(core, tx, { user_uuid, purpose: 'email_change', email }, EMAIL_CHANGE_LIFETIME_MS);
}

/** The address of the User of a link; `link_invalid` when the link does not work any more. */
export async function findEmailOfLink(
  { db, clock }: Core,
  purpose: queries.Link['purpose'],
  code: string,
): Promise<string | Problem> {
  return (
    (await queries.findEmailOfLink(db, purpose, hashToken(code), toApiTime(clock.now()))) ?? linkInvalid()
  );
}

/**
 * Uses up a link; `link_invalid` when it does not work any more. Its User stays locked until the
 * transaction ends.
 */
export async function takeLink(
  { clock }: Core,
  tx: Transaction,
  purpose: queries.Link['purpose'],
  code: string,
): Promise<queries.Link | Problem> {
  const token_hash = hashToken(code);
  await queries.lockUserOfLink(tx, token_hash);
  return (await queries.takeLink(tx, purpose, token_hash, toApiTime(clock.now()))) ?? linkInvalid();
}

/** Deletes one batch of expired links; returns their number. */
export const forgetExpiredLinks = forgetting('one_time_links', 'expires_at');

/** Makes the code of a mailed link. Invitations use it as well. */
export function newLinkCode(): string {
  return randomBase62(CODE_LENGTH);
}

export function linkInvalid(): Problem {
  return new Problem('link_invalid', 'The link was used already or has expired. Ask for a new one.');
}

async function insertLink(
  { clock }: Core,
  tx: Transaction,
  link: Omit<queries.Link, 'uuid'>,
  lifetime_ms: number,
): Promise<string> {
  const code = newLinkCode();
  const now = clock.now();
  const expires_at = toApiTime(new Date(now.getTime() + lifetime_ms));
  await queries.insertLink(tx, {
    ...link,
    uuid: newUuid(now),
    token_hash: hashToken(code),
    expires_at,
    created_at: toApiTime(now),
  });
  return code;
}
