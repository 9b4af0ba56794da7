/**
 * A text that may be a phone number, or a part of one: digits and what people write between them.
 */
const PHONE = /^[+(]?[\d\s()./+-]+$/;

const DIGITS_MIN = 4;

/** What people and `tel:` addresses write between a number and the extension behind it. */
const EXTENSION = /[\s,;]*(?:ext(?:ension|n)?|x|#|durchwahl|dw)[\s.:=]*(\d{1,7})$/i;

/**
 * The digits of a phone number that somebody looks for, in the forms in which the SQL function
 * `phone_numbers` gives those of a record: with the code of the country, or without it and without
 * the 0 before it. An extension is no part of it. None for text that is no phone number.
 */
export function phoneDigits(text: string): string[] {
  const written = text.trim().replace(/^tel:/i, '').replace(EXTENSION, '').replaceAll('(0)', '');
  const digits = written.replace(/\D/g, '');
  if (!PHONE.test(written) || digits.length < DIGITS_MIN || digits.length > 40) return [];
  if (written.startsWith('+')) return [digits];
  return [...new Set([digits, digits.replace(/^0+/, '')])].filter((one) => one.length >= DIGITS_MIN);
}

/** The extension behind a phone number that somebody looks for; null without one. */
export function extensionIn(text: string): string | null {
  return phoneDigits(text).length > 0 ? (EXTENSION.exec(text.trim())?.[1] ?? null) : null;
}
