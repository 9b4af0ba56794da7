import type { AccountToken } from '@rapport/contract/connections';
import type { Caller } from '../../access/caller.ts';
import { refuseUnless, refuseUnlessFresh } from '../../access/rules.ts';
import { recordAudit } from '../../audit/actions.ts';
import { sendMails } from '../../mails/actions.ts';
import type { Core } from '../../platform/core.ts';
import { notFound, type Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { shutOutMail } from './mails.ts';
import * as queries from './queries.ts';

/** The tokens of members that reach the Account, for its owners and admins. */
export async function listTokensOfAccount(
  { db, clock }: Core,
  caller: Caller,
  account_uuid: string,
): Promise<AccountToken[] | Problem> {
  const refusal = refuseUnless(caller, account_uuid, 'manage_logins', 'Account');
  return refusal ?? queries.listTokensOfAccount(db, account_uuid, toApiTime(clock.now()));
}

/**
 * Has a token of a member no longer reach the Account; the member gets a mail. They can make
 * another token: against the member themself there is the role.
 */
export async function shutTokenOut(
  core: Core,
  caller: Caller,
  account_uuid: string,
  uuid: string,
): Promise<null | Problem> {
  const refusal =
    refuseUnless(caller, account_uuid, 'manage_logins', 'Account') ??
    refuseUnlessFresh(caller, core.clock.now());
  if (refusal) return refusal;
  return core.db.transaction(async (tx) => {
    const token = await queries.shutTokenOut(tx, account_uuid, uuid, toApiTime(core.clock.now()));
    if (!token) return notFound('token');
    const { user_uuid, name } = token;
    const subject = { user_uuid, account_uuid, details: { token_uuid: uuid, name } };
    await recordAudit(core, tx, caller, 'personal_access_token.shut_out', subject);
    await sendMails(core, tx, [shutOutMail(token, core.base_url)], { user_uuid });
    return null;
  });
}
