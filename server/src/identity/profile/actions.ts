import type { User } from '@rapport/contract/accounts';
import { signedOut } from '../../access/challenge.ts';
import { type AuditCause, recordAudit } from '../../audit/actions.ts';
import { enqueue } from '../../jobs/actions.ts';
import type { JobType } from '../../jobs/job-type.ts';
import { sendMails } from '../../mails/actions.ts';
import { remindInNewZone } from '../../notifications/reminders/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { hostOf, type RequestOrigin } from '../../platform/http/server/request-origin.ts';
import { refuseMail } from '../../platform/mail/mail-limit.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { fieldsInvalid, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { addressTaken, findUser, findUserByEmail, verifyEmail } from '../actions.ts';
import {
  findEmailOfLink,
  linkInvalid,
  makeEmailChangeLink,
  makeResetLink,
  takeLink,
} from '../links/actions.ts';
import { deleteLinks } from '../links/queries.ts';
import { refuseNewPassword } from '../new-password.ts';
import { hashPassword } from '../passwords.ts';
import { lockUserByEmail, lockUserOfSession, lockUserWithPassword } from '../queries.ts';
import { refuseEmail, refuseName } from '../rules.ts';
import { forgiveUser } from '../sessions/limits.ts';
import { endOtherSessions } from '../sessions/own-sessions.ts';
import { checkPassword, notYourPassword, type Person } from '../sessions/password-check.ts';
import type { ProfileMailLimits } from './limits.ts';
import {
  addressChangedMail,
  confirmAddressMail,
  newAddressAskedMail,
  passwordChangedMail,
  resetMail,
} from './mails.ts';
import * as queries from './queries.ts';

export type ProfileCore = Core & {
  mailer: Mailer;
  profileMailLimits: ProfileMailLimits;
  /** Ends the tokens and the grants that the User made. */
  revokeAccess: RevokeAccess;
  /** The hosts that the User's webhooks still send to after a new password. */
  receiversOf: (db: Queryable, user_uuid: string) => Promise<string[]>;
  /**
   * True when the operator wants `revokeAccess` at each new password, not only after a forgotten
   * one.
   */
  revoke_on_password_change: boolean;
};

export type RevokeAccess = (tx: Transaction, cause: AuditCause, user_uuid: string) => Promise<void>;

/** Changes the password and signs the User out everywhere else. */
export async function changePassword(
  core: ProfileCore,
  person: Person,
  passwords: { current_password: string; new_password: string },
): Promise<null | Problem> {
  const user = await findUser(core.db, person.user_uuid);
  if (user instanceof Problem) return user;
  const refusal = await refuseNewPassword(passwords.new_password, '/new_password', {
    ...user,
    base_url: core.base_url,
  });
  if (refusal) return refusal;
  const verified = await checkPassword(core, person, passwords.current_password, '/current_password');
  if (verified instanceof Problem) return verified;
  const password_hash = await hashPassword(passwords.new_password);
  return core.db.transaction(async (tx) => {
    // Another request may have set a new password meanwhile. The old one must not set another.
    if (!(await lockUserWithPassword(tx, person.user_uuid, verified)))
      return notYourPassword('/current_password');
    await storePassword(core, tx, person, person.user_uuid, password_hash, {
      action: 'password.changed',
      kept_session_uuid: person.actor.uuid,
      keeps_access: true,
    });
    return null;
  });
}

/**
 * Has a link mailed to the User with this address, by a job: neither the answer nor its time tells
 * whether the User exists. 429 for a host that has asked too often.
 */
export async function requestPasswordReset(
  core: ProfileCore,
  from: RequestOrigin,
  email: string,
): Promise<null | Problem> {
  const refusal = refuseMail(core.profileMailLimits.resetsByHost, hostOf(from.address));
  if (refusal) return refusal;
  await core.db.transaction((tx) => enqueue(core, tx, PASSWORD_RESET, { step: { email, from } }));
  return null;
}

/** Makes a link for a new password, and mails it, if there is a User with the address. */
export const PASSWORD_RESET: JobType<{ email: string; from: RequestOrigin }, Core> = {
  name: 'password_reset',
  is_shown: false,
  run: async (core, tx, { step }) => {
    await mailResetLink(core, tx, step.from, step.email);
    return { completed: null };
  },
};

/**
 * The address of the User whose password a mailed link sets; refused when the link no longer works.
 * The page asks before the person thinks of a new password. It may show the address, because the
 * holder of the link could set the password anyway.
 */
export async function lookUpReset(core: ProfileCore, code: string): Promise<{ email: string } | Problem> {
  const email = await findEmailOfLink(core, 'password_reset', code);
  return email instanceof Problem ? email : { email };
}

/**
 * Sets a new password by a mailed link, and signs the User out everywhere. Their tokens and
 * applications end too, unless they choose to keep them: somebody else may have the old password.
 */
export async function resetPassword(
  core: ProfileCore,
  from: RequestOrigin,
  { code, new_password, keep_access = false }: { code: string; new_password: string; keep_access?: boolean },
): Promise<null | Problem> {
  // Checked before hashing too, so that a made-up code costs no hash.
  const email = await findEmailOfLink(core, 'password_reset', code);
  if (email instanceof Problem) return email;
  const user = await findUserByEmail(core.db, email);
  if (user instanceof Problem) return linkInvalid();
  const refusal = await refuseNewPassword(new_password, '/new_password', {
    ...user,
    base_url: core.base_url,
  });
  if (refusal) return refusal;
  const password_hash = await hashPassword(new_password);
  const stored = await core.db.transaction(async (tx) => {
    const link = await takeLink(core, tx, 'password_reset', code);
    if (link instanceof Problem) return link;
    if (core.mailer.proves_addresses) await verifyEmail(tx, core.clock, link.user_uuid);
    return storePassword(core, tx, byUnknown(from, 'mailed link'), link.user_uuid, password_hash, {
      action: 'password.reset',
      kept_session_uuid: null,
      keeps_access: keep_access,
    });
  });
  if (stored instanceof Problem) return stored;
  await forgiveUser(core, stored, from.address);
  return null;
}

