import type { PersonalAccessToken } from '@rapport/contract/personal-access-tokens';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { COLUMNS } from './queries.ts';

// What the operator asks about tokens, without a caller.

/**
 * The tokens of a User, newest first, also those that have ended; all of them, or the one with this
 * uuid.
 */
export function listTokensOf(
  db: Queryable,
  user_uuid: string,
  uuid: string | null = null,
): Promise<PersonalAccessToken[]> {
  return db.query(sql`
    SELECT ${COLUMNS} FROM personal_access_tokens
    WHERE user_uuid = ${user_uuid} AND (${uuid}::uuid IS NULL OR uuid = ${uuid}::uuid) ORDER BY created_at DESC, uuid DESC`);
}
