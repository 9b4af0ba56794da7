import type { Login, Role, User } from '@rapport/contract/accounts';
import type { Invitation, InvitationCreate } from '@rapport/contract/invitations';
import type { InvitationAcceptance } from '@rapport/contract/sessions';
import { type Caller, newcomer } from '../../access/caller.ts';
import { may, reachOf } from '../../access/reach.ts';
import { refuseUnless, refuseUnlessFresh } from '../../access/rules.ts';
import { recordAudit } from '../../audit/actions.ts';
import { ASK_OPERATOR, createUser, findUser } from '../../identity/actions.ts';
import { linkInvalid, newLinkCode } from '../../identity/links/actions.ts';
import { lookUpUser } from '../../identity/look-ups.ts';
import { findSession, type Session, startSession } from '../../identity/sessions/actions.ts';
import { sendMails } from '../../mails/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { forgetting } from '../../platform/database/delete-before.ts';
import type { RateLimiter } from '../../platform/http/api/rate-limit.ts';
import type { RequestOrigin } from '../../platform/http/server/request-origin.ts';
import { newUuid } from '../../platform/ids.ts';
import { refuseMail } from '../../platform/mail/mail-limit.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { hashToken } from '../../platform/secrets/random-tokens.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { addLoginUnchecked, hasLoginAlready } from '../logins/actions.ts';
import { hasLogin } from '../logins/look-ups.ts';
import { refuseOwnerChange } from '../logins/rules.ts';
import type { PeopleCore } from '../owner-mails.ts';
import { findAccount } from '../queries.ts';
import { invitationLink, invitationMail } from './mail.ts';
import * as queries from './queries.ts';
import { mayInvite } from './rules.ts';

/** A week covers a holiday. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

export type InvitationCore = PeopleCore & { invitationsByUser: RateLimiter };

/**
 * Mails an invitation to an Account in the background. It replaces an earlier one to the same
 * address. 409 for a member. It needs a fresh sign-in, like all that manages people: a new member
 * stays when a token is revoked.
 */
export async function invite(
  core: InvitationCore,
  caller: Caller,
  account_uuid: string,
  fields: InvitationCreate,
): Promise<Invitation | Problem> {
  const refusal = refuseInviting(core, caller, account_uuid, fields.role);
  if (refusal) return refusal;
  const code = newLinkCode();
  return core.db.transaction(async (tx) => {
    // The lock makes a second invitation to the same address see the first. `FOR NO KEY UPDATE`
    // still allows new Logins: accepting an invitation locks it, then adds one.
    const account = await findAccount(tx, account_uuid, 'FOR NO KEY UPDATE');
    const sender = await findUser(tx, caller.user_uuid);
    if (!account) return notFound('Account');
    if (sender instanceof Problem) return sender;
    const invitation = await storeInvitation(core, tx, caller, account.uuid, fields, { code });
    if (invitation instanceof Problem) return invitation;
    // Checked after storing: the INSERT may have waited until an earlier invitation was accepted.
    if (await isMember(tx, account.uuid, fields.email)) return hasLoginAlready(fields.email);
    // The mail names the User, not the token they use.
    const names = { sender: sender.name, account: account.name };
    const mail = invitationMail(invitation, names, code, core.base_url);
    const until = new Date(invitation.expires_at);
    await sendMails(core, tx, [mail], {
      account_uuid: account.uuid,
      sender_uuid: sender.uuid,
      until,
      is_asked: true,
    });
    return invitation;
  });
}

/** The refusal of callers who may not invite somebody as `role`, or have invited too many. */
export function refuseInviting(
  core: InvitationCore,
  caller: Caller,
  account_uuid: string,
  role: Role,
): Problem | null {
  return (
    refuseUnless(caller, account_uuid, 'manage_logins', 'Account') ??
    refuseOwnerChange(may(reachOf(caller), account_uuid, 'manage_owners'), role) ??
    refuseUnlessFresh(caller, core.clock.now()) ??
    refuseMail(core.invitationsByUser, caller.user_uuid)
  );
}

/**
 * Stores an invitation by a link with `code`, or the pending Login of `user`. It replaces an
 * earlier one to the same address.
 */
