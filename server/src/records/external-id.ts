import { Problem } from '../platform/problem.ts';
import type { AnyKind } from './kind.ts';

export const CHANGE_IT_THERE = 'Change it there, then restore this one.';

/**
 * 409 that names the record which has the external_id. Both are unknown if a record took it during
 * this request.
 */
export function externalIdTaken(
  { definition }: AnyKind,
  external_id?: string | null,
  holder?: string,
  whatToDo = 'Update that one, or choose another.',
): Problem {
  const { name } = definition;
  const detail =
    holder === undefined
      ? `Another ${name} of this Account has just got the same external_id. ${whatToDo}`
      : `Another ${name} of this Account, ${holder}, has the external_id "${external_id}". ${whatToDo}`;
  const taken = { pointer: '/external_id', code: 'taken' as const, detail };
  return new Problem('conflict', detail, {
    errors: [holder === undefined ? taken : { ...taken, uuid: holder }],
  });
}
