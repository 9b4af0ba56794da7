import type { Secret, SignIn } from '../mailboxes/connection.ts';
import { isMailProblem, type MailProblem } from '../mailboxes/mail-problem.ts';
import { openPassword, type PasswordRow, type SmtpRow, smtpSignIn } from '../mailboxes/password.ts';
import { type AccessCore, accessTo } from './access.ts';
import { forgetAccess } from './queries.ts';

type Row = Omit<SignIn, 'secret'> & PasswordRow & SmtpRow & { provider: string | null };

/**
 * What a mailbox signs in with. One that signs in at a provider gets a token, for which that may be
 * asked: not in a transaction. `forget`: what to do when the server refuses a token; null: it is
 * new, or a password.
 */
export async function signInOf(
  core: AccessCore,
  row: Row,
): Promise<{ sign_in: SignIn; forget: (() => Promise<void>) | null } | MailProblem> {
  if (row.provider === null)
    return { sign_in: { ...row, secret: { password: openPassword(core, row) } }, forget: null };
  const access = await accessTo(core, row.uuid);
  if (isMailProblem(access)) return access;
  const sign_in = { ...row, secret: { access_token: access.token } };
  return { sign_in, forget: access.is_new ? null : () => forgetAccess(core.db, access.of) };
}

/** Does `work` with what a mailbox signs in with. A token that ended early is asked for again. */
export async function inMailboxOf<Result>(
  core: AccessCore,
  row: Row,
  work: (sign_in: SignIn) => Promise<Result | MailProblem>,
): Promise<Result | MailProblem> {
  const first = await signInOf(core, row);
  if (isMailProblem(first)) return first;
  const result = await work(first.sign_in);
  if (first.forget === null || !isRefused(result)) return result;
  await first.forget();
  const second = await signInOf(core, row);
  return isMailProblem(second) ? second : work(second.sign_in);
}

function isRefused(result: unknown): boolean {
  return typeof result === 'object' && result !== null && isMailProblem(result) && result.code === 'refused';
}

/** What a mailbox signs in with where it sends: as where it is read, or its own password. */
export async function smtpOf(
  core: AccessCore,
  row: Row,
): Promise<{ username: string; secret: Secret } | MailProblem> {
  if (row.smtp_username !== null) {
    const { username, password } = smtpSignIn(core, row);
    return { username, secret: { password } };
  }
  const signed = await signInOf(core, row);
  if (isMailProblem(signed)) return signed;
  const { username, secret } = signed.sign_in;
  return { username, secret };
}
