import { PASSWORD_MIN_LENGTH } from '@rapport/contract/passwords';
import { identity as texts } from '../texts/identity.ts';

/**
 * Returns the fault of a new password while it is typed, before the API sees it; null without a
 * fault.
 */
export function passwordFault(password: string): string | null {
  return password !== '' && password.length < PASSWORD_MIN_LENGTH
    ? texts.tooShort(PASSWORD_MIN_LENGTH)
    : null;
}
