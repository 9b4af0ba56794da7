import type { User } from '@rapport/contract/accounts';
import type { RecoveryCodes, SecondFactorSetup } from '@rapport/contract/second-factor';
import { signedOut } from '../../access/challenge.ts';
import { type AuditCause, recordAudit } from '../../audit/actions.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { lockUserByEmail, lockUserOfSession } from '../queries.ts';
import {
  beginSetup,
  finishSetup,
  hasSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../second-factor/actions.ts';
import type { SignInCore } from '../sessions/actions.ts';
import { endOtherSessions } from '../sessions/own-sessions.ts';
import type { Person } from '../sessions/password-check.ts';
import { type SecondFactorNews, secondFactorMail } from './second-factor-mails.ts';

type SignedInPerson = Person & AuditCause & { session_uuid: string };

/** A secret for the app of a User who is signed in. Nothing counts before `enableSecondFactor`. */
export function beginSecondFactor(
  core: SignInCore,
  person: SignedInPerson,
): Promise<SecondFactorSetup | Problem> {
  return asPerson(core, person, (tx, user) => beginSetup(core, tx, user));
}

/**
 * From now on the User signs in with their app as well. Other browsers, where nobody gave a code,
 * are signed out.
 */
export function enableSecondFactor(
  core: SignInCore,
  person: SignedInPerson,
  code: string,
): Promise<RecoveryCodes | Problem> {
  return asPerson(core, person, async (tx, user) => {
    const recovery_codes = await finishSetup(core, tx, user.uuid, code);
    if (recovery_codes instanceof Problem) return recovery_codes;
    await endOtherSessions({ ...core, db: tx }, person, user.uuid, person.session_uuid);
    await recordAudit(core, tx, person, 'second_factor.enabled', { user_uuid: user.uuid });
    tell(core, tx, user, 'enabled');
    return { recovery_codes };
  });
}

/** The password alone is enough again; 409 where it is already. */
export function disableSecondFactor(core: SignInCore, person: SignedInPerson): Promise<null | Problem> {
  return asPerson(core, person, async (tx, user) => {
    if (!(await removeSecondFactor(tx, user.uuid))) return isOff();
    await recordAudit(core, tx, person, 'second_factor.disabled', { user_uuid: user.uuid });
    tell(core, tx, user, 'disabled');
    return null;
  });
}

/** Ten new recovery codes in place of those that are left. */
export function renewCodes(core: SignInCore, person: SignedInPerson): Promise<RecoveryCodes | Problem> {
  return asPerson(core, person, async (tx, user) => {
    if (!(await hasSecondFactor(tx, user.uuid))) return isOff();
    const recovery_codes = await renewRecoveryCodes(core, tx, user.uuid);
    const subject = { user_uuid: user.uuid };
    await recordAudit(core, tx, person, 'second_factor.recovery_codes_renewed', subject);
    tell(core, tx, user, 'codes_renewed');
    return { recovery_codes };
  });
}

/**
 * For the operator, when a User has lost app and codes. The User is signed out, and signs in with
 * the password alone until they set up another.
 */
export function resetSecondFactor(
  core: SignInCore,
  cause: AuditCause,
  email: string,
): Promise<User | Problem> {
  return core.db.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (!user) return new Problem('not_found', `There is no active User with the address ${email}.`);
    if (!(await removeSecondFactor(tx, user.uuid)))
      return new Problem('conflict', `${email} has no second factor. There is nothing to reset.`);
    await endOtherSessions({ ...core, db: tx }, cause, user.uuid, null);
    await recordAudit(core, tx, cause, 'second_factor.reset', { user_uuid: user.uuid });
    tell(core, tx, user, 'reset');
    return user;
  });
}

/** A new password ends the session: whom it shuts out changes nothing any more. */
function asPerson<Result>(
  core: SignInCore,
  { user_uuid, session_uuid }: SignedInPerson,
  work: (tx: Transaction, user: User) => Promise<Result | Problem>,
): Promise<Result | Problem> {
  return core.db.transaction(async (tx) => {
    const user = await lockUserOfSession(tx, user_uuid, session_uuid);
    return user ? work(tx, user) : signedOut();
  });
}

function tell(core: SignInCore, tx: Transaction, user: User, news: SecondFactorNews): void {
  const mail = secondFactorMail(user, news, core.base_url);
  tx.afterCommit(() => core.jobs.start('mail of a change of a second factor', () => core.mailer.send(mail)));
}

function isOff(): Problem {
  return new Problem('conflict', 'Your second factor is off. Set it up first.');
}
