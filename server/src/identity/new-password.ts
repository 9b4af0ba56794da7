import { hostname } from 'node:os';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@rapport/contract/passwords';
import { fieldsInvalid, type Problem } from '../platform/problem.ts';
import { guessableFault } from './rules.ts';

/** The person who is to have a password, and the address of the service. */
type Holder = { email: string; name: string; base_url: string };

/**
 * Null, or the fault of a new password, with its field `pointer`: a wrong length, a password among
 * the first guesses, or little more than its owner's name and address (NIST SP 800-63B §5.1.1.2).
 */
export async function refuseNewPassword(
  password: string,
  pointer: string,
  holder: Holder,
): Promise<Problem | null> {
  if (password.length < PASSWORD_MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH) {
    const code = password.length < PASSWORD_MIN_LENGTH ? 'too_short' : 'too_long';
    const detail = `${pointer} must have ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters.`;
    return fieldsInvalid({ pointer, code, detail });
  }
  const hosts = [URL.parse(holder.base_url)?.hostname ?? '', hostname()];
  const fault = guessableFault(password, { ...holder, hosts }, await commonPasswords());
  return fault && fieldsInvalid({ pointer, code: 'not_allowed', detail: FAULTS[fault] });
}

const FAULTS = {
  common: 'This password is one of the first that attackers try. Choose a few words that belong only to you.',
  pattern:
    'This password follows a pattern that attackers try first. Choose a few words that belong only to you.',
  about_holder:
    'This password is little more than your name, your address or the name of the service. Choose a few words that belong only to you.',
};

/**
 * 50,000 leaked passwords. Most processes never set a password, so they are loaded at the first
 * one.
 */
async function commonPasswords(): Promise<readonly string[]> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'] as string[];
}
