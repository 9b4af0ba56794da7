import type { Login, LoginCreate } from '@rapport/contract/accounts';
import type { PendingLogin } from '@rapport/contract/pending-logins';
import type { Caller } from '../../access/caller.ts';
import { reachOf } from '../../access/reach.ts';
import { refuseTokens, refuseUnless } from '../../access/rules.ts';
import { recordAudit } from '../../audit/actions.ts';
import { findUser, findUserByEmail } from '../../identity/actions.ts';
import { sendMails } from '../../mails/actions.ts';
import type { Core } from '../../platform/core.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { addLoginUnchecked, hasLoginAlready, noSuchUser } from '../logins/actions.ts';
import { hasLogin } from '../logins/look-ups.ts';
import type { PeopleCore } from '../owner-mails.ts';
import { findAccount } from '../queries.ts';
import { type InvitationCore, isOpen, refuseInviting, storeInvitation } from './actions.ts';
import { pendingLoginMail } from './mail.ts';
import * as queries from './queries.ts';

/**
 * Adds an existing User to an Account. They get no access before they accept: nobody is added
 * unasked. 422 for a User whose address nobody has proven, unless the caller confirms it: whoever
 * made the User could accept in place of the person who is meant. It needs a fresh sign-in, like
 * all that manages people.
 */
export async function addPendingLogin(
  core: InvitationCore,
  caller: Caller,
  account_uuid: string,
  { email, role, address_confirmed = false }: LoginCreate,
): Promise<PendingLogin | Problem> {
  const refusal = refuseInviting(core, caller, account_uuid, role);
  if (refusal) return refusal;
  return core.db.transaction(async (tx) => {
    const account = await findAccount(tx, account_uuid, 'FOR NO KEY UPDATE');
    const sender = await findUser(tx, caller.user_uuid);
    if (!account) return notFound('Account');
    if (sender instanceof Problem) return sender;
    const user = await findUserByEmail(tx, email);
    if (user instanceof Problem) return noSuchUser(email);
    if (!user.email_verified && !address_confirmed) return notProven(email);
    const fields = { email: user.email, role };
    const invitation = await storeInvitation(core, tx, caller, account.uuid, fields, { user });
    if (invitation instanceof Problem) return invitation;
    // Checked after storing: the INSERT may have waited until an earlier one was accepted.
    if (await hasLogin(tx, account.uuid, user.uuid)) return hasLoginAlready(email);
    const mail = pendingLoginMail(invitation, { sender: sender.name, account: account.name }, core.base_url);
    const until = new Date(invitation.expires_at);
    await sendMails(core, tx, [mail], {
      account_uuid: account.uuid,
      sender_uuid: sender.uuid,
      until,
      is_asked: true,
    });
    const names = { account_name: account.name, sender_name: sender.name };
    return shown({ ...invitation, ...names, user_uuid: user.uuid });
  });
}

function notProven(email: string): Problem {
  const detail = `Nobody has proven that the User ${email} is the person with this address: anybody can have made it, and would read this Account. Ask the person by another way, such as a call, whether they have; then send address_confirmed: true. Or invite them by a link (POST /api/v2/accounts/{uuid}/invitations).`;
  return fieldsInvalid({ pointer: '/address_confirmed', code: 'required', detail });
}

/** The pending Logins of the caller that can still be accepted. */
export async function listPendingLogins({ db, clock }: Core, caller: Caller): Promise<PendingLogin[]> {
  const pending = await queries.listPending(db, caller.user_uuid, toApiTime(clock.now()));
  return pending.filter(isOpen).map(shown);
}

/** A pending Login of the caller, or to an Account whose Logins the caller manages. */
export async function getPendingLogin(
  { db, clock }: Core,
  caller: Caller,
  uuid: string,
): Promise<PendingLogin | Problem> {
  const owner = { user_uuid: caller.user_uuid, reach: reachOf(caller) };
  const pending = await queries.findPending(db, owner, uuid, toApiTime(clock.now()));
  if (!pending || !isOpen(pending)) return notFound('pending Login');
  const isOwn = pending.user_uuid === caller.user_uuid;
  const refusal = isOwn ? null : refuseUnless(caller, pending.account_uuid, 'manage_logins', 'pending Login');
  return refusal ?? shown(pending);
}

/**
 * Makes a pending Login of the caller a Login. Only a person who is signed in agrees; no token does
 * it for them.
 */
export async function acceptPendingLogin(
  core: PeopleCore,
  caller: Caller,
  uuid: string,
): Promise<Login | Problem> {
  const refusal = refuseTokens(caller);
  if (refusal) return refusal;
  return core.db.transaction(async (tx) => {
    const pending = await queries.lockPending(tx, caller.user_uuid, uuid, toApiTime(core.clock.now()));
    if (!pending || !isOpen(pending)) return notFound('pending Login');
    const user = await findUser(tx, caller.user_uuid);
    if (user instanceof Problem) return user;
    const { account_uuid, role } = pending;
    const fields = { email: user.email, role };
    const login = await addLoginUnchecked({ ...core, db: tx }, caller, account_uuid, fields);
    if (login instanceof Problem && login.code === 'conflict')
      return new Problem('conflict', `You are a member of ${pending.account_name} already.`);
    if (login instanceof Problem) return login;
    await queries.deleteInvitation(tx, account_uuid, uuid);
    const { user_uuid } = caller;
    await recordAudit(core, tx, caller, 'invitation.accepted', { user_uuid, account_uuid });
    return login;
  });
}

/** Ends a pending Login of the caller, who does not want to join. */
export async function declinePendingLogin(core: Core, caller: Caller, uuid: string): Promise<null | Problem> {
  const refusal = refuseTokens(caller);
  if (refusal) return refusal;
  return core.db.transaction(async (tx) => {
    const pending = await queries.lockPending(tx, caller.user_uuid, uuid, toApiTime(core.clock.now()));
    if (!pending) return notFound('pending Login');
    const { account_uuid, email, role } = pending;
    await queries.deleteInvitation(tx, account_uuid, uuid);
    const subject = { user_uuid: caller.user_uuid, account_uuid, details: { email, role } };
    await recordAudit(core, tx, caller, 'invitation.declined', subject);
    return null;
  });
}

function shown(
  pending: Omit<PendingLogin, 'status' | 'email_verified'> & { email_verified: boolean | null },
): PendingLogin {
  const { uuid, account_uuid, account_name, user_uuid, email, role, sender_name, expires_at, created_at } =
    pending;
  const email_verified = pending.email_verified ?? false;
  const who = { user_uuid, email, email_verified, role, status: 'pending' as const, sender_name };
  return { uuid, account_uuid, account_name, ...who, expires_at, created_at };
}
