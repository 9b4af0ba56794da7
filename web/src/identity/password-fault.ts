import { identity as texts } from '../texts/identity.ts';

/** The same as the API asks for, said before it is asked. */
const PASSWORD_MIN_LENGTH = 10;

/** What is wrong with a new password while it is typed, or null. */
export function passwordFault(password: string): string | null {
  return password !== '' && password.length < PASSWORD_MIN_LENGTH
    ? texts.tooShort(PASSWORD_MIN_LENGTH)
    : null;
}
