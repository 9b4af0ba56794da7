import type { User } from '@rapport/contract/accounts';
import { type AuditCause, recordAudit } from '../../audit/actions.ts';
import { type Clock, toApiTime } from '../../platform/clock.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Origin } from '../../platform/http/origin.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { fieldsInvalid, Problem } from '../../platform/problem.ts';
import { hashToken, randomBase62 } from '../../platform/secrets/random-tokens.ts';
import { createUser, findUser, findUserByEmail, verifyEmail } from '../actions.ts';
import { hashPassword } from '../passwords.ts';
import { refuseEmail, refusePassword } from '../rules.ts';
import type { SessionCore } from '../sessions/actions.ts';
import { endOtherSessions } from '../sessions/own-sessions.ts';
import { checkPassword, confirmSignIn, type Person } from '../sessions/password-check.ts';
import * as queries from './queries.ts';

export type ProfileCore = SessionCore & {
  mailer: Mailer;
  /** Ends what the User let in under the old password; null: the operator wants it to go on. */
  revokeAccess: RevokeAccess | null;
};

export type RevokeAccess = (tx: Transaction, cause: AuditCause, user_uuid: string) => Promise<void>;

/** Long enough to find the mail, short enough that an old mailbox opens nothing. */
const RESET_LIFETIME_MS = 60 * 60 * 1000;
const EMAIL_CHANGE_LIFETIME_MS = 24 * 60 * 60 * 1000;
/** 178 random bits, like every token. */
const CODE_LENGTH = 30;
const CLEAN_UP_BATCH = 1000;

/** Changes the password and signs the User out everywhere else. */
export async function changePassword(
  core: ProfileCore,
  person: Person & AuditCause & { session_uuid: string },
  passwords: { current_password: string; new_password: string },
): Promise<null | Problem> {
  const refusal =
    refusePassword(passwords.new_password, '/new_password') ??
    (await checkPassword(core, person, passwords.current_password, '/current_password'));
  if (refusal) return refusal;
  await storePassword(core, person, person.user_uuid, passwords.new_password, {
    action: 'password.changed',
    kept_session_uuid: person.session_uuid,
  });
  return null;
}

/** Mails a link to the User with this address. The answer is the same when there is none: nobody learns who is here. */
export async function requestPasswordReset(core: ProfileCore, email: string): Promise<void> {
  const user = await findUserByEmail(core.db, email);
  if (user instanceof Problem) return;
  const code = await makeLink(core, user.uuid, 'password_reset', null, RESET_LIFETIME_MS);
  await core.mailer.send({
    to: user.email,
    subject: 'Set a new password for Rapport',
    text:
      `Hello ${user.name},\n\nopen this link within an hour to set a new password:\n\n` +
      `${core.base_url}/reset-password?code=${code}\n\nIf you did not ask for it, do nothing: your password stays.\n`,
  });
}

/** Sets a new password by a mailed link, and signs the User out everywhere. */
export async function resetPassword(
  core: ProfileCore,
  from: Origin,
  { code, new_password }: { code: string; new_password: string },
): Promise<null | Problem> {
  const refusal = refusePassword(new_password, '/new_password');
  if (refusal) return refusal;
  const link = await queries.takeLink(core.db, 'password_reset', hashToken(code), nowOf(core));
  if (!link) return linkInvalid();
  const actor = { type: 'unknown' as const, uuid: null, name: 'mailed link' };
  await storePassword(core, { ...from, actor }, link.user_uuid, new_password, {
    action: 'password.reset',
    kept_session_uuid: null,
  });
  if (core.mailer.proves_addresses) await verifyEmail(core.db, core.clock, link.user_uuid);
  return null;
}

/** Mails a link to the new address; the change counts once it is opened. */
export async function requestEmailChange(
  core: ProfileCore,
  person: Person,
  { email, password }: { email: string; password?: string },
): Promise<null | Problem> {
  const refusal = refuseEmail(email) ?? (await confirmSignIn(core, person, password));
  if (refusal) return refusal;
  const code = await makeLink(core, person.user_uuid, 'email_change', email, EMAIL_CHANGE_LIFETIME_MS);
  await core.mailer.send({
    to: email,
    subject: 'Confirm your new address for Rapport',
    text: `Open this link within a day to sign in with this address from now on:\n\n${core.base_url}/confirm-email?code=${code}\n`,
  });
  return null;
}

