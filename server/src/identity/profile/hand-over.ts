import type { User } from '@rapport/contract/accounts';
import { type AuditCause, recordAudit } from '../../audit/actions.ts';
import type { Core } from '../../platform/core.ts';
import { Problem } from '../../platform/problem.ts';
import { newToken } from '../../platform/secrets/random-tokens.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { verifyEmail } from '../actions.ts';
import { makeResetLink } from '../links/actions.ts';
import { deleteLinks } from '../links/queries.ts';
import { hashPassword } from '../passwords.ts';
import { lockUserByEmail } from '../queries.ts';
import { deleteTotp } from '../second-factor/queries.ts';
import { endOtherSessions } from '../sessions/own-sessions.ts';
import type { RevokeAccess } from './actions.ts';
import * as queries from './queries.ts';

type HandOverCore = Core & {
  /** Ends the tokens, the grants and the webhooks of the User. */
  endAccess: RevokeAccess;
};

/**
 * For the operator: gives a User to the person who owns its address, because somebody else made it
 * or got hold of it. The address counts as proven from now on. Everything that let the other in
 * ends: the password, the second factor, sessions, links, tokens, applications and webhooks. Its
 * Logins stay. Returns the User, and the address of the page where their owner sets a password.
 */
export function handOver(
  core: HandOverCore,
  cause: AuditCause,
  email: string,
): Promise<(User & { link: string }) | Problem> {
  return core.db.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (!user) return new Problem('not_found', `There is no active User with the address ${email}.`);
    const { uuid } = user;
    // Nobody knows this password. The link sets one.
    const unknown = await hashPassword(newToken('personal_access_token'));
    await queries.setPassword(tx, uuid, unknown, toApiTime(core.clock.now()));
    await deleteLinks(tx, uuid, null);
    await deleteTotp(tx, uuid);
    await core.endAccess(tx, cause, uuid);
    await endOtherSessions({ ...core, db: tx }, cause, uuid, null);
    await queries.forgetPlaces(tx, uuid);
    await verifyEmail(tx, core.clock, uuid);
    await recordAudit(core, tx, cause, 'user.handed_over', { user_uuid: uuid });
    const code = await makeResetLink(core, tx, uuid);
    return { ...user, email_verified: true, link: `${core.base_url}/reset-password#code=${code}` };
  });
}
