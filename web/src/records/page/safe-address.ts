const ALLOWED = ['http', 'https', 'mailto', 'tel'];

/**
 * Returns the address of a link or a picture in a text, or null. Others write the text: a link
 * leads to a page, a mailbox or a phone, and not into the files or the memory of this browser.
 */
export function safeAddress(value: string): string | null {
  // A browser leaves out white space and control characters before it looks for the scheme.
  const bare = value.replaceAll(/[\s\p{Cc}]/gu, '');
  const scheme = /^([^/?#]*?):/.exec(bare)?.[1]?.toLowerCase();
  return scheme === undefined || ALLOWED.includes(scheme) ? value : null;
}
