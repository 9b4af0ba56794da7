import type { Actor } from '@rapport/contract/actors';
import sql, { raw, type Sql } from 'sql-template-tag';
import { accountsIn, type Reach, whereMay, within } from '../../access/reach.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** An operation as it is kept. */
export type Kept = {
  action: 'create' | 'update';
  resource: string;
  uuid: string | null;
  fields: Record<string, unknown>;
  state: 'open' | 'accepted' | 'declined';
  decided_at: string | null;
  decided_by: string | null;
  change_uuid: string | null;
};

export type ProposalRow = {
  uuid: string;
  account_uuid: string;
  user_uuid: string;
  actor: Actor;
  message: string | null;
  operations: Kept[];
  created_at: string;
  updated_at: string;
  expires_at: string;
  decided_at: string | null;
};

const COLUMNS = raw(
  'uuid, account_uuid, user_uuid, actor, message, operations, created_at, updated_at, expires_at, decided_at',
);

/** Whose proposals a caller sees: their own, and all of the Accounts whose records they manage. */
export type Viewer = { user_uuid: string; reach: Reach };

function seenBy({ user_uuid, reach }: Viewer): Sql {
  const managed = accountsIn(whereMay(reach, 'manage_records'));
  return sql`${within(reach)} AND (user_uuid = ${user_uuid} OR account_uuid = ANY(${managed}::uuid[]))`;
}

/** The newest proposals before `before`; with `open_at` only those that are open then. */
export function listProposals(
  db: Queryable,
  viewer: Viewer,
  open_at: Date | null,
  before: string | null,
  limit: number,
): Promise<ProposalRow[]> {
  return db.query<ProposalRow>(sql`
    SELECT ${COLUMNS} FROM proposals
    WHERE ${seenBy(viewer)} AND (${before}::uuid IS NULL OR uuid < ${before}::uuid)
      AND (${open_at}::timestamptz IS NULL OR (decided_at IS NULL AND expires_at > ${open_at}))
    ORDER BY uuid DESC LIMIT ${limit}`);
}

/**
 * The proposal, if the caller sees it; with `lock`, nobody else decides until the transaction
 * ends.
 */
export async function findProposal(
  db: Queryable,
  viewer: Viewer,
  uuid: string,
  lock: '' | 'FOR UPDATE' = '',
): Promise<ProposalRow | undefined> {
  const [row] = await db.query<ProposalRow>(
    sql`SELECT ${COLUMNS} FROM proposals WHERE uuid = ${uuid} AND ${seenBy(viewer)} ${raw(lock)}`,
  );
  return row;
}

/** Counts what waits for a User. Others that count it wait until this transaction ends. */
export async function lockAndCountOpen(tx: Queryable, user_uuid: string, now: Date): Promise<number> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`proposals ${user_uuid}`}, 0))`);
  const [row] = await tx.query<{ count: number }>(sql`
    SELECT count(*) FROM proposals WHERE user_uuid = ${user_uuid} AND decided_at IS NULL AND expires_at > ${now}`);
  return row!.count;
}

export function insertProposal(tx: Transaction, row: ProposalRow): void {
  tx.send(sql`
    INSERT INTO proposals (${COLUMNS})
    VALUES (${row.uuid}, ${row.account_uuid}, ${row.user_uuid}, ${JSON.stringify(row.actor)}, ${row.message},
      ${JSON.stringify(row.operations)}, ${row.created_at}, ${row.updated_at}, ${row.expires_at}, ${row.decided_at})`);
}

export function updateProposal(tx: Transaction, row: ProposalRow): void {
  tx.send(sql`
    UPDATE proposals SET operations = ${JSON.stringify(row.operations)}, updated_at = ${row.updated_at},
      decided_at = ${row.decided_at}
    WHERE uuid = ${row.uuid} AND account_uuid = ${row.account_uuid}`);
}
