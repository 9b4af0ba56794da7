import { setCapped } from '../../platform/limits/capped-map.ts';
import type { SecretKey } from '../../platform/secrets/secret-key.ts';

/** The most decrypted secrets in memory: enough for what a busy worker sends to in a minute. */
const KEPT_MAX = 2048;

/** Null for a secret that was damaged or written under another key. */
export function openSigningSecret(
  secretKey: SecretKey,
  encrypted: Buffer,
  subscription_uuid: string,
): string | null {
  try {
    return secretKey.decrypt(encrypted, subscription_uuid);
  } catch {
    return null;
  }
}

/** Opens signing secrets and keeps those used last: most deliveries go to a few subscriptions. */
export class SigningSecrets {
  readonly #secretKey: SecretKey;
  readonly #kept = new Map<string, { encrypted: Buffer; secret: string }>();

  constructor(secretKey: SecretKey) {
    this.#secretKey = secretKey;
  }

  /** Null for an unreadable secret: it must not stop the deliveries of all others. */
  open(encrypted: Buffer, subscription_uuid: string): string | null {
    const kept = this.#kept.get(subscription_uuid);
    const secret = kept?.encrypted.equals(encrypted)
      ? kept.secret
      : openSigningSecret(this.#secretKey, encrypted, subscription_uuid);
    if (secret !== null) setCapped(this.#kept, subscription_uuid, { encrypted, secret }, KEPT_MAX);
    return secret;
  }
}
