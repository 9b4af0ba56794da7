import type { Login } from '@rapport/contract/accounts';
import type { Invitation, InvitationCreate } from '@rapport/contract/invitations';
import type { Caller, Cause } from '../../access/caller.ts';
import { refuseUnless } from '../../access/rules.ts';
import { recordAudit } from '../../audit/actions.ts';
import { createUser, findUserByEmail, verifyEmail } from '../../identity/actions.ts';
import { linkInvalid, newLinkCode } from '../../identity/profile/actions.ts';
import { type Session, type SessionCore, startSession } from '../../identity/sessions/actions.ts';
import { type Clock, toApiTime } from '../../platform/clock.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Origin } from '../../platform/http/origin.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { hashToken } from '../../platform/secrets/random-tokens.ts';
import { getAccount } from '../actions.ts';
import { addLoginByOperator } from '../logins/actions.ts';
import { refuseOwnerChange } from '../logins/rules.ts';
import * as queries from './queries.ts';

/** A week covers a holiday. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
const CLEAN_UP_BATCH = 1000;

/** Mails an invitation to an Account; a second one to the same address replaces the first. */
export async function invite(
  core: Core & { mailer: Mailer },
  caller: Caller,
  account_uuid: string,
  { email, role }: InvitationCreate,
): Promise<Invitation | Problem> {
  const account = await getAccount(core, caller, account_uuid);
  if (account instanceof Problem) return account;
  const callerRole = caller.logins.find((login) => login.account_uuid === account.uuid)!.role;
  const refusal =
    refuseUnless(caller, account_uuid, 'manage_logins', 'Account') ?? refuseOwnerChange(callerRole, role);
  if (refusal) return refusal;
  const now = core.clock.now();
  const code = newLinkCode();
  const invitation = {
    uuid: newUuid(),
    account_uuid: account.uuid,
    email,
    role,
    expires_at: toApiTime(new Date(now.getTime() + LIFETIME_MS)),
    created_at: toApiTime(now),
  };
  await core.db.transaction(async (tx) => {
    await queries.insertInvitation(tx, { ...invitation, token_hash: hashToken(code) });
    const details = { email, role };
    const { user_uuid } = caller;
    await recordAudit(core, tx, caller, 'invitation.sent', {
      user_uuid,
      account_uuid: account.uuid,
      details,
    });
  });
  await core.mailer.send({
    to: email,
    subject: `You are invited to ${account.name}`,
    text:
      `${caller.actor.name} invites you to work with ${account.name} on Rapport, with the role ${role}.\n\n` +
      `Open this link within a week:\n\n${core.base_url}/invitation?code=${code}\n`,
  });
  return invitation;
}

export async function listInvitations(
  { db, clock }: Core,
  caller: Caller,
  account_uuid: string,
): Promise<Invitation[] | Problem> {
  const refusal = refuseUnless(caller, account_uuid, 'manage_logins', 'Account');
  return refusal ?? queries.listInvitations(db, account_uuid, toApiTime(clock.now()));
}

export async function withdrawInvitation(
  { db }: Core,
  caller: Caller,
  uuid: string,
): Promise<null | Problem> {
  const account_uuids = caller.logins.map((login) => login.account_uuid);
  const invitation = await queries.findInvitation(db, account_uuids, uuid);
  if (!invitation) return notFound('invitation');
  const refusal = refuseUnless(caller, invitation.account_uuid, 'manage_logins', 'invitation');
  if (refusal) return refusal;
  await queries.deleteInvitation(db, invitation.account_uuid, uuid);
  return null;
}

/** What a mailed link leads to, and whether the invited person is a User already. */
export async function lookUpInvitation(
  { db, clock }: Core,
  code: string,
): Promise<{ account_name: string; role: string; email: string; is_user: boolean } | Problem> {
  const invitation = await queries.findByCode(db, hashToken(code), toApiTime(clock.now()));
  if (!invitation) return linkInvalid();
  const { account_name, role, email } = invitation;
  const is_user = !((await findUserByEmail(db, email)) instanceof Problem);
  return { account_name, role, email, is_user };
}

/**
 * Takes an invitation up. Somebody new gives a name and a password, and is signed in; a User who is here already gets the login and
 * signs in as always: the link alone must not open what they have elsewhere.
 */
export async function acceptInvitation(
  core: SessionCore & { mailer: Mailer },
  from: Origin,
  { code, name = '', password = '' }: { code: string; name?: string; password?: string },
): Promise<{ login: Login; session: Session | null; cookie: string | null } | Problem> {
  return core.db.transaction(async (tx) => {
    const invitation = await queries.findByCode(tx, hashToken(code), toApiTime(core.clock.now()));
    if (!invitation) return linkInvalid();
    const { account_uuid, email, role, uuid } = invitation;
    const known = await findUserByEmail(tx, email);
    const user =
      known instanceof Problem ? await createUser(tx, core.clock, { email, name, password }) : known;
    if (user instanceof Problem) return user;
    if (user !== known && core.mailer.proves_addresses) await verifyEmail(tx, core.clock, user.uuid);
    const cause: Cause = {
      actor: { type: 'browser_session', uuid: null, user_uuid: user.uuid, name: user.name },
      request_id: from.request_id,
      address: from.address,
      oauth_client_uuid: null,
    };
    const login = await addLoginByOperator({ ...core, db: tx }, cause, account_uuid, { email, role });
    if (login instanceof Problem) return login;
    await queries.deleteInvitation(tx, account_uuid, uuid);
    await recordAudit(core, tx, cause, 'invitation.accepted', { user_uuid: user.uuid, account_uuid });
    if (!(known instanceof Problem)) return { login, session: null, cookie: null };
    return { login, ...(await startSession(core, tx, user, from)) };
  });
}

/** Deletes one batch of invitations that nobody took up; returns how many. */
export function forgetExpiredInvitations(db: Queryable, clock: Clock): Promise<number> {
  return queries.deleteExpiredInvitations(db, clock.now(), CLEAN_UP_BATCH);
}
