import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** Not all authenticator apps understand other lengths and hashes. */
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 };
const PERIOD_MS = TOTP_OPTIONS.period * 1000;

/**
 * Codes of the 30 seconds before and after are taken, too: clocks differ, and people type slowly.
 */
const WINDOW = 1;

/** 160 bits, the length of the hash (RFC 4226 §4). */
const SECRET_BYTES = 20;

/** A new secret in base32, as apps take it by hand. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The text of the QR code: the app shows the address and the host, to tell accounts apart. */
export function totpUri(secret: string, email: string, base_url: string): string {
  const issuer = `Rapport (${new URL(base_url).host})`;
  return new TOTP({ ...TOTP_OPTIONS, issuer, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/** The number of the 30 seconds that a code is for. */
export type Step = number;

/**
 * Which 30 seconds a code belongs to (RFC 6238 §4). `wrong`: none around `now`. `used`: that code,
 * or a later one, was taken already (RFC 6238 §5.2). `clock_set_back`: the clock was ahead at the
 * last code, so no present code can be later.
 */
export function stepOfCode(
  { secret, last_step }: { secret: string; last_step: Step },
  code: string,
  now: Date,
): Step | 'wrong' | 'used' | 'clock_set_back' {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...TOTP_OPTIONS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: digitsOf(code), timestamp, window: WINDOW });
  if (delta === null) return 'wrong';
  const newest_step = Math.floor(timestamp / PERIOD_MS) + WINDOW;
  if (last_step > newest_step) return 'clock_set_back';
  const step = newest_step - WINDOW + delta;
  return step > last_step ? step : 'used';
}

/** When the 30 seconds after `step` begin. */
export function endOfStep(step: Step): Date {
  return new Date((step + 1) * PERIOD_MS);
}

/** Whether the text is a code of the app, and not a recovery code. Apps show it as `123 456`. */
export function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(digitsOf(code));
}

function digitsOf(code: string): string {
  return code.replaceAll(/\s/g, '');
}

export const RECOVERY_CODES = 10;

/** Nothing that looks like another character. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** Ten codes such as `h4kq-9w2m-x7bt`: 59 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, newGroup).join('-'));
}

function newGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** As it is hashed: without what people add or leave out when they type it. */
export function plainRecoveryCode(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '');
}
