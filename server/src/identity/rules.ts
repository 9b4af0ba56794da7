import { NAME_MAX_LENGTH } from '@rapport/contract/accounts';
import { isEmail } from '../platform/email.ts';
import { nameErrorOf } from '../platform/names.ts';
import { fieldsInvalid, type Problem } from '../platform/problem.ts';

export function refuseEmail(email: string): Problem | null {
  if (isEmail(email)) return null;
  return fieldsInvalid({
    pointer: '/email',
    code: 'wrong_format',
    detail: '/email must be an e-mail address.',
  });
}

/** 422 for a name that is empty, too long or not on one line. Spaces around it do not count. */
export function refuseName(name: string): Problem | null {
  const error = nameErrorOf('/name', name.trim(), NAME_MAX_LENGTH);
  return error && fieldsInvalid(error);
}

/** A password with the name of its owner or host needs this many other letters and digits. */
const OWN_LENGTH_MIN = 6;

/**
 * Returns the reason why a password is easy to guess, or null. `common` are leaked passwords in
 * lower case. One of them with digits and signs around it counts as leaked, too.
 */
export function guessableFault(
  password: string,
  { email, name, hosts }: { email: string; name: string; hosts: string[] },
  common: readonly string[],
): 'common' | 'pattern' | 'about_holder' | null {
  const text = password.normalize('NFKC').toLowerCase();
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (common.includes(text) || (core.length > 3 && common.includes(core))) return 'common';
  if (isRepeated(text) || isSequence(text)) return 'pattern';
  const places = ['rapport', 'localhost', ...hosts.flatMap((host) => host.toLowerCase().split(/[.-]/))];
  const names = [...places, ...email.toLowerCase().split(/[@.+_-]/), ...name.toLowerCase().split(/\s+/)];
  const words = names.filter((word) => word.length >= 3).sort((a, b) => b.length - a.length);
  const own = words.reduce((rest, word) => rest.replaceAll(word, ''), text).replace(/[^\p{L}\p{N}]/gu, '');
  const all = text.replace(/[^\p{L}\p{N}]/gu, '');
  return own.length < all.length && own.length < OWN_LENGTH_MIN ? 'about_holder' : null;
}

/** True for texts such as `aaaaaaaaaa` and `abcabcabcabc`. */
function isRepeated(text: string): boolean {
  return /^(.{1,4}?)\1{2,}.{0,3}$/su.test(text);
}

/** True for texts such as `1234567890` and `abcdefghij`, also backwards. */
function isSequence(text: string): boolean {
  const codes = Array.from(text, (letter) => letter.codePointAt(0)!);
  const distances = codes.slice(1).map((code, i) => code - codes[i]!);
  // A distance of 9 goes from 9 to 0 or back.
  return [1, -1].some((distance) => distances.every((by) => by === distance || by === -9 * distance));
}
