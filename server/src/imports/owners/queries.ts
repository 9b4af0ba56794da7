import type { ImportPlan } from '@rapport/contract/imports';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { SourcePerson } from './rules.ts';

/** The plans of started imports that keep something beside a field, and the sources' Users. */
export async function listPlans(
  db: Queryable,
  account_uuid: string,
): Promise<{ plan: ImportPlan; people: Record<string, SourcePerson>[] }[]> {
  return db.query(sql`
    SELECT plan, jsonb_path_query_array(files, '$[*].people') AS people FROM imports
    WHERE account_uuid = ${account_uuid} AND started_at IS NOT NULL
      AND plan @? '$.files[*].columns[*] ? (@.also == "custom")' ORDER BY uuid`);
}

/** The Users to whom somebody has said that nothing is assigned. */
export async function listDeclined(db: Queryable, account_uuid: string): Promise<Set<string>> {
  const rows = await db.query<{ user_uuid: string }>(
    sql`SELECT user_uuid FROM declined_owners WHERE account_uuid = ${account_uuid}`,
  );
  return new Set(rows.map(({ user_uuid }) => user_uuid));
}

export async function insertDeclined(
  db: Queryable,
  account_uuid: string,
  user_uuid: string,
  now: Date,
): Promise<void> {
  await db.query(sql`
    INSERT INTO declined_owners (account_uuid, user_uuid, declined_at) VALUES (${account_uuid}, ${user_uuid}, ${now})
    ON CONFLICT DO NOTHING`);
}
