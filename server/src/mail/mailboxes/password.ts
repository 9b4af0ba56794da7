import type { SecretKey } from '../../platform/secrets/secret-key.ts';

/** The name of the job that reads a mailbox. */
export const SYNC = 'sync_mailbox';

/** The password of a mailbox, encrypted for it alone. */
export function sealPassword(
  { secretKey }: { secretKey: SecretKey },
  uuid: string,
  password: string,
): Buffer {
  return secretKey.encrypt(password, uuid);
}

export function openPassword(
  { secretKey }: { secretKey: SecretKey },
  { uuid, password_encrypted }: { uuid: string; password_encrypted: Buffer },
): string {
  return secretKey.decrypt(password_encrypted, uuid);
}
