import type { RecordField } from '@rapport/contract/records/record-field';
import type { Share } from '@rapport/contract/records/share-fields';
import sql, { join, raw } from 'sql-template-tag';
import type { Caller, Cause } from '../access/caller.ts';
import { ANYBODY, holdParents } from '../access/holding.ts';
import { recordReachChanged } from '../accounts/logins/reach-changed.ts';
import type { Change } from '../events/change.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { AnyKind } from './kind.ts';

type Fields = Record<string, unknown>;

/**
 * Records `login.reach_changed` for those who see other records by these changes: whoever was given
 * one, by name, by a share or with what it hangs on, and whoever had it before. Where somebody
 * takes one of nobody, or gives it up, that is all who see not all. It asks nothing where no record
 * has changed hands.
 */
export async function tellMoved(
  core: Core,
  tx: Transaction,
  kind: AnyKind,
  cause: Cause,
  account_uuid: string,
  changes: readonly Change[],
): Promise<void> {
  const moves = changes.flatMap(({ record, previous }) =>
    previous === null ? [] : moveOf(kind, previous, record as unknown as Fields),
  );
  if (moves.length === 0 || !mayHide(cause, account_uuid)) return;
  const named = moves.flatMap((move) => move.named);
  const freed = moves.flatMap(({ is_freed, uuid }) => (is_freed ? [uuid] : []));
  const [of_parents, isAll] = await Promise.all([
    namedByParents(tx, kind, account_uuid, [...new Set(moves.flatMap((move) => move.parents))]),
    hangOnNobody(tx, kind, account_uuid, freed),
  ]);
  await recordReachChanged(core, tx, cause, account_uuid, {
    named: [...new Set([...named, ...of_parents])],
    isAll,
  });
}

/** False where the request of a caller has said that their Account hides nothing. */
function mayHide(cause: Cause & Partial<Pick<Caller, 'logins'>>, account_uuid: string): boolean {
  return cause.logins?.find((login) => login.account_uuid === account_uuid)?.may_hide ?? true;
}

type Move = {
  uuid: string;
  /** The Users and teams that have it now or had it before, and not both. */
  named: string[];
  /** What it hangs on now or hung on before, and not both. */
  parents: string[];
  /** True where somebody has it by name or by a share and nobody had, or the other way round. */
  is_freed: boolean;
};

/** Who has a record, and what it hangs on. */
type Held = { named: string[]; parents: string[] };

function moveOf(kind: AnyKind, previous: Fields, now: Fields): Move[] {
  const [before, after] = [heldBy(kind, { ...now, ...previous }), heldBy(kind, now)];
  const named = difference(before.named, after.named);
  const parents = difference(before.parents, after.parents);
  const isLeveled = kind.definition.seen_by === 'level';
  const is_freed = isLeveled && (before.named.length === 0) !== (after.named.length === 0);
  return named.length + parents.length > 0 ? [{ uuid: String(now.uuid), named, parents, is_freed }] : [];
}

function heldBy({ definition }: AnyKind, record: Fields): Held {
  const fields = Object.entries(definition.fields as Record<string, RecordField>);
  const named = fields.flatMap(([name, { to, by, type }]) => {
    const value = record[name];
    if (type === 'shares')
      return ((value ?? []) as Share[]).map(({ user_uuid, team_uuid }) => user_uuid ?? team_uuid!);
    return to === 'user' && by === 'caller' && value != null ? [String(value)] : [];
  });
  const parents = fields.flatMap(([name, { hangs_on, type, to, resources }]) => {
    const value = record[name];
    if (!hangs_on || value == null) return [];
    if (type !== 'links') return [String(value)];
    return (value as Fields[]).map((link) => String(link[`${to ?? resources![0]}_uuid`]));
  });
  return { named, parents };
}

function difference(one: string[], other: string[]): string[] {
  return [...one.filter((uuid) => !other.includes(uuid)), ...other.filter((uuid) => !one.includes(uuid))];
}

/** The Users and teams that have these records, on which others hang. */
async function namedByParents(
  tx: Queryable,
  { definition }: AnyKind,
  account_uuid: string,
  uuids: string[],
): Promise<string[]> {
  if (uuids.length === 0) return [];
  const fields = Object.values(definition.fields as Record<string, RecordField>);
  const kinds = fields.flatMap(({ hangs_on, to, resources }) => (hangs_on ? [to ?? resources![0]!] : []));
  const each = [...new Set(kinds)].map(
    (name) => sql`
      SELECT owner_uuid::text AS named FROM ${raw(`${name}s`)} WHERE account_uuid = ${account_uuid} AND uuid = ANY(${uuids}::uuid[])
      UNION SELECT coalesce(share ->> 'user_uuid', share ->> 'team_uuid')
      FROM ${raw(`${name}s`)} CROSS JOIN LATERAL jsonb_array_elements(shared_with) AS share
      WHERE account_uuid = ${account_uuid} AND uuid = ANY(${uuids}::uuid[])`,
  );
  const rows = await tx.query<{ named: string | null }>(join(each, ' UNION '));
  return rows.flatMap(({ named }) => named ?? []);
}

/** True when one of these records hangs on nothing that anybody has. */
async function hangOnNobody(
  tx: Queryable,
  { definition, table }: AnyKind,
  account_uuid: string,
  uuids: string[],
): Promise<boolean> {
  if (uuids.length === 0) return false;
  const above = holdParents(definition, table, ANYBODY);
  if (above.length === 0) return true;
  const rows = await tx.query(sql`
    SELECT FROM ${raw(table)} WHERE account_uuid = ${account_uuid} AND uuid = ANY(${uuids}::uuid[])
      AND NOT (${join(above, ' OR ')}) LIMIT 1`);
  return rows.length > 0;
}