export async function storeInvitation(
  { clock, mailer }: InvitationCore,
  tx: Transaction,
  caller: Caller,
  account_uuid: string,
  { email, role }: InvitationCreate,
  by: { code: string } | { user: User },
): Promise<Invitation | Problem> {
  const now = clock.now();
  const created_at = toApiTime(now);
  const replaced = await queries.findInvitationOf(tx, account_uuid, email, created_at);
  const refusal =
    replaced && isOpen(replaced)
      ? refuseOwnerChange(may(reachOf(caller), account_uuid, 'manage_owners'), replaced.role)
      : null;
  if (refusal) return refusal;
  const expires_at = toApiTime(new Date(now.getTime() + LIFETIME_MS));
  const user = 'user' in by ? by.user : null;
  const invitation = {
    uuid: newUuid(now),
    account_uuid,
    email,
    role,
    user_uuid: user?.uuid ?? null,
    email_verified: user?.email_verified ?? null,
    email_refused_at: null,
    expires_at,
    created_at,
    link_made_at: null,
  };
  await queries.insertInvitation(tx, {
    ...invitation,
    sender_uuid: caller.user_uuid,
    // A pending Login has no link: nobody knows this code.
    token_hash: hashToken('code' in by ? by.code : newLinkCode()),
    is_mailed: user === null && mailer.proves_addresses,
  });
  const details = user ? { email, role, email_verified: user.email_verified } : { email, role };
  await auditInvitation({ clock }, tx, caller, 'invitation.sent', account_uuid, details);
  return invitation;
}

async function isMember(tx: Transaction, account_uuid: string, email: string): Promise<boolean> {
  const found = await lookUpUser(tx, email);
  return found?.is_active === true && hasLogin(tx, account_uuid, found.user.uuid);
}

/** The invitations that have not expired, and whose sender may still send them. */
export async function listInvitations(
  { db, clock }: Core,
  caller: Caller,
  account_uuid: string,
): Promise<Invitation[] | Problem> {
  const refusal = refuseUnless(caller, account_uuid, 'manage_logins', 'Account');
  if (refusal) return refusal;
  const invitations = await queries.listInvitations(db, account_uuid, toApiTime(clock.now()));
  return invitations.filter(isOpen).map(({ sender_role: _, ...invitation }) => invitation);
}

/**
 * Deletes an invitation and audits it. The caller must be allowed to manage the Account's Logins;
 * only an owner withdraws an owner's invitation.
 */
export async function withdrawInvitation(core: Core, caller: Caller, uuid: string): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const invitation = await lockInvitation(core, tx, caller, uuid);
    if (invitation instanceof Problem) return invitation;
    const { account_uuid, email, role } = invitation;
    await queries.deleteInvitation(tx, account_uuid, uuid);
    await auditInvitation(core, tx, caller, 'invitation.withdrawn', account_uuid, { email, role });
    return null;
  });
}

/** Locks an invitation that the caller may send, and so may end. */
async function lockInvitation(core: Core, tx: Transaction, caller: Caller, uuid: string) {
  const invitation = await queries.lockInvitation(tx, reachOf(caller), uuid);
  if (!invitation) return notFound('invitation');
  const { account_uuid, role } = invitation;
  return (
    refuseUnless(caller, account_uuid, 'manage_logins', 'invitation') ??
    refuseOwnerChange(may(reachOf(caller), account_uuid, 'manage_owners'), role) ??
    refuseUnlessFresh(caller, core.clock.now()) ??
    invitation
  );
}

function auditInvitation(
  core: Pick<Core, 'clock'>,
  tx: Transaction,
  caller: Caller,
  action: 'invitation.sent' | 'invitation.withdrawn' | 'invitation.link_shown',
  account_uuid: string,
  details: { email: string; role: Role; email_verified?: boolean },
): Promise<void> {
  const { user_uuid, oauth_client_uuid } = caller;
  return recordAudit(core, tx, caller, action, { user_uuid, account_uuid, oauth_client_uuid, details });
}

/**
 * Makes a new link for an invitation, and so ends the former one. It is for callers who may send
 * the invitation, and only where no mail server is set. With a mail server, only the owner of the
 * address may read the link.
 */