/** Takes the new address over, by the link that was mailed to it, and tells the old one. */
export async function confirmEmailChange(
  core: ProfileCore,
  from: Origin,
  code: string,
): Promise<null | Problem> {
  const changed = await core.db.transaction(async (tx) => {
    const link = await queries.takeLink(tx, 'email_change', hashToken(code), nowOf(core));
    if (!link) return linkInvalid();
    const before = await findUser(tx, link.user_uuid);
    if (before instanceof Problem) return before;
    if (!(await queries.setEmail(tx, link.user_uuid, link.email!, nowOf(core)))) {
      const detail = `There is a User with the address ${link.email} already.`;
      return fieldsInvalid({ pointer: '/email', code: 'taken', detail });
    }
    if (core.mailer.proves_addresses) await verifyEmail(tx, core.clock, link.user_uuid);
    // A link to the old address must not set a new password.
    await queries.deleteLinks(tx, link.user_uuid);
    const actor = { type: 'unknown' as const, uuid: null, name: 'mailed link' };
    await recordAudit(core, tx, { ...from, actor }, 'email.changed', { user_uuid: link.user_uuid });
    return { before: before.email, after: link.email! };
  });
  if (changed instanceof Problem) return changed;
  await core.mailer.send({
    to: changed.before,
    subject: 'Your address for Rapport has changed',
    text: `You sign in with ${changed.after} from now on. If that was not you, tell your operator at once.\n`,
  });
  return null;
}

/** Whether nobody has signed up yet. */
export async function isFirstRun({ db }: Core): Promise<boolean> {
  return !(await queries.isAnyUser(db));
}

/** Creates the first User; 409 for everybody after. Takes a transaction, so that only one can be the first. */
export async function createFirstUser(
  { db, clock }: Core,
  details: { email: string; name: string; password: string },
): Promise<User | Problem> {
  await queries.lockFirstRun(db);
  if (!(await queries.isAnyUser(db))) return createUser(db, clock, details);
  return new Problem('conflict', 'Rapport is set up already. Ask a colleague to invite you, or sign in.');
}

/** Deletes one batch of links that no longer work; returns how many. */
export function forgetExpiredLinks(db: Queryable, clock: Clock): Promise<number> {
  return queries.deleteExpiredLinks(db, clock.now(), CLEAN_UP_BATCH);
}

export function linkInvalid(): Problem {
  return new Problem('link_invalid', 'The link was used already, or is too old. Ask for a new one.');
}

export function newLinkCode(): string {
  return randomBase62(CODE_LENGTH);
}

async function makeLink(
  core: Core,
  user_uuid: string,
  purpose: queries.Link['purpose'],
  email: string | null,
  lifetime_ms: number,
): Promise<string> {
  const code = newLinkCode();
  const now = core.clock.now();
  const link = { uuid: newUuid(), user_uuid, purpose, email, token_hash: hashToken(code) };
  const expires_at = toApiTime(new Date(now.getTime() + lifetime_ms));
  await core.db.transaction((tx) =>
    queries.insertLink(tx, { ...link, expires_at, created_at: toApiTime(now) }),
  );
  return code;
}

async function storePassword(
  core: ProfileCore,
  cause: AuditCause,
  user_uuid: string,
  password: string,
  what: { action: 'password.changed' | 'password.reset'; kept_session_uuid: string | null },
): Promise<void> {
  const password_hash = await hashPassword(password);
  await core.db.transaction(async (tx) => {
    await queries.setPassword(tx, user_uuid, password_hash, nowOf(core));
    // Somebody who had the old password may have asked to be mailed one at an address of their own.
    await queries.deleteLinks(tx, user_uuid);
    await core.revokeAccess?.(tx, cause, user_uuid);
    await endOtherSessions({ ...core, db: tx }, cause, user_uuid, what.kept_session_uuid);
    await recordAudit(core, tx, cause, what.action, { user_uuid });
  });
}

function nowOf({ clock }: Pick<Core, 'clock'>): string {
  return toApiTime(clock.now());
}
