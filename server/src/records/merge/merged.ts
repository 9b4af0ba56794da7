import { isMergeable } from '@rapport/contract/records/merges';
import type { Reach } from '../../access/reach.ts';
import { isWholeSight, seenBy } from '../../access/sight.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Condition } from '../../platform/lists/condition.ts';
import { Problem } from '../../platform/problem.ts';
import type { AnyKind } from '../kind.ts';
import { findExternalIdsOfWinners, findWinners } from './queries.ts';

/** The record to which a merged one leads. */
export class MergedInto {
  readonly uuid: string;

  constructor(uuid: string) {
    this.uuid = uuid;
  }
}

/** Where a record of these Accounts leads that is not there; null when it was not merged. */
export async function mergedInto(
  db: Queryable,
  kind: AnyKind,
  reach: Reach,
  uuid: string,
): Promise<MergedInto | null> {
  const winner = (await findWinners(db, kind, reach, [uuid])).get(uuid);
  return winner === undefined ? null : new MergedInto(winner);
}

/** 409 for a record that was merged: it names the one to which it leads. Null when it was not. */
export async function refuseMerged(
  tx: Queryable,
  kind: AnyKind,
  reach: Reach,
  uuid: string,
): Promise<Problem | null> {
  const led = await mergedInto(tx, kind, reach, uuid);
  return led && wasMerged(kind, led.uuid);
}

/**
 * Deleted records without those that were merged into one that the caller does not see: to bring
 * them back would take the merge back.
 */
export async function withoutHiddenMerges<Row extends { uuid: string }>(
  tx: Queryable,
  kind: AnyKind,
  reach: Reach,
  deleted: Row[],
): Promise<Row[]> {
  if (isWholeSight(reach) || !isMergeable(kind.definition)) return deleted;
  const uuids = deleted.map(({ uuid }) => uuid);
  const [all, seen] = await Promise.all([
    findWinners(tx, kind, reach, uuids),
    findWinners(seenBy(tx, reach), kind, reach, uuids),
  ]);
  return deleted.filter(({ uuid }) => !all.has(uuid) || seen.has(uuid));
}

/** The refusal of a write to a record that was merged into `winner`. */
export function wasMerged({ definition }: AnyKind, winner: string): Problem {
  const detail = `This ${definition.name} was merged into ${winner}. Write to that one, or take the merge back.`;
  return new Problem('conflict', detail, {
    errors: [{ pointer: '/uuid', code: 'taken', detail, uuid: winner }],
  });
}

/**
 * The conditions of a list, in which the external_id of a merged record also finds the one to which
 * it leads.
 */
export async function withMergedIds(
  db: Queryable,
  kind: AnyKind,
  reach: Reach,
  conditions: Condition[],
): Promise<Condition[]> {
  const at = conditions.findIndex(
    ({ field, operator }) => field === 'external_id' && (operator === 'eq' || operator === 'in'),
  );
  if (at < 0 || !isMergeable(kind.definition)) return conditions;
  const { values } = conditions[at]!;
  const more = await findExternalIdsOfWinners(db, kind, reach, values);
  if (more.length === 0) return conditions;
  return conditions.with(at, { ...conditions[at]!, operator: 'in', values: [...values, ...more] });
}
