import { TOKEN_PREFIXES } from './random-tokens.ts';

/** Text that begins like a token of ours. The first group is the prefix with the kind. */
const TOKENS = new RegExp(
  `(${Object.values(TOKEN_PREFIXES)
    .map((prefix) => prefix.slice(0, -1))
    .join('|')})_\\w+`,
  'g',
);

/**
 * A run of letters and digits as long as the code of a mailed link or a signing secret. A uuid has
 * hyphens, and no path of ours has such a word.
 */
const CODES = /[A-Za-z0-9]{30,}/g;

/** The text with `rpt_pat***` in place of a token. */
export function withoutTokens(text: string): string {
  return text.replace(TOKENS, '$1***');
}

/**
 * The path of a request as all logs keep it: without the query, which may hold a secret or a name,
 * and with `***` in place of tokens and codes. People paste them into the wrong place.
 */
export function keptPath(url: string): string {
  const path = url.split('?', 1)[0]!;
  return maskedPath(path) ?? maskedPath(decoded(path)) ?? path;
}

/** The path without tokens and codes; null when it has none. */
function maskedPath(path: string): string | null {
  const masked = withoutTokens(path).replace(CODES, '***');
  return masked === path ? null : masked;
}

/** A token may be percent-encoded, also in parts. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
