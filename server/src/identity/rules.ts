import { fieldsInvalid, type Problem } from '../platform/problem.ts';

/** NIST SP 800-63B §5.1.1.2 asks for at least 8 characters and no rules of composition; we ask for a little more. */
export const PASSWORD_MIN_LENGTH = 10;
/** Long enough for every password manager, short enough that hashing cannot be used to burn our processors. */
export const PASSWORD_MAX_LENGTH = 200;

const NAME_MAX_LENGTH = 200;

/** What is wrong with the details of a new User, or null. */
export function refuseUser(user: { email: string; name: string; password: string }): Problem | null {
  const errors = [];
  if (!/^[^\s@]+@[^\s@]+$/.test(user.email) || user.email.length > 254) {
    errors.push({
      pointer: '/email',
      code: 'wrong_format' as const,
      detail: 'email must be an e-mail address.',
    });
  }
  const nameFault = lengthFault(user.name.trim(), 1, NAME_MAX_LENGTH);
  if (nameFault) {
    const detail = `name must have 1 to ${NAME_MAX_LENGTH} characters.`;
    errors.push({ pointer: '/name', code: nameFault, detail });
  }
  const passwordFault = lengthFault(user.password, PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH);
  if (passwordFault) {
    const detail = `password must have ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters.`;
    errors.push({ pointer: '/password', code: passwordFault, detail });
  }
  return errors.length > 0 ? fieldsInvalid(...errors) : null;
}

function lengthFault(text: string, min: number, max: number): 'too_short' | 'too_long' | null {
  if (text.length < min) return 'too_short';
  return text.length > max ? 'too_long' : null;
}
