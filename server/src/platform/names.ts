import { NAME_PATTERN } from '@rapport/contract/fields';
import type { FieldError } from '@rapport/contract/problems';

const NAME = new RegExp(NAME_PATTERN, 'u');

/**
 * The fault in the name of a User, an Account, a token or an application, or null. `pointer` names
 * its field.
 */
export function nameErrorOf(pointer: string, name: string, max_length: number): FieldError | null {
  const isTooLong = name.length > max_length;
  if (!isTooLong && NAME.test(name)) return null;
  const detail = `${pointer} must have 1 to ${max_length} characters, at least one of them visible and none a line break.`;
  return { pointer, code: isTooLong ? 'too_long' : 'wrong_format', detail };
}
