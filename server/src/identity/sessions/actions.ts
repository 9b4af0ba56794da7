import type { User } from '@rapport/contract/accounts';
import type { Language } from '@rapport/contract/languages';
import { type AuditCause, recordAudit, sendAudit } from '../../audit/actions.ts';
import { sendMails } from '../../mails/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { forgetting } from '../../platform/database/delete-before.ts';
import { hostOf, type RequestOrigin } from '../../platform/http/server/request-origin.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { Problem } from '../../platform/problem.ts';
import { hashToken, newToken, tokenKind } from '../../platform/secrets/random-tokens.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { hashPassword, verifyPassword } from '../passwords.ts';
import { findCredentials, lockUserOfSession, lockUserWithPassword } from '../queries.ts';
import { hasSecondFactor } from '../second-factor/actions.ts';
import { beginHalfSession, type HalfSession } from './half-sessions.ts';
import { countTry, forgiveTryIn, KNOWN_HOST_MS } from './limits.ts';
import { newPlaceMail } from './mails.ts';
import * as queries from './queries.ts';

/** The session of a signed-in User in one browser. */
export type Session = {
  uuid: string;
  user: User;
  /** The time at which the User last gave their password. */
  signed_in_at: string;
  expires_at: string;
  last_used_at: string | null;
  /**
   * True when the User gave a second factor as well. A User who has one cannot sign in without it.
   */
  has_second_factor: boolean;
};

/** A session with the time zone and language of its User; null when they have set none. */
export type FoundSession = Session & { time_zone: string | null; language: Language | null };

/** The core of signing in. */
export type SignInCore = Core & { mailer: Mailer };

/** A User who signs in once a week stays signed in; a forgotten browser does not for ever. */
const SESSION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Signs a User in. The new session gets a new cookie, and the browser's old session ends, against
 * session fixation. A User with a second factor gets a half session, which `finishSignIn`
 * completes. A wrong address and a wrong password are refused in the same words and the same time;
 * `rate_limited` after too many tries.
 */
export async function signIn(
  core: SignInCore,
  credentials: { email: string; password: string },
  from: RequestOrigin,
  oldCookie: string | undefined,
): Promise<{ session: Session; cookie: string } | HalfSession | Problem> {
  const tried = await countTry(core, { email: credentials.email }, from.address);
  if (tried instanceof Problem) return tried;
  const found = await findCredentials(core.db, credentials.email);
  const right = await verifyPassword(credentials.password, found?.password_hash ?? (await nobodysHash()));
  if (!found || !right) return refuseSignIn(core, from, found?.user.uuid ?? null);
  const started = await core.db.transaction(async (tx) => {
    // A new password ends all sessions. The lock keeps one from starting with the old password
    // meanwhile.
    const [isLocked, entrance] = await Promise.all([
      lockUserWithPassword(tx, found.user.uuid, found.password_hash),
      lookAtEntrance(tx, found.user, from),
    ]);
    if (!isLocked) return null;
    forgiveTryIn(tx, tried);
    return entrance.has_second_factor
      ? beginHalfSession(core, tx, found.user.uuid)
      : enter(core, tx, found.user, from, oldCookie, entrance);
  });
  return started ?? refuseSignIn(core, from, found.user.uuid);
}

/**
 * The session of a cookie. Undefined when it has expired or was ended, or its User is deactivated.
 */
export async function findSession(core: Core, cookie: string | undefined): Promise<FoundSession | undefined> {
  if (cookie === undefined || tokenKind(cookie) !== 'browser_session') return undefined;
  const row = await queries.findSession(core.db, hashToken(cookie), toApiTime(core.clock.now()));
  if (!row) return undefined;
  const { confirmed_at: signed_in_at, ...session } = row;
  return { ...session, signed_in_at };
}

/**
 * True when the session has not ended since it was found. It locks the User: a new password or a
 * deactivation waits until this transaction ends, and then also ends its results.
 */
export async function isStillSignedIn(
  tx: Transaction,
  session: { uuid: string; user_uuid: string },
): Promise<boolean> {
  return (await lockUserOfSession(tx, session.user_uuid, session.uuid)) !== undefined;
}

