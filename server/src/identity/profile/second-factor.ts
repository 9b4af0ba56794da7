import type { User } from '@rapport/contract/accounts';
import type { RecoveryCodes, SecondFactorSetup } from '@rapport/contract/second-factor';
import { signedOut } from '../../access/challenge.ts';
import { type AuditCause, recordAudit } from '../../audit/actions.ts';
import { sendMails } from '../../mails/actions.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { lockUserByEmail, lockUserOfSession } from '../queries.ts';
import { beginSetup, finishSetup, hasSecondFactor, renewRecoveryCodes } from '../second-factor/actions.ts';
import { deleteTotp } from '../second-factor/queries.ts';
import type { SignInCore } from '../sessions/actions.ts';
import { endOtherSessions } from '../sessions/own-sessions.ts';
import type { Person } from '../sessions/password-check.ts';
import { type SecondFactorNews, secondFactorMail } from './second-factor-mails.ts';

/** Makes a secret for the app of a signed-in User. It takes effect with `enableSecondFactor`. */
export function beginSecondFactor(core: SignInCore, person: Person): Promise<SecondFactorSetup | Problem> {
  return asPerson(core, person, (tx, user) => beginSetup(core, tx, user));
}

/**
 * Makes the app the User's second factor. Other browsers, which have given no code, are signed out.
 */
export function enableSecondFactor(
  core: SignInCore,
  person: Person,
  code: string,
): Promise<RecoveryCodes | Problem> {
  return asPerson(core, person, async (tx, user) => {
    const recovery_codes = await finishSetup(core, tx, user.uuid, code);
    if (recovery_codes instanceof Problem) return recovery_codes;
    await endOtherSessions({ ...core, db: tx }, person, user.uuid, person.actor.uuid);
    await recordAudit(core, tx, person, 'second_factor.enabled', { user_uuid: user.uuid });
    await tell(core, tx, user, 'enabled');
    return { recovery_codes };
  });
}

/** Removes the second factor, so that the password alone is enough. 409 when there is none. */
export function disableSecondFactor(core: SignInCore, person: Person): Promise<null | Problem> {
  return asPerson(core, person, async (tx, user) => {
    if (!(await deleteTotp(tx, user.uuid))) return isOff();
    await recordAudit(core, tx, person, 'second_factor.disabled', { user_uuid: user.uuid });
    await tell(core, tx, user, 'disabled');
    return null;
  });
}

/** Replaces the recovery codes by ten new ones. */
export function renewCodes(core: SignInCore, person: Person): Promise<RecoveryCodes | Problem> {
  return asPerson(core, person, async (tx, user) => {
    if (!(await hasSecondFactor(tx, user.uuid))) return isOff();
    const recovery_codes = await renewRecoveryCodes(core, tx, user.uuid);
    const subject = { user_uuid: user.uuid };
    await recordAudit(core, tx, person, 'second_factor.recovery_codes_renewed', subject);
    await tell(core, tx, user, 'codes_renewed');
    return { recovery_codes };
  });
}

/**
 * Removes the second factor of a User who has lost app and codes, for the operator. The User is
 * signed out, and can sign in with the password alone.
 */
export function resetSecondFactor(
  core: SignInCore,
  cause: AuditCause,
  email: string,
): Promise<User | Problem> {
  return core.db.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (!user) return new Problem('not_found', `There is no active User with the address ${email}.`);
    if (!(await deleteTotp(tx, user.uuid)))
      return new Problem('conflict', `${email} has no second factor. There is nothing to reset.`);
    await endOtherSessions({ ...core, db: tx }, cause, user.uuid, null);
    await recordAudit(core, tx, cause, 'second_factor.reset', { user_uuid: user.uuid });
    await tell(core, tx, user, 'reset');
    return user;
  });
}

/**
 * Runs a change for a signed-in User, who is locked. A new password may have ended the session
 * meanwhile; the change is then refused.
 */
function asPerson<Result>(
  core: SignInCore,
  person: Person,
  work: (tx: Transaction, user: User) => Promise<Result | Problem>,
): Promise<Result | Problem> {
  return core.db.transaction(async (tx) => {
    const user = await lockUserOfSession(tx, person.user_uuid, person.actor.uuid!);
    return user ? work(tx, user) : signedOut();
  });
}

function tell(core: SignInCore, tx: Transaction, user: User, news: SecondFactorNews): Promise<void> {
  return sendMails(core, tx, [secondFactorMail(user, news, core.base_url)], { user_uuid: user.uuid });
}

function isOff(): Problem {
  return new Problem('conflict', 'Your second factor is off. Set one up first.');
}
