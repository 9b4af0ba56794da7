import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { frequent } from '../../platform/database/statements.ts';

// What other rooms ask about the teams of an Account: they have checked their own caller.

/** The teams in this list that are of the Account. */
export async function teamsNamed(
  db: Queryable,
  account: string | Sql,
  team_uuids: string[],
): Promise<string[]> {
  const rows = await db.query<{ uuid: string }>(
    frequent(
      sql`SELECT uuid FROM teams WHERE account_uuid = ${account} AND uuid = ANY(${team_uuids}::uuid[])`,
    ),
  );
  return rows.map(({ uuid }) => uuid);
}
