import type { CustomField } from '@rapport/contract/custom-fields';
import { declaredField } from '@rapport/contract/records/declared-fields';
import type { RecordField } from '@rapport/contract/records/record-field';
import sql, { raw, type Sql } from 'sql-template-tag';
import { type Reach, within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { frequent } from '../../platform/database/statements.ts';

/** A field that an Account has given to a kind, with what the definition of a kind would say. */
export type DeclaredField = CustomField & { field: RecordField };

const COLUMNS =
  'uuid, account_uuid, resource, key, label, help, group_name, type, options, required, "unique", position, archived_at, job_uuid, version, created_at, updated_at';

/**
 * The declared fields of a kind in an Account, for a transaction that writes such records. They
 * stay as they are until it ends: who changes a field waits for it, and is waited for. The lock is
 * a statement of its own, because a statement sees only what was committed when it began.
 */
export async function declaredToWrite(
  tx: Queryable,
  account: string | Sql,
  resource: string,
): Promise<DeclaredField[]> {
  const [, fields] = await Promise.all([
    tx.query(frequent(sql`SELECT pg_advisory_xact_lock_shared(${turnOf(account)})`)),
    tx.query<CustomField>(
      frequent(sql`
      SELECT ${raw(COLUMNS)} FROM custom_fields
      WHERE account_uuid = ${account} AND resource = ${resource} ORDER BY position, created_at, uuid`),
    ),
  ]);
  return fields.map(withField);
}

/** The declared fields of a kind, or of all kinds, in these Accounts. */
export async function declaredIn(
  db: Queryable,
  reach: Reach,
  resource: string | null = null,
): Promise<DeclaredField[]> {
  const fields = await db.query<CustomField>(sql`
    SELECT ${raw(COLUMNS)} FROM custom_fields
    WHERE ${within(reach)} AND (${resource}::text IS NULL OR resource = ${resource})
    ORDER BY resource, position, created_at, uuid`);
  return fields.map(withField);
}

/** Waits for all who write records of the Account, who then wait until the transaction ends. */
export async function lockFields(tx: Queryable, account_uuid: string): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(${turnOf(account_uuid)})`);
}

function turnOf(account: string | Sql): Sql {
  return sql`hashtextextended('custom fields ' || ${account}::uuid, 0)`;
}

export function withField(field: CustomField): DeclaredField {
  return { ...field, field: declaredField(field) };
}
