import type { Role } from '@rapport/contract/accounts';
import type { Invitation } from '@rapport/contract/invitations';
import sql, { raw, type Sql } from 'sql-template-tag';
import { type Reach, within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';

const COLUMNS = raw('uuid, account_uuid, email, role, user_uuid, expires_at, created_at, link_made_at');

/**
 * The columns of an invitation, with the present role of its sender. The role is null when the
 * sender has left or is deactivated.
 */
const WITH_SENDER = raw(`
  invitation.uuid, invitation.account_uuid, invitation.email, invitation.role, invitation.user_uuid,
  (SELECT email_verified_at IS NOT NULL FROM users WHERE users.uuid = invitation.user_uuid) AS email_verified,
  invitation.expires_at, invitation.created_at, invitation.link_made_at,
  (SELECT refused_at FROM refused_addresses WHERE refused_addresses.email = lower(invitation.email)) AS email_refused_at,
  (SELECT logins.role FROM logins JOIN users ON users.uuid = logins.user_uuid AND users.deactivated_at IS NULL
    WHERE logins.account_uuid = invitation.account_uuid AND logins.user_uuid = invitation.sender_uuid) AS sender_role`);

export type InvitationRow = Omit<Invitation, 'email_verified' | 'email_refused_at'>;

export type SentInvitation = Invitation & { sender_role: Role | null };

/** Replaces an open invitation of the same person to the same Account. */
export async function insertInvitation(
  db: Queryable,
  invitation: InvitationRow & { sender_uuid: string; token_hash: Buffer; is_mailed: boolean },
): Promise<void> {
  await db.query(sql`
    INSERT INTO invitations (${COLUMNS}, sender_uuid, token_hash, is_mailed)
    VALUES (${invitation.uuid}, ${invitation.account_uuid}, ${invitation.email}, ${invitation.role}, ${invitation.user_uuid},
      ${invitation.expires_at}, ${invitation.created_at}, ${invitation.link_made_at}, ${invitation.sender_uuid}, ${invitation.token_hash}, ${invitation.is_mailed})
    ON CONFLICT (account_uuid, lower(email)) DO UPDATE SET uuid = excluded.uuid, role = excluded.role,
      user_uuid = excluded.user_uuid, is_mailed = excluded.is_mailed, sender_uuid = excluded.sender_uuid, expires_at = excluded.expires_at, created_at = excluded.created_at,
      token_hash = excluded.token_hash, link_made_at = excluded.link_made_at`);
}

export function listInvitations(db: Queryable, account_uuid: string, now: string): Promise<SentInvitation[]> {
  return db.query(sql`
    SELECT ${WITH_SENDER} FROM invitations AS invitation
    WHERE account_uuid = ${account_uuid} AND expires_at > ${now} ORDER BY created_at`);
}

/** The invitation to this address that has not expired. */
export async function findInvitationOf(
  db: Queryable,
  account_uuid: string,
  email: string,
  now: string,
): Promise<SentInvitation | undefined> {
  const [invitation] = await db.query<SentInvitation>(sql`
    SELECT ${WITH_SENDER} FROM invitations AS invitation
    WHERE account_uuid = ${account_uuid} AND lower(email) = lower(${email}) AND expires_at > ${now}`);
  return invitation;
}

/** Locks the invitation until the transaction ends. */
export async function lockInvitation(
  tx: Queryable,
  reach: Reach,
  uuid: string,
): Promise<InvitationRow | undefined> {
  const [invitation] = await tx.query<InvitationRow>(sql`
    SELECT ${COLUMNS} FROM invitations WHERE uuid = ${uuid} AND ${within(reach)} FOR UPDATE`);
  return invitation;
}

/** Gives the invitation a new code; the former one stops working. */
export async function replaceCode(
  tx: Queryable,
  account_uuid: string,
  uuid: string,
  { token_hash, link_made_at }: { token_hash: Buffer; link_made_at: Date },
): Promise<void> {
  await tx.query(sql`
    UPDATE invitations SET token_hash = ${token_hash}, link_made_at = ${link_made_at}, is_mailed = false
    WHERE uuid = ${uuid} AND account_uuid = ${account_uuid}`);
}

export async function deleteInvitation(db: Queryable, account_uuid: string, uuid: string): Promise<void> {
  await db.query(sql`DELETE FROM invitations WHERE uuid = ${uuid} AND account_uuid = ${account_uuid}`);
}

type InvitationOfLink = SentInvitation & { account_name: string; is_mailed: boolean };

/** The invitation behind a mailed link. */
export async function findByCode(
  db: Queryable,
  token_hash: Buffer,
  now: string,
): Promise<InvitationOfLink | undefined> {
  const [invitation] = await db.query<InvitationOfLink>(selectByCode(token_hash, now));
  return invitation;
}

/** The invitation behind a mailed link, locked until the transaction ends. */
export async function lockByCode(
  tx: Queryable,
  token_hash: Buffer,
  now: string,
): Promise<InvitationOfLink | undefined> {
  const [invitation] = await tx.query<InvitationOfLink>(
    sql`${selectByCode(token_hash, now)} FOR UPDATE OF invitation`,
  );
  return invitation;
}

function selectByCode(token_hash: Buffer, now: string): Sql {
  return sql`
    SELECT ${WITH_SENDER}, accounts.name AS account_name, invitation.is_mailed
    FROM invitations AS invitation
    JOIN accounts ON accounts.uuid = invitation.account_uuid AND accounts.deleted_at IS NULL
    WHERE token_hash = ${token_hash} AND user_uuid IS NULL AND expires_at > ${now}`;
}

type PendingRow = SentInvitation & { user_uuid: string; account_name: string; sender_name: string };

/** The pending Logins of a User, newest first; those of deleted Accounts are left out. */
export function listPending(db: Queryable, user_uuid: string, now: string): Promise<PendingRow[]> {
  return db.query(sql`
    ${selectPending(now)} AND invitation.user_uuid = ${user_uuid} ORDER BY invitation.uuid DESC LIMIT ${PENDING_MAX}`);
}

/** The pending Login of this User, or of anybody within reach. */
export async function findPending(
  db: Queryable,
  owner: { user_uuid: string; reach: Reach },
  uuid: string,
  now: string,
): Promise<PendingRow | undefined> {
  const [pending] = await db.query<PendingRow>(sql`
    ${selectPending(now)} AND invitation.uuid = ${uuid}
      AND (invitation.user_uuid = ${owner.user_uuid} OR ${within(owner.reach, 'invitation')})`);
  return pending;
}

/** The pending Login of this User, locked until the transaction ends. */
export async function lockPending(
  tx: Queryable,
  user_uuid: string,
  uuid: string,
  now: string,
): Promise<PendingRow | undefined> {
  const [pending] = await tx.query<PendingRow>(sql`
    ${selectPending(now)} AND invitation.uuid = ${uuid} AND invitation.user_uuid = ${user_uuid} FOR UPDATE OF invitation`);
  return pending;
}

function selectPending(now: string): Sql {
  return sql`
    SELECT ${WITH_SENDER}, accounts.name AS account_name, sender.name AS sender_name
    FROM invitations AS invitation
    JOIN accounts ON accounts.uuid = invitation.account_uuid AND accounts.deleted_at IS NULL
    JOIN users AS sender ON sender.uuid = invitation.sender_uuid
    WHERE invitation.expires_at > ${now} AND invitation.user_uuid IS NOT NULL`;
}

/** Nobody answers more at a time; those beyond are shown when others are answered. */
const PENDING_MAX = 200;
