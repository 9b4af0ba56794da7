import type { Permission, Reach } from '../access/reach.ts';
import { changeNotAllowed } from '../access/rules.ts';
import { mayChangeAll } from '../access/sight.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Problem } from '../platform/problem.ts';
import type { AnyKind } from './kind.ts';
import { findUnchangeable } from './look-up-queries.ts';

/** 403 for a record that the caller sees and may not change; null otherwise. */
export async function refuseUnchangeable(
  tx: Queryable,
  kind: AnyKind,
  reach: Reach,
  ...uuids: string[]
): Promise<Problem | null> {
  const refused = await findUnchangeable(tx, kind, reach, uuids);
  return refused.size === 0 ? null : unchangeable(kind);
}

/**
 * What an answer with records says beside them of a caller whose Account narrows what they change:
 * which of these they may not. It costs a statement, for such callers alone.
 */
export async function saidUnchangeable(
  db: Queryable,
  kind: AnyKind,
  reach: Reach,
  uuids: () => string[],
): Promise<{ unchangeable?: string[] }> {
  if (mayChangeAll(reach.sight)) return {};
  return { unchangeable: [...(await findUnchangeable(db, kind, reach, uuids()))] };
}

/**
 * What a caller needs to write records of a kind. One that everybody sees is a setting of many
 * records, such as stages.
 */
export function toWrite({ definition }: AnyKind): Permission {
  return definition.seen_by ? 'write_records' : 'write_all';
}

/** The refusal of a change of a record that the caller may only see. */
export function unchangeable({ definition }: AnyKind): Problem {
  return changeNotAllowed(
    `You may see this ${definition.name} and not change it. Ask its owner, or an owner or admin of the Account.`,
  );
}
