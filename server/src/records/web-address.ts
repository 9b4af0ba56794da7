import { BLANK } from '@rapport/contract/fields';
import type { FieldErrorCode } from '@rapport/contract/problems';
import { isHostName } from '../platform/host-name.ts';

/** The address of a page with the scheme that people leave out: `www.example.com`. */
export function withScheme(text: string): string {
  return HOST.test(text) ? `https://${text}` : text;
}

const HOST = /^[^\s/:?#@.]+(?:\.[^\s/:?#@.]+)+(?:[/:?#]\S*)?$/;

/**
 * What is wrong with an address; null for one of a page. Pages make links of it, so a link may lead
 * nowhere else. A character that nobody sees would make two spellings of one address.
 */
export function webAddressFault(text: string): { code: FieldErrorCode; detail: string } | null {
  if (UNSEEN.test(text)) {
    return {
      code: 'invalid_characters',
      detail: 'has a character that nobody sees. Type the address anew.',
    };
  }
  const url = URL.parse(text);
  const isHost = url && (isHostName(url.hostname) || url.hostname.startsWith('['));
  const isPage = isHost && ['http:', 'https:'].includes(url.protocol) && url.hostname !== 'www.';
  return isPage
    ? null
    : { code: 'wrong_format', detail: 'must be an address such as https://www.example.com.' };
}

/** All blanks but the plain one, which people see. */
const UNSEEN = new RegExp(`[${BLANK.replace('\\u0020', '')}]`, 'u');
