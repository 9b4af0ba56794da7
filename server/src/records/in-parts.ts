import type { Transaction } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import type { AnyKind } from './kind.ts';
import { rowRefusal } from './row-refusal.ts';

/**
 * Works on many rows at once. When PostgreSQL refuses one of them, it works on each half by
 * itself, until the refused row stands alone: then `refused` makes its outcome. A Problem of
 * `work` ends all. Locks that are to outlive a refusal must be taken before.
 */
export async function inParts<Row, Outcome>(
  tx: Transaction,
  kind: AnyKind,
  rows: Row[],
  work: (rows: Row[]) => Promise<Outcome | Problem>,
  refused: (row: Row, problem: Problem) => Outcome,
): Promise<Outcome[] | Problem> {
  try {
    const outcome = await tx.attempt(() => work(rows));
    return outcome instanceof Problem ? outcome : [outcome];
  } catch (error) {
    const problem = rowRefusal(kind, error);
    if (problem === null) throw error;
    if (rows.length === 1) return [refused(rows[0]!, problem)];
  }
  const middle = Math.ceil(rows.length / 2);
  const first = await inParts(tx, kind, rows.slice(0, middle), work, refused);
  if (first instanceof Problem) return first;
  const second = await inParts(tx, kind, rows.slice(middle), work, refused);
  return second instanceof Problem ? second : [...first, ...second];
}
