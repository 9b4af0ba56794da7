import { Problem } from '../platform/problem.ts';
import type { AnyKind } from './kind.ts';

export const CHANGE_IT_THERE = 'Change it there, then restore this one.';

/**
 * 409 that names the record which has the external_id. `holder` is unknown if that record took it
 * during this request.
 */
export function externalIdTaken(
  { definition }: AnyKind,
  external_id: string | null,
  holder?: string,
  whatToDo = 'Update that one, or choose another.',
): Problem {
  const which = holder === undefined ? '' : `, ${holder},`;
  const detail = `Another ${definition.name} of this Account${which} has the external_id "${external_id}". ${whatToDo}`;
  const taken = { pointer: '/external_id', code: 'taken' as const, detail };
  return new Problem('conflict', detail, {
    errors: [holder === undefined ? taken : { ...taken, uuid: holder }],
  });
}
