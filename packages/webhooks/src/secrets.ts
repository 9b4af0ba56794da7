import { Refusal } from './refusals.ts';

/**
 * One secret, or several while one is being replaced. `undefined` is allowed, because an
 * environment variable that is not set gives it, and the refusal explains that better than a type
 * error.
 */
export type Secrets = string | undefined | readonly (string | undefined)[];

/**
 * The prefix that Standard Webhooks libraries require. It is accepted here, so the same value works
 * for both.
 */
const STANDARD_PREFIX = 'whsec_';

/**
 * A signing secret has 60 characters (contract §8). It has letters and digits only, so it is also
 * valid base64 of 45 bytes.
 */
const SIGNING_SECRET = /^[A-Za-z0-9]{60}$/;

/**
 * Returns the 60 characters of each secret, without `whsec_`. Refused: `secret_empty`,
 * `secret_malformed`. No message shows a secret.
 */
export function readSecrets(given: Secrets): readonly string[] | Refusal {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (list.length === 0 || list.some((secret) => secret === undefined || secret === null || secret === '')) {
    return new Refusal(
      'secret_empty',
      'A signing secret is empty or undefined, so nothing can be verified. Pass the `signing_secret` of the webhook subscription; if it comes from an environment variable, check that the variable is set.',
    );
  }
  const secrets = (list as string[]).map(withoutPrefix);
  const malformed = secrets.find((secret) => !isSigningSecret(secret));
  return malformed === undefined ? secrets : new Refusal('secret_malformed', complaintAbout(malformed));
}

/** Returns the secret without a `whsec_` in front. */
export function withoutPrefix(secret: string): string {
  const hasPrefix = typeof secret === 'string' && secret.startsWith(STANDARD_PREFIX);
  return hasPrefix ? secret.slice(STANDARD_PREFIX.length) : secret;
}

/**
 * Throws for a malformed secret. The sender calls it, because a wrong key would otherwise show only
 * at the receivers.
 */
export function assertSigningSecret(secret: string): void {
  if (!isSigningSecret(secret)) throw new TypeError(complaintAbout(secret));
}

function isSigningSecret(secret: unknown): boolean {
  return typeof secret === 'string' && SIGNING_SECRET.test(secret);
}

function complaintAbout(secret: unknown): string {
  const remedy = 'Copy the whole `signing_secret` of the webhook subscription: 60 letters and digits.';
  if (typeof secret !== 'string') return `A signing secret is of type ${typeof secret}, not text. ${remedy}`;
  if (secret.trim() !== secret) {
    return `A signing secret has white space around it, often the line break at the end of a file. ${remedy}`;
  }
  if (secret.length !== 60) {
    return `A signing secret has ${secret.length} characters instead of 60: a part is missing, or something is added. ${remedy}`;
  }
  return `A signing secret holds a character that is neither letter nor digit, so it is some other value. ${remedy}`;
}