export async function makeInvitationLink(
  core: PeopleCore,
  caller: Caller,
  uuid: string,
): Promise<{ link: string } | Problem> {
  return core.db.transaction(async (tx) => {
    const invitation = await lockInvitation(core, tx, caller, uuid);
    if (invitation instanceof Problem) return invitation;
    const { account_uuid, email, role } = invitation;
    if (invitation.user_uuid !== null)
      return new Problem('conflict', `${email} needs no link. They accept on the page Accounts.`);
    if (core.mailer.proves_addresses)
      return new Problem(
        'conflict',
        `The link was mailed to ${email}. Invite them again to mail a new link.`,
      );
    const code = newLinkCode();
    const made = { token_hash: hashToken(code), link_made_at: core.clock.now() };
    await queries.replaceCode(tx, account_uuid, uuid, made);
    await auditInvitation(core, tx, caller, 'invitation.link_shown', account_uuid, { email, role });
    return { link: invitationLink(core.base_url, code) };
  });
}

/**
 * The invitation behind a link. It says whether the invited person is a User already, and whether
 * they are signed in with this cookie.
 */
export async function lookUpInvitation(
  core: Core,
  code: string,
  cookie: string | undefined,
): Promise<Offer | Problem> {
  const invitation = await queries.findByCode(core.db, hashToken(code), toApiTime(core.clock.now()));
  if (!invitation || !isOpen(invitation)) return linkInvalid();
  const { account_name, role, email } = invitation;
  const known = await findInvited(core.db, email);
  if (known instanceof Problem) return known;
  const is_signed_in = known !== null && (await isSignedInAs(core, known, cookie));
  return { account_name, role, email, is_user: known !== null, is_signed_in };
}

type Offer = { account_name: string; role: string; email: string; is_user: boolean; is_signed_in: boolean };

/**
 * Accepts an invitation. A new User gives a name and a password, and is signed in. An existing User
 * must be signed in already. Somebody else may have made the User with this address: the link alone
 * must not let them into the Account, nor its holder into their Accounts.
 */
export async function acceptInvitation(
  core: PeopleCore,
  from: RequestOrigin,
  { code, name = '', password = '', own_time_zone }: InvitationAcceptance,
  oldCookie: string | undefined,
): Promise<{ login: Login; session: Session | null; cookie: string | null } | Problem> {
  return core.db.transaction(async (tx) => {
    const invitation = await queries.lockByCode(tx, hashToken(code), toApiTime(core.clock.now()));
    if (!invitation || !isOpen(invitation)) return linkInvalid();
    const { account_uuid, account_name, email, role, uuid } = invitation;
    const known = await findInvited(tx, email);
    if (known instanceof Problem) return known;
    if (known && !(await isSignedInAs({ ...core, db: tx }, known, oldCookie))) return signInFirst(email);
    const email_verified = invitation.is_mailed;
    const user =
      known ??
      (await createUser(
        { ...core, db: tx },
        { email, name, password, email_verified, ...(own_time_zone !== undefined && { own_time_zone }) },
      ));
    if (user instanceof Problem) return user;
    const cause = newcomer(user, from);
    const login = await addLoginUnchecked({ ...core, db: tx }, cause, account_uuid, { email, role });
    if (login instanceof Problem && login.code === 'conflict')
      return new Problem('conflict', `You are a member of ${account_name} already. Sign in as ${email}.`);
    if (login instanceof Problem) return login;
    await queries.deleteInvitation(tx, account_uuid, uuid);
    await recordAudit(core, tx, cause, 'invitation.accepted', { user_uuid: user.uuid, account_uuid });
    if (known) return { login, session: null, cookie: null };
    return { login, ...(await startSession(core, tx, user, from, oldCookie)) };
  });
}

async function isSignedInAs(core: Core, user: User, cookie: string | undefined): Promise<boolean> {
  return (await findSession(core, cookie))?.user.uuid === user.uuid;
}

function signInFirst(email: string): Problem {
  return new Problem(
    'session_required',
    `There is a User with the address ${email} already. Sign in as this User, then open the link again. ${ASK_OPERATOR}`,
  );
}

/**
 * The User with the invited address; null when there is none. A deactivated User is refused: only
 * the operator can let them in. Only the holder of the link learns this, because `invite` answers
 * alike for every address.
 */
async function findInvited(db: Queryable, email: string): Promise<User | null | Problem> {
  const found = await lookUpUser(db, email);
  if (found?.is_active !== false) return found?.user ?? null;
  return new Problem(
    'conflict',
    `${email} is deactivated. Ask the operator of this Rapport to reactivate it, then open the link again.`,
  );
}

/** Deletes one batch of expired invitations; returns their number. */
export const forgetExpiredInvitations = forgetting('invitations', 'expires_at');

export function isOpen({ sender_role, role }: queries.SentInvitation): boolean {
  return mayInvite(sender_role, role);
}
