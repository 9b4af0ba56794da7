import type { User } from '@rapport/contract/accounts';
import { type AuditCause, recordAudit } from '../../audit/actions.ts';
import { sendMails } from '../../mails/actions.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { takeCode } from '../second-factor/actions.ts';
import type { SignInCore } from './actions.ts';
import { countTry, forgiveTry } from './limits.ts';
import { recoveryCodeMail } from './mails.ts';

/**
 * Counts one try to give a code, and runs `attempt` in a transaction. 429 after too many tries,
 * counted over all processes. A refused code is audited: somebody has the password, but not the
 * app.
 */
export async function tryCode<Result>(
  core: SignInCore,
  cause: AuditCause,
  user_uuid: string,
  attempt: (tx: Transaction) => Promise<Result | Problem>,
): Promise<Result | Problem> {
  const tried = await countTry(core, { second_factor_of: user_uuid }, cause.address ?? '');
  if (tried instanceof Problem) return tried;
  const result = await core.db.transaction(attempt);
  if (!(result instanceof Problem)) await forgiveTry(core, tried);
  else if (result.errors.some(({ pointer }) => pointer === '/code'))
    await recordAudit(core, core.db, cause, 'second_factor.failed', { user_uuid });
  return result;
}

/**
 * Uses up a code; 422 when it is wrong. The caller holds the lock on the row of the User. A used
 * recovery code is reported by mail.
 */
export async function takeCodeOf(
  core: SignInCore,
  tx: Transaction,
  cause: AuditCause,
  user: User,
  code: string,
): Promise<Problem | null> {
  const taken = await takeCode(core, tx, user.uuid, code);
  if (taken instanceof Problem) return taken;
  if (taken.kind === 'totp') return null;
  const { left } = taken;
  const subject = { user_uuid: user.uuid, details: { left } };
  await recordAudit(core, tx, cause, 'second_factor.recovery_code_used', subject);
  const mail = recoveryCodeMail(user, left, cause.address, core.base_url);
  await sendMails(core, tx, [mail], { user_uuid: user.uuid });
  return null;
}
