const ALLOWED = ['http', 'https', 'mailto', 'tel'];

/**
 * Returns the address of a link or a picture in a text, or null. Others write the text: a link
 * leads to a page, a mailbox or a phone, and not into the files or the memory of this browser. What
 * begins with `www.` is a page elsewhere, as people write it.
 */
export function safeAddress(value: string): string | null {
  // A browser leaves out white space and control characters before it looks for the scheme.
  const bare = value.replaceAll(/[\s\p{Cc}]/gu, '');
  const scheme = /^([^/?#]*?):/.exec(bare)?.[1]?.toLowerCase();
  if (scheme !== undefined) return ALLOWED.includes(scheme) ? value : null;
  return /^www\./i.test(bare) ? `https://${bare}` : value;
}
