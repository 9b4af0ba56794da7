import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The kinds of token. A token is `rpt_<kind>_`, 30 random base62 characters (178 bits), and their
 * CRC-32 in 6 base62 characters. The prefix lets secret scanners find a leaked token. The checksum
 * lets us refuse a mistyped or made-up one without a query. Only the SHA-256 is stored: a random
 * token of 178 bits needs no slow hash.
 */
export const TOKEN_PREFIXES = {
  personal_access_token: 'rpt_pat_',
  oauth_access_token: 'rpt_oat_',
  oauth_refresh_token: 'rpt_ort_',
  oauth_authorization_code: 'rpt_oac_',
  oauth_client_secret: 'rpt_cs_',
  browser_session: 'rpt_ses_',
  calendar_feed: 'rpt_cal_',
} as const;

export type TokenKind = keyof typeof TOKEN_PREFIXES;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const BASE = BigInt(ALPHABET.length);
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

export function newToken(kind: TokenKind): string {
  return withChecksum(kind, randomBase62(RANDOM_LENGTH));
}

/**
 * Derives a token from `seed`, always the same one. Of the seed's 512 random bits it needs 178, so
 * the bias of the conversion is negligible.
 */
export function tokenFromSeed(kind: TokenKind, seed: Buffer): string {
  let rest = BigInt(`0x${seed.toString('hex')}`);
  let random = '';
  for (let i = 0; i < RANDOM_LENGTH; i++) {
    random += ALPHABET[Number(rest % BASE)];
    rest /= BASE;
  }
  return withChecksum(kind, random);
}

/** The kind of a well-formed token with a right checksum, or undefined. */
export function tokenKind(token: string): TokenKind | undefined {
  for (const [kind, prefix] of Object.entries(TOKEN_PREFIXES) as [TokenKind, string][]) {
    if (!token.startsWith(prefix)) continue;
    const rest = token.slice(prefix.length);
    if (rest.length !== RANDOM_LENGTH + CHECKSUM_LENGTH) return undefined;
    const random = rest.slice(0, RANDOM_LENGTH);
    return rest.slice(RANDOM_LENGTH) === checksum(random) ? kind : undefined;
  }
  return undefined;
}

/** The SHA-256 of a token, which is stored and looked up in its place. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns `length` characters of A-Za-z0-9, each equally likely. */
export function randomBase62(length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += ALPHABET[randomInt(ALPHABET.length)];
  return text;
}

function withChecksum(kind: TokenKind, random: string): string {
  return TOKEN_PREFIXES[kind] + random + checksum(random);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