/** Ends the session of a cookie, if there is one. */
export async function signOut(core: Core, cookie: string, from: RequestOrigin): Promise<void> {
  await core.db.transaction(async (tx) => {
    const ended = await queries.deleteSession(tx, hashToken(cookie));
    if (!ended) return;
    const cause = { ...from, actor: { type: 'browser_session' as const, uuid: ended.uuid, name: 'browser' } };
    await recordAudit(core, tx, cause, 'sign_out.succeeded', { user_uuid: ended.user_uuid });
  });
}

/** Deletes one batch of expired sessions. Returns their number: 0 when none is left. */
export const forgetExpiredSessions = forgetting('browser_sessions', 'expires_at');

/**
 * Deletes one batch of hosts that no User has signed in from for a long time; returns their number.
 */
export const forgetOldHosts = forgetting('sign_in_hosts', 'last_used_at', KNOWN_HOST_MS);

/**
 * Starts a session with a new cookie. The browser's old session ends, also that of another User.
 */
export async function startSession(
  core: Core,
  tx: Transaction,
  user: User,
  from: RequestOrigin,
  oldCookie: string | undefined,
): Promise<{ session: Session; cookie: string }> {
  return enter(core, tx, user, from, oldCookie, await lookAtEntrance(tx, user, from));
}

/** What a new session depends on. */
type Entrance = { has_second_factor: boolean; is_new_host: boolean };

async function lookAtEntrance(tx: Transaction, { uuid }: User, from: RequestOrigin): Promise<Entrance> {
  const [has_second_factor, is_new_host] = await Promise.all([
    hasSecondFactor(tx, uuid),
    queries.isNewHost(tx, uuid, hostOf(from.address)),
  ]);
  return { has_second_factor, is_new_host };
}

async function enter(
  core: Core,
  tx: Transaction,
  user: User,
  from: RequestOrigin,
  oldCookie: string | undefined,
  { has_second_factor, is_new_host }: Entrance,
): Promise<{ session: Session; cookie: string }> {
  if (oldCookie !== undefined) queries.dropSession(tx, hashToken(oldCookie));
  const now = core.clock.now();
  const cookie = newToken('browser_session');
  const session: Session = {
    uuid: newUuid(now),
    user,
    signed_in_at: toApiTime(now),
    expires_at: toApiTime(new Date(now.getTime() + SESSION_LIFETIME_MS)),
    last_used_at: null,
    has_second_factor,
  };
  queries.insertSession(tx, {
    uuid: session.uuid,
    user_uuid: user.uuid,
    cookie_hash: hashToken(cookie),
    address: from.address,
    user_agent: from.user_agent?.slice(0, 200) ?? null,
    expires_at: session.expires_at,
    created_at: session.signed_in_at,
  });
  if (from.language) queries.noteLanguage(tx, user.uuid, from.language);
  queries.rememberHost(tx, user.uuid, hostOf(from.address), session.signed_in_at);
  if (is_new_host)
    await sendMails(core, tx, [newPlaceMail(user, from, core.base_url)], { user_uuid: user.uuid });
  const cause = { ...from, actor: { type: 'browser_session' as const, uuid: session.uuid, name: 'browser' } };
  sendAudit(core, tx, cause, 'sign_in.succeeded', { user_uuid: user.uuid });
  return { session, cookie };
}

/**
 * Refuses a sign-in and audits it. An unknown address is audited as well: the operator sees the
 * guessing, and the answer takes as long as for a known one.
 */
async function refuseSignIn(core: Core, from: RequestOrigin, user_uuid: string | null): Promise<Problem> {
  const cause: AuditCause = { ...from, actor: { type: 'unknown', uuid: null, name: 'sign-in' } };
  await recordAudit(core, core.db, cause, 'sign_in.failed', { user_uuid });
  const detail = 'The e-mail address or the password is wrong. Check both, and try again.';
  return new Problem('sign_in_failed', detail);
}

let hashOfNobody: Promise<string> | undefined;

/**
 * The hash to check passwords for an unknown address against, so that the answer takes as long as
 * for a known one.
 */
function nobodysHash(): Promise<string> {
  hashOfNobody ??= hashPassword('nobody has this password');
  return hashOfNobody;
}
