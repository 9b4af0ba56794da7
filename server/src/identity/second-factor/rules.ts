import { randomInt } from 'node:crypto';
import { loadLater } from '../../platform/process/load-later.ts';

const library = loadLater<typeof import('otpauth')>('otpauth');

/** Some authenticator apps understand only this hash, length and period. */
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 };
const PERIOD_MS = TOTP_OPTIONS.period * 1000;

/**
 * The number of periods before and after in which a code is valid: clocks differ, and people type
 * slowly.
 */
const WINDOW = 1;

/** 160 bits, the length of the hash (RFC 4226 §4). */
const SECRET_BYTES = 20;

/** Makes a secret in base32, the form in which people type it into an app. */
export function newTotpSecret(): string {
  const { Secret } = library();
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The text of the QR code. The app shows the address and the host, to tell sign-ins apart. */
export function totpUri(secret: string, email: string, base_url: string): string {
  const issuer = `Rapport (${new URL(base_url).host})`;
  const { Secret, TOTP } = library();
  return new TOTP({ ...TOTP_OPTIONS, issuer, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/** The number of a 30-second period since 1970, which RFC 6238 calls a time step. */
export type TimeStep = number;

/**
 * Finds the period of a code (RFC 6238 §4). `wrong`: the code is of no period around `now`. `used`:
 * this code or a later one was used already (RFC 6238 §5.2). `clock_set_back`: the clock was ahead
 * at the last code, so no present code counts as later.
 */
export function timeStepOf(
  { secret, last_step }: { secret: string; last_step: TimeStep },
  code: string,
  now: Date,
): TimeStep | 'wrong' | 'used' | 'clock_set_back' {
  const timestamp = now.getTime();
  const { Secret, TOTP } = library();
  const totp = new TOTP({ ...TOTP_OPTIONS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: digitsOf(code), timestamp, window: WINDOW });
  if (delta === null) return 'wrong';
  const newest = Math.floor(timestamp / PERIOD_MS) + WINDOW;
  if (last_step > newest) return 'clock_set_back';
  const time_step = newest - WINDOW + delta;
  return time_step > last_step ? time_step : 'used';
}

/** The time at which the period `time_step` ends. */
export function endOfTimeStep(time_step: TimeStep): Date {
  return new Date((time_step + 1) * PERIOD_MS);
}

/** True for a code of the app, as opposed to a recovery code. Apps show it as `123 456`. */
export function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(digitsOf(code));
}

function digitsOf(code: string): string {
  return code.replaceAll(/\s/g, '');
}

const RECOVERY_CODES = 10;

/** Letters and digits without those that look alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** Makes ten codes such as `h4kq-9w2m-x7bt`, with 59 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, newGroup).join('-'));
}

function newGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/**
 * The code in the form that is hashed, without the spaces and dashes that people add or leave out.
 */
export function plainRecoveryCode(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '');
}
