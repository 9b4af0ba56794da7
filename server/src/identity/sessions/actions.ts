import type { User } from '@rapport/contract/accounts';
import { type AuditCause, recordAudit } from '../../audit/actions.ts';
import { type Clock, toApiTime } from '../../platform/clock.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { FailureLimiter } from '../../platform/http/failure-limiter.ts';
import type { Origin } from '../../platform/http/origin.ts';
import { newUuid } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { hashToken, newToken, tokenKind } from '../../platform/secrets/random-tokens.ts';
import { hashPassword, verifyPassword } from '../passwords.ts';
import { findCredentials } from '../queries.ts';
import * as queries from './queries.ts';

/** A browser in which a User is signed in. */
export type Session = {
  uuid: string;
  user: User;
  /** When the User gave their password. */
  signed_in_at: string;
  expires_at: string;
  last_used_at: string | null;
};

export type SessionCore = Core & { signInLimits: SignInLimits };

/** Long enough to sign in once a week, short enough that a forgotten browser is not signed in for ever. */
const SESSION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

const CLEAN_UP_BATCH = 1000;

export type SignInLimits = {
  byNameAndAddress: FailureLimiter;
  byName: FailureLimiter;
  byAddress: FailureLimiter;
};

/** Ten tries for somebody who has forgotten; more for a whole office, or for a User whom others try to lock out. */
export function signInLimits(clock: Clock): SignInLimits {
  const window_ms = 15 * 60 * 1000;
  return {
    byNameAndAddress: new FailureLimiter(10, window_ms, clock),
    byName: new FailureLimiter(50, window_ms, clock),
    byAddress: new FailureLimiter(100, window_ms, clock),
  };
}

/**
 * Signs a User in: a new session with a new cookie, and the browser's old one ends (no fixation). Refuses with the same words and
 * in the same time whether the address or the password is wrong; `rate_limited` after too many tries.
 */
export async function signIn(
  core: SessionCore,
  credentials: { email: string; password: string },
  from: Origin,
  oldCookie: string | undefined,
): Promise<{ session: Session; cookie: string } | Problem> {
  const tooMany = countTry(core.signInLimits, credentials.email, from.address);
  if (tooMany) return tooMany;
  const found = await findCredentials(core.db, credentials.email);
  const right = await verifyPassword(credentials.password, found?.password_hash ?? (await nobodysHash()));
  if (!found || !right) {
    // Also for an address that nobody has: the operator sees guessing, and the answer takes as long.
    const user_uuid = found?.user.uuid ?? null;
    await recordAudit(core, core.db, unknownActor(from), 'sign_in.failed', { user_uuid });
    const detail = 'The e-mail address or the password is wrong. Check both, and try again.';
    return new Problem('sign_in_failed', detail);
  }
  forgiveTries(core.signInLimits, credentials.email, from.address);
  return core.db.transaction(async (tx) => {
    if (oldCookie !== undefined) await queries.deleteSession(tx, hashToken(oldCookie));
    return startSession(core, tx, found.user, from);
  });
}

/** The session of a cookie; undefined when it has expired, was ended, or its User is deactivated. */
export async function findSession(core: Core, cookie: string | undefined): Promise<Session | undefined> {
  if (cookie === undefined || tokenKind(cookie) !== 'browser_session') return undefined;
  const row = await queries.findSession(core.db, hashToken(cookie), toApiTime(core.clock.now()));
  return row && { ...row, signed_in_at: row.created_at };
}

/** Ends the session of a cookie, if there is one. */
export async function signOut(core: Core, cookie: string, from: Origin): Promise<void> {
  await core.db.transaction(async (tx) => {
    const ended = await queries.deleteSession(tx, hashToken(cookie));
    if (!ended) return;
    const cause = { ...from, actor: { type: 'browser_session' as const, uuid: ended.uuid, name: 'browser' } };
    await recordAudit(core, tx, cause, 'sign_out.succeeded', { user_uuid: ended.user_uuid });
  });
}

/** Notes that a session is in use. */
export async function noteSessionUse(db: Queryable, uuid: string, at: Date): Promise<void> {
  await queries.noteUse(db, uuid, at);
}

/** Deletes one batch of expired sessions; returns how many, so that the caller knows whether to go on. */
export function forgetExpiredSessions(db: Queryable, clock: Clock): Promise<number> {
  return queries.deleteExpiredSessions(db, clock.now(), CLEAN_UP_BATCH);
}

/** Counted before the password is checked, so that tries made at once do not slip through. */
export function countTry(limits: SignInLimits, email: string, address: string): Problem | null {
  const tries = keysOf(limits, email, address);
  const wait_s = Math.max(...tries.map(([limiter, key]) => limiter.wait_s(key)));
  if (wait_s > 0) {
    const detail = `There were too many tries to sign in. Wait ${Math.ceil(wait_s / 60)} minutes, then try again.`;
    return new Problem('rate_limited', detail, { headers: { 'retry-after': String(wait_s) } });
  }
  for (const [limiter, key] of tries) limiter.noteFailure(key);
  return null;
}

/** For an address only this try is taken back: whoever has a password of their own could otherwise guess others for ever. */
export function forgiveTries(limits: SignInLimits, email: string, address: string): void {
  const [[byNameAndAddress, both], [byName, name]] = keysOf(limits, email, address);
  byNameAndAddress.forgive(both);
  byName.forgive(name);
  limits.byAddress.takeBack(address);
}

type LimitKeys = [[FailureLimiter, string], [FailureLimiter, string], [FailureLimiter, string]];

function keysOf(limits: SignInLimits, email: string, address: string): LimitKeys {
  // No address is longer: nobody fills our memory with names.
  const name = email.toLowerCase().slice(0, 254);
  return [
    [limits.byNameAndAddress, `${name} ${address}`],
    [limits.byName, name],
    [limits.byAddress, address],
  ];
}

export async function startSession(core: Core, tx: Queryable, user: User, from: Origin) {
  const now = core.clock.now();
  const cookie = newToken('browser_session');
  const session: Session = {
    uuid: newUuid(),
    user,
    signed_in_at: toApiTime(now),
    expires_at: toApiTime(new Date(now.getTime() + SESSION_LIFETIME_MS)),
    last_used_at: null,
  };
  await queries.insertSession(tx, {
    uuid: session.uuid,
    user_uuid: user.uuid,
    cookie_hash: hashToken(cookie),
    address: from.address,
    user_agent: from.user_agent?.slice(0, 200) ?? null,
    expires_at: session.expires_at,
    created_at: session.signed_in_at,
  });
  const cause = { ...from, actor: { type: 'browser_session' as const, uuid: session.uuid, name: 'browser' } };
  await recordAudit(core, tx, cause, 'sign_in.succeeded', { user_uuid: user.uuid });
  return { session, cookie };
}

function unknownActor(from: Origin): AuditCause {
  return { ...from, actor: { type: 'unknown', uuid: null, name: 'sign-in' } };
}

let hashOfNobody: Promise<string> | undefined;

/** What an unknown address is checked against, so that the answer takes as long as for a known one. */
function nobodysHash(): Promise<string> {
  hashOfNobody ??= hashPassword('nobody has this password');
  return hashOfNobody;
}
