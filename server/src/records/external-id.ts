import { Problem } from '../platform/problem.ts';
import type { Holder } from './custom-fields/taken.ts';
import type { AnyKind } from './kind.ts';

/** The longest name in a sentence. That of a note is its whole text. */
const NAME_MAX_LENGTH = 80;

export const CHANGE_IT_THERE = 'Change it there, then restore this one.';

/**
 * 409 that names the record which has the external_id, by name and uuid. All are unknown if a
 * record took it during this request.
 */
export function externalIdTaken(
  { definition }: AnyKind,
  external_id?: string | null,
  holder?: Holder,
  whatToDo = 'Update that one, or choose another.',
): Problem {
  const { name } = definition;
  const isHidden = holder !== undefined && holder.name === null;
  const detail = isHidden
    ? `Another ${name} of this Account has the external_id "${external_id}". Choose another.`
    : holder === undefined
      ? `Another ${name} of this Account has just got the same external_id. ${whatToDo}`
      : `"${shortened(holder.name!)}" (${holder.uuid}), another ${name} of this Account, has the external_id "${external_id}". ${whatToDo}`;
  const taken = { pointer: '/external_id', code: 'taken' as const, detail };
  return new Problem('conflict', detail, {
    errors: [holder === undefined || isHidden ? taken : { ...taken, uuid: holder.uuid }],
  });
}

function shortened(name: string): string {
  return name.length > NAME_MAX_LENGTH ? `${name.slice(0, NAME_MAX_LENGTH - 1)}…` : name;
}
