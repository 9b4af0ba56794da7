import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '@rapport/contract/fields';

const EMAIL = new RegExp(EMAIL_PATTERN);

/**
 * True for a text in the form of an e-mail address. Only a mail can show whether the address
 * exists.
 */
export function isEmail(text: string): boolean {
  return EMAIL.test(text) && text.length <= EMAIL_MAX_LENGTH;
}
