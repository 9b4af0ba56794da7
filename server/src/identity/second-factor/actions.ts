import type { SecondFactor } from '@rapport/contract/second-factor';
import type { Core } from '../../platform/core.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { fieldsInvalid, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import * as queries from './queries.ts';
import {
  endOfTimeStep,
  isTotpCode,
  newRecoveryCodes,
  newTotpSecret,
  plainRecoveryCode,
  timeStepOf,
  totpUri,
} from './rules.ts';

/**
 * The second factor of a User: an app that shows codes (TOTP), and recovery codes. Other proofs of
 * identity, such as a passkey, would belong here too. `sessions/` limits the tries, and decides
 * what a code gives access to.
 */

/** True when the User signs in with a second factor. */
export async function hasSecondFactor(db: Queryable, user_uuid: string): Promise<boolean> {
  return ((await queries.findTotp(db, user_uuid))?.enabled_at ?? null) !== null;
}

export async function describeSecondFactor({ db }: Core, user_uuid: string): Promise<SecondFactor> {
  const enabled_at = (await queries.findTotp(db, user_uuid))?.enabled_at ?? null;
  return { enabled_at, recovery_codes_left: await queries.countRecoveryCodes(db, user_uuid) };
}

/**
 * Makes a secret for an app. `finishSetup` makes it the second factor. 409 when the User has one.
 */
export async function beginSetup(
  core: Core,
  tx: Transaction,
  user: { uuid: string; email: string },
): Promise<{ secret: string; uri: string } | Problem> {
  const secret = newTotpSecret();
  const sealed = core.secretKey.encrypt(secret, contextOf(user.uuid));
  const row = { user_uuid: user.uuid, secret: sealed, now: nowOf(core) };
  if (!(await queries.putTotp(tx, row))) return enabledAlready();
  return { secret, uri: totpUri(secret, user.email, core.base_url) };
}

/**
 * Makes the new secret the second factor, if the code comes from it. Returns the recovery codes,
 * which are shown once. The User must be locked.
 */
export async function finishSetup(
  core: Core,
  tx: Transaction,
  user_uuid: string,
  code: string,
): Promise<string[] | Problem> {
  const totp = await queries.findTotp(tx, user_uuid);
  if (!totp) return new Problem('conflict', 'There is no setup to finish. Begin again.');
  if (totp.enabled_at !== null) return enabledAlready();
  const refusal = await takeTotpCode(core, tx, user_uuid, totp, code);
  if (refusal) return refusal;
  await queries.enableTotp(tx, user_uuid, nowOf(core));
  return renewRecoveryCodes(core, tx, user_uuid);
}

/** Replaces the recovery codes; the former ones stop working. The User must be locked. */
export async function renewRecoveryCodes(core: Core, tx: Transaction, user_uuid: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashOf(core, user_uuid, code));
  await queries.replaceRecoveryCodes(tx, user_uuid, hashes);
  return codes;
}

/** The kind of a used code; `left` counts the remaining recovery codes. */
type TakenCode = { kind: 'totp' } | { kind: 'recovery_code'; left: number };

/**
 * Uses up a code of the app, or a recovery code; 422 at `/code` for any other. The User must be
 * locked, and the caller counts the tries.
 */
export async function takeCode(
  core: Core,
  tx: Transaction,
  user_uuid: string,
  code: string,
): Promise<TakenCode | Problem> {
  const totp = await queries.findTotp(tx, user_uuid);
  if (!totp?.enabled_at) return wrongCode(core);
  if (isTotpCode(code))
    return (await takeTotpCode(core, tx, user_uuid, totp, code)) ?? { kind: 'totp' as const };
  const hash = hashOf(core, user_uuid, code);
  if (!(await queries.useRecoveryCode(tx, user_uuid, hash, nowOf(core)))) return wrongRecoveryCode();
  return { kind: 'recovery_code', left: await queries.countRecoveryCodes(tx, user_uuid) };
}

async function takeTotpCode(
  core: Core,
  tx: Transaction,
  user_uuid: string,
  { secret, last_step }: queries.TotpRow,
  code: string,
): Promise<Problem | null> {
  const known = { secret: core.secretKey.decrypt(secret, contextOf(user_uuid)), last_step };
  const time_step = timeStepOf(known, code, core.clock.now());
  if (time_step === 'wrong') return wrongCode(core);
  if (time_step === 'used')
    return codeInvalid('This code was used already. Wait for the next code of your app.');
  if (time_step === 'clock_set_back') return clockSetBack(core, last_step);
  await queries.noteTimeStep(tx, user_uuid, time_step);
  return null;
}

/**
 * The refusal shows our time: a wrong clock, here or in the phone, makes all codes wrong, and
 * nobody could tell otherwise.
 */
function wrongCode({ clock }: Core): Problem {
  const time = clock.now().toISOString().slice(11, 16);
  return codeInvalid(
    `This is not the code that your app shows now. If it is, the clock of your phone or ours is wrong: here it is ${time} UTC.`,
  );
}

function wrongRecoveryCode(): Problem {
  return codeInvalid(
    'This is neither a code of your app, which has six digits, nor an unused recovery code.',
  );
}

function clockSetBack({ clock }: Core, last_step: number): Problem {
  const until = endOfTimeStep(last_step).toISOString().slice(0, 16).replace('T', ' ');
  const now = clock.now().toISOString().slice(0, 16).replace('T', ' ');
  return codeInvalid(
    `The clock of this service was set back: it shows ${now} UTC, and your last code was used just before ${until}. ` +
      'No code works twice, so use a recovery code, or ask the operator to check the clock.',
  );
}

function codeInvalid(detail: string): Problem {
  return fieldsInvalid({ pointer: '/code', code: 'wrong_value', detail });
}

function enabledAlready(): Problem {
  return new Problem('conflict', 'Your second factor is on already. Turn it off to set up another app.');
}

/**
 * The keyed hash of a recovery code. Its 59 bits are too few for a plain hash: somebody with a copy
 * of the database could try them all.
 */
function hashOf({ secretKey }: Core, user_uuid: string, code: string): Buffer {
  return secretKey.mac('recovery code', `${user_uuid} ${plainRecoveryCode(code)}`).subarray(0, 32);
}

function contextOf(user_uuid: string): string {
  return `second factor ${user_uuid}`;
}

function nowOf({ clock }: Core): string {
  return toApiTime(clock.now());
}
