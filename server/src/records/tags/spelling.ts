import sql from 'sql-template-tag';
import { type Reach, within } from '../../access/reach.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { frequent } from '../../platform/database/statements.ts';
import type { Condition } from '../../platform/lists/condition.ts';
import type { CrmRecord, Owner } from '../kind.ts';

/** How an Account spells tags, by the spelling that was given. */
export type Spellings = ReadonlyMap<string, string>;

export const NOT_SPELLED: Spellings = new Map();

/**
 * Looks up how the Account spells these tags. Others who give the same unknown tag wait until the
 * transaction ends.
 */
export async function spellingsOf(tx: Queryable, account: Owner, given: string[]): Promise<Spellings> {
  if (given.length === 0) return NOT_SPELLED;
  const names = [...new Set(given)];
  const rows = await tx.query<{ one: string; name: string }>(
    frequent(sql`SELECT one, name FROM spelled_tags(${account}, ${names}::text[])`),
  );
  return new Map(rows.map(({ one, name }) => [one, name]));
}

/** The tags as the Account spells them, each once. */
export function spelled(tags: string[], spellings: Spellings): string[] {
  return [...new Set(tags.map((tag) => spellings.get(tag) ?? tag))];
}

/** Keeps the tags of records that the Account did not know yet. It only sends. */
export function keepTags(tx: Transaction, account_uuid: string, records: CrmRecord[], now: string): void {
  const names = [...new Set(records.flatMap(({ tags }) => tags))].sort();
  if (names.length === 0) return;
  tx.send(
    frequent(sql`
    INSERT INTO tags (uuid, account_uuid, name, version, created_at, updated_at)
    SELECT new_uuid(${now}::timestamptz), ${account_uuid}, name, 1, ${now}, ${now} FROM unnest(${names}::text[]) AS name
    ON CONFLICT (account_uuid, folded(name)) DO NOTHING`),
  );
}

/** The conditions of a list with its tags as the Accounts spell them. Unknown ones stay. */
export async function withSpelledTags(
  db: Queryable,
  reach: Reach,
  conditions: Condition[],
): Promise<Condition[]> {
  const namesTags = ({ field, operator }: Condition) => field === 'tags' && operator !== 'is_null';
  const given = conditions.filter(namesTags).flatMap(({ values }) => values);
  if (given.length === 0) return conditions;
  const rows = await db.query<{ one: string; name: string }>(sql`
    SELECT one, name FROM unnest(${given}::text[]) AS one
    JOIN tags ON ${within(reach)} AND folded(name) = folded(one)`);
  const names = Map.groupBy(rows, ({ one }) => one);
  const also = (one: string) => [one, ...(names.get(one) ?? []).map(({ name }) => name)];
  return conditions.map((condition) =>
    namesTags(condition) ? { ...condition, values: [...new Set(condition.values.flatMap(also))] } : condition,
  );
}
