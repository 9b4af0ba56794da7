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

/** The password of its server for sending, where that has its own. */
export function sealSmtpPassword(
  { secretKey }: { secretKey: SecretKey },
  uuid: string,
  password: string,
): Buffer {
  return secretKey.encrypt(password, `${uuid} smtp`);
}

/** With what a mailbox signs in where it sends: its own name and password, or others for that. */
export function smtpSignIn(
  core: { secretKey: SecretKey },
  row: SmtpRow & PasswordRow & { username: string },
): { username: string; password: string } {
  const { uuid, username, smtp_username, smtp_password_encrypted } = row;
  if (smtp_username === null || smtp_password_encrypted === null)
    return { username, password: openPassword(core, row) };
  const password = core.secretKey.decrypt(smtp_password_encrypted, `${uuid} smtp`);
  return { username: smtp_username, password };
}

/** What is kept of it; null: the mailbox signs in there as everywhere. */
export type SmtpRow = { smtp_username: string | null; smtp_password_encrypted: Buffer | null };

/** Null: its provider gives tokens instead. */
export type PasswordRow = { uuid: string; password_encrypted: Buffer | null };

export function openPassword(
  { secretKey }: { secretKey: SecretKey },
  { uuid, password_encrypted }: PasswordRow,
): string {
  if (password_encrypted === null) throw new Error(`the mailbox ${uuid} has no password`);
  return secretKey.decrypt(password_encrypted, uuid);
}
