import type { AccountApplication } from '@rapport/contract/connections';
import type { Grant } from '@rapport/contract/grants';
import type { Caller, Cause } from '../../access/caller.ts';
import { refuseUnless, refuseUnlessFresh } from '../../access/rules.ts';
import { type AuditCause, recordAudit } from '../../audit/actions.ts';
import { findUser } from '../../identity/actions.ts';
import { sendMails } from '../../mails/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { noSuch, notFound, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { disableBeyond, disableSubscriptions } from '../../webhooks/subscriptions/actions.ts';
import { shutOutMail } from './disconnection-mails.ts';
import * as queries from './queries.ts';

/** The applications connected to the caller; an application sees only itself. */
export function listGrants({ db, clock }: Core, caller: Caller): Promise<Grant[]> {
  return queries.listGrants(db, caller, toApiTime(clock.now()));
}

/**
 * The applications that act for members of the Account, for its owners and admins. An application
 * sees only itself.
 */
export async function listApplicationsOfAccount(
  { db }: Core,
  caller: Caller,
  account_uuid: string,
): Promise<AccountApplication[] | Problem> {
  const refusal = refuseUnless(caller, account_uuid, 'manage_logins', 'Account');
  return refusal ?? queries.listGrantsOfAccount(db, account_uuid, caller.oauth_client_uuid);
}

/**
 * Has an application no longer act for a member in the Account; the member gets a mail. They can
 * let it in again: against the member themself there is the role.
 */
export async function shutApplicationOut(
  core: Core,
  caller: Caller,
  account_uuid: string,
  uuid: string,
): Promise<null | Problem> {
  const refusal =
    refuseUnless(caller, account_uuid, 'manage_logins', 'Account') ??
    refuseUnlessFresh(caller, core.clock.now());
  if (refusal) return refusal;
  return core.db.transaction(async (tx) => {
    const granted = await queries.lockGrantReaching(tx, account_uuid, uuid);
    if (!granted) return notFound('grant');
    const { user_uuid, client_uuid: oauth_client_uuid, name, scope, others } = granted;
    if (others.length === 0) await revokeGrant(core, tx, caller, uuid, 'by_account');
    else {
      await queries.leaveAccounts(tx, uuid, others, toApiTime(core.clock.now()));
      const owner = { user_uuid, oauth_client_uuid };
      await disableBeyond(core, tx, owner, { scope, account_uuids: others });
    }
    const details = { grant_uuid: uuid };
    const subject = { user_uuid, oauth_client_uuid, account_uuid, details };
    await recordAudit(core, tx, caller, 'oauth_grant.shut_out', subject);
    const user = await findUser(tx, user_uuid);
    if (user instanceof Problem) return null;
    await sendMails(core, tx, [shutOutMail(user, name, core.base_url)], { user_uuid });
    return null;
  });
}

/**
 * Disconnects an application: from the next request on its tokens are refused, and its
 * subscriptions are disabled.
 */
export async function disconnect(core: Core, caller: Caller, uuid: string): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    if (!(await queries.findGrant(tx, caller, uuid))) return notFound('grant');
    const revoked = await revokeGrant(
      core,
      tx,
      caller,
      uuid,
      caller.oauth_client_uuid ? 'by_client' : 'by_user',
    );
    return revoked ? null : notFound('grant');
  });
}

/** For the operator: the live grants of one User, or (null) of everybody. */
export function listGrantsForOperator({ db, clock }: Core, user_uuid: string | null): Promise<Grant[]> {
  const owner = user_uuid === null ? null : { user_uuid, oauth_client_uuid: null };
  return queries.listGrants(db, owner, toApiTime(clock.now()));
}

export async function revokeGrantByOperator(core: Core, cause: Cause, uuid: string): Promise<null | Problem> {
  return core.db.transaction(async (tx) =>
    (await revokeGrant(core, tx, cause, uuid, 'by_operator')) ? null : noSuch('grant', 'rapport grants list'),
  );
}

/**
 * Ends all grants to an application, or of a User, such as one whose password has changed (RFC 9700
 * §4.14.2): one by one, so that each User finds it in their audit log.
 */
export async function revokeGrantsOf(
  core: Pick<Core, 'clock'>,
  tx: Transaction,
  cause: AuditCause,
  of: queries.GrantsOf,
  reason: queries.RevokedReason,
): Promise<void> {
  const grants = await queries.listLiveGrants(tx, of);
  for (const { uuid } of grants) await revokeGrant(core, tx, cause, uuid, reason);
}

/**
 * Ends a grant and disables the subscriptions made under it. All codes and tokens of the grant end
 * too, because each look-up joins the grant. False when it was not live.
 */
export async function revokeGrant(
  core: Pick<Core, 'clock'>,
  tx: Transaction,
  cause: AuditCause,
  uuid: string,
  reason: queries.RevokedReason,
): Promise<boolean> {
  const ended = await queries.revokeGrant(tx, uuid, reason, toApiTime(core.clock.now()));
  if (!ended) return false;
  const { user_uuid, client_uuid: oauth_client_uuid } = ended;
  await disableSubscriptions(core, tx, { oauth_client_uuid, user_uuid }, 'grant_revoked');
  const details = { grant_uuid: uuid, reason };
  await recordAudit(core, tx, cause, 'oauth_grant.revoked', { user_uuid, oauth_client_uuid, details });
  return true;
}
