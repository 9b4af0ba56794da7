import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '@rapport/contract/fields';
import { withoutUnseen } from '@rapport/contract/unseen';

const EMAIL = new RegExp(EMAIL_PATTERN);

/** The address in what somebody has copied or typed, without signs that nobody sees. */
export function addressOf(text: string): string {
  return withoutUnseen(text).trim();
}

/**
 * True for a text in the form of an e-mail address. Only a mail can show whether the address
 * exists.
 */
export function isEmail(text: string): boolean {
  return EMAIL.test(text) && text.length <= EMAIL_MAX_LENGTH;
}

/**
 * What is wrong with a text that should be an e-mail address, as the end of a sentence. Or null.
 */
export function emailFault(text: string): string | null {
  if (isEmail(text)) return null;
  if (/^mailto:/i.test(text)) return 'must be the address alone, without "mailto:".';
  if (/[<>]/.test(text)) return 'must be the address alone, without a name and without < and >.';
  if (/[\p{C}\u00a0\u2000-\u200f\u2028-\u202f\u3000]/u.test(text))
    return 'has a character that nobody sees. Type the address anew.';
  return `"${text}" is not an e-mail address.`;
}
