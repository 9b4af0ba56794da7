import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { AnyKind } from '../kind.ts';

// What other rooms ask about people whom custom fields name.

/** A custom field that names people beside a field for Users, such as one that an import made. */
export type NamingField = {
  resource: string;
  /** The field for Users. */
  field: string;
  /** The key of the custom field. */
  key: string;
  /** The Users who got records because nobody was known by their name. */
  instead: string[];
};

/** With the words that mean one person. */
export type NamedField = NamingField & { words: string[] };

/** What a custom field says in the records of a kind that are of nobody, each once. */
export async function namesIn(
  db: Queryable,
  kind: AnyKind,
  account_uuid: string,
  { field, key, instead }: NamingField,
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    SELECT DISTINCT custom ->> ${key}::text AS name FROM ${raw(kind.table)}
    WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL AND custom ? ${key}::text
      AND ${isOfNobody(field, instead)} ORDER BY name`);
  return rows.map(({ name }) => name);
}

/** SQL for records that nobody looks after, or one of these Users. */
export function isOfNobody(field: string, instead: string[]): Sql {
  return sql`(${raw(field)} IS NULL OR ${raw(field)} = ANY(${instead}::uuid[]))`;
}