/** Changes the User's name, which others see. */
export async function changeName(core: Core, person: Person, name: string): Promise<User | Problem> {
  const refusal = refuseName(name);
  if (refusal) return refusal;
  return core.db.transaction(async (tx) => {
    const before = await lockUserOfSession(tx, person.user_uuid, person.actor.uuid!);
    if (!before) return signedOut();
    if (before.name === name.trim()) return before;
    const after = { ...before, name: name.trim(), updated_at: nowOf(core) };
    await queries.setName(tx, after);
    const details = { name: after.name, name_before: before.name };
    await recordAudit(core, tx, person, 'name.changed', { user_uuid: after.uuid, details });
    return after;
  });
}

/** Sets what is given; leaves the rest as it is. */
export async function changeSettings(
  { db }: Core,
  user_uuid: string,
  given: queries.OwnSettings,
): Promise<void> {
  if (Object.keys(given).length === 0) return;
  await db.transaction(async (tx) => {
    await queries.changeSettings(tx, user_uuid, given);
    if (given.time_zone !== undefined) await remindInNewZone(tx, { user_uuid });
  });
}

/**
 * Mails a link to the new address, and a notice to the old one. The address changes when the link
 * is opened.
 */
export async function requestEmailChange(
  core: ProfileCore,
  person: Person,
  email: string,
): Promise<null | Problem> {
  const refusal =
    refuseEmail(email) ?? refuseMail(core.profileMailLimits.emailChangesByUser, person.user_uuid);
  if (refusal) return refusal;
  return core.db.transaction(async (tx) => {
    // A new password may have ended this session. Somebody it locked out must not leave a link
    // behind.
    const user = await lockUserOfSession(tx, person.user_uuid, person.actor.uuid!);
    if (!user) return signedOut();
    const code = await makeEmailChangeLink(core, tx, user.uuid, email);
    const subject = { user_uuid: user.uuid, details: { email } };
    await recordAudit(core, tx, person, 'email_change.requested', subject);
    const mails = [
      confirmAddressMail(email, code, core.base_url),
      newAddressAskedMail(user, email, core.base_url),
    ];
    await sendMails(core, tx, mails, { user_uuid: user.uuid, sender_uuid: user.uuid, is_asked: true });
    return null;
  });
}

/** Makes the new address the User's, by the link mailed to it, and tells the old address. */
export async function confirmEmailChange(
  core: ProfileCore,
  from: RequestOrigin,
  code: string,
): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const link = await takeLink(core, tx, 'email_change', code);
    if (link instanceof Problem) return link;
    const { user_uuid } = link;
    const email = link.email!;
    const before = await findUser(tx, user_uuid);
    if (before instanceof Problem) return before;
    if (!(await queries.setEmail(tx, user_uuid, email, nowOf(core)))) {
      return fieldsInvalid({ pointer: '/email', code: 'taken', detail: addressTaken(email) });
    }
    if (core.mailer.proves_addresses) await verifyEmail(tx, core.clock, user_uuid);
    // Links for a new password that were mailed to the old address must not work any more.
    await deleteLinks(tx, user_uuid, null);
    await recordAudit(core, tx, byUnknown(from, 'mailed link'), 'email.changed', { user_uuid });
    await sendMails(core, tx, [addressChangedMail(before, email)], { user_uuid });
    return null;
  });
}

async function mailResetLink(core: Core, tx: Transaction, from: RequestOrigin, email: string): Promise<void> {
  const user = await lockUserByEmail(tx, email);
  const code = user && (await makeResetLink(core, tx, user.uuid));
  if (!user || !code) return;
  const subject = { user_uuid: user.uuid };
  await recordAudit(core, tx, byUnknown(from, 'forgotten password'), 'password_reset.requested', subject);
  await sendMails(core, tx, [resetMail(user, code, core.base_url)], {
    user_uuid: user.uuid,
    is_asked: true,
  });
}

/**
 * Stores the new password and ends the User's sessions. The User must be locked, so that of two new
 * passwords at once, the second sees what the first has done. Mails a notice, because somebody else
 * may have set it.
 */
async function storePassword(
  core: ProfileCore,
  tx: Transaction,
  cause: AuditCause,
  user_uuid: string,
  password_hash: string,
  what: {
    action: 'password.changed' | 'password.reset';
    kept_session_uuid: string | null;
    keeps_access: boolean;
  },
): Promise<User | Problem> {
  await queries.setPassword(tx, user_uuid, password_hash, nowOf(core));
  // Somebody with the old password may have started a change to an address of their own.
  await deleteLinks(tx, user_uuid, null);
  if (!what.keeps_access || core.revoke_on_password_change) await core.revokeAccess(tx, cause, user_uuid);
  await endOtherSessions({ ...core, db: tx }, cause, user_uuid, what.kept_session_uuid);
  await recordAudit(core, tx, cause, what.action, { user_uuid });
  const user = await findUser(tx, user_uuid);
  if (user instanceof Problem) return user;
  const mail = passwordChangedMail(user, await core.receiversOf(tx, user_uuid), core.base_url);
  await sendMails(core, tx, [mail], { user_uuid });
  return user;
}

function byUnknown(from: RequestOrigin, name: string): AuditCause {
  return { ...from, actor: { type: 'unknown', uuid: null, name } };
}

function nowOf({ clock }: Pick<Core, 'clock'>): string {
  return toApiTime(clock.now());
}
