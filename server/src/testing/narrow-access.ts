import type { Role } from '@rapport/contract/accounts';
import sql from 'sql-template-tag';
import type { Level, Levels } from '../access/narrow.ts';
import type { TestApp } from './test-app.ts';

/** Has an Account narrow what its members, or another role, see and change. Null: nothing. */
export async function narrowAccess(
  app: TestApp,
  account_uuid: string,
  levels: Levels | null,
  role: Role = 'member',
  ownerless: 'everybody' | 'admins' = 'everybody',
): Promise<void> {
  const access =
    levels === null ? null : JSON.stringify({ version: 1, levels: { [role]: levels }, ownerless });
  await app.db.query(sql`UPDATE accounts SET access = ${access}::jsonb WHERE uuid = ${account_uuid}`);
}

/** The same level of seeing and changing for each kind that has levels. */
export function levelsOf(see: Level, change: Level = see): Levels {
  return Object.fromEntries(['client', 'contact', 'deal'].map((kind) => [kind, { see, change }]));
}
