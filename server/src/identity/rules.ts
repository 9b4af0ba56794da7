import { NAME_MAX_LENGTH } from '@rapport/contract/accounts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@rapport/contract/passwords';
import { isEmail } from '../platform/email.ts';
import { nameErrorOf } from '../platform/names.ts';
import { fieldsInvalid, type Problem } from '../platform/problem.ts';

/** What is wrong with the details of a new User, or null. */
export function refuseUser(user: { email: string; name: string; password: string }): Problem | null {
  const errors = [
    ...(refuseEmail(user.email)?.errors ?? []),
    ...(refuseName(user.name)?.errors ?? []),
    ...(refusePassword(user.password, '/password')?.errors ?? []),
  ];
  return errors.length > 0 ? fieldsInvalid(...errors) : null;
}

export function refuseEmail(email: string): Problem | null {
  if (isEmail(email)) return null;
  return fieldsInvalid({
    pointer: '/email',
    code: 'wrong_format',
    detail: '/email must be an e-mail address.',
  });
}

/** `pointer` is the field that holds the password. */
export function refusePassword(password: string, pointer: string): Problem | null {
  const fault = lengthFault(password, PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH);
  const detail = `${pointer} must have ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters.`;
  return fault && fieldsInvalid({ pointer, code: fault, detail });
}

/** A name is kept without the spaces around it. */
export function refuseName(name: string): Problem | null {
  const error = nameErrorOf('/name', name.trim(), NAME_MAX_LENGTH);
  return error && fieldsInvalid(error);
}

function lengthFault(text: string, min: number, max: number): 'too_short' | 'too_long' | null {
  if (text.length < min) return 'too_short';
  return text.length > max ? 'too_long' : null;
}
