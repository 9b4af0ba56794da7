import type { Invitation } from '@rapport/contract/invitations';
import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

const COLUMNS = raw('uuid, account_uuid, email, role, expires_at, created_at');

/** Replaces an open invitation of the same person to the same Account. */
export async function insertInvitation(
  db: Queryable,
  invitation: Invitation & { token_hash: Buffer },
): Promise<void> {
  await db.query(sql`
    INSERT INTO invitations (${COLUMNS}, token_hash)
    VALUES (${invitation.uuid}, ${invitation.account_uuid}, ${invitation.email}, ${invitation.role},
      ${invitation.expires_at}, ${invitation.created_at}, ${invitation.token_hash})
    ON CONFLICT (account_uuid, lower(email)) DO UPDATE SET uuid = excluded.uuid, role = excluded.role,
      expires_at = excluded.expires_at, created_at = excluded.created_at, token_hash = excluded.token_hash`);
}

export function listInvitations(db: Queryable, account_uuid: string, now: string): Promise<Invitation[]> {
  return db.query(sql`
    SELECT ${COLUMNS} FROM invitations WHERE account_uuid = ${account_uuid} AND expires_at > ${now} ORDER BY created_at`);
}

export async function findInvitation(
  db: Queryable,
  account_uuids: string[],
  uuid: string,
): Promise<Invitation | undefined> {
  const [invitation] = await db.query<Invitation>(sql`
    SELECT ${COLUMNS} FROM invitations WHERE uuid = ${uuid} AND account_uuid = ANY(${account_uuids}::uuid[])`);
  return invitation;
}

export async function deleteInvitation(db: Queryable, account_uuid: string, uuid: string): Promise<void> {
  await db.query(sql`DELETE FROM invitations WHERE uuid = ${uuid} AND account_uuid = ${account_uuid}`);
}

/** The open invitation behind a mailed link, locked until the transaction ends. */
export async function findByCode(
  tx: Queryable,
  token_hash: Buffer,
  now: string,
): Promise<(Invitation & { account_name: string }) | undefined> {
  const [invitation] = await tx.query<Invitation & { account_name: string }>(sql`
    SELECT invitations.uuid, account_uuid, email, role, expires_at, invitations.created_at, accounts.name AS account_name
    FROM invitations JOIN accounts ON accounts.uuid = invitations.account_uuid AND accounts.deleted_at IS NULL
    WHERE token_hash = ${token_hash} AND expires_at > ${now} FOR UPDATE OF invitations`);
  return invitation;
}

export async function deleteExpiredInvitations(db: Queryable, now: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    DELETE FROM invitations WHERE uuid IN (
      SELECT uuid FROM invitations WHERE expires_at < ${now} LIMIT ${limit}) RETURNING 1`);
  return rows.length;
}
