import { EXPIRY_WARNING_DAYS } from '@rapport/contract/personal-access-tokens';
import { sendMails } from '../../mails/actions.ts';
import type { Core } from '../../platform/core.ts';
import { type Mail, nameInMail } from '../../platform/mail/mailer.ts';
import { sayTime } from '../../platform/time/times.ts';
import { type EndingToken, takeEndingToken } from './queries.ts';

/**
 * Mails one warning that a token ends in 14, 7 or 1 days, each once; returns how many. The warning
 * is noted in the transaction that enqueues its mail.
 */
export async function warnOfEndingTokens(core: Core): Promise<number> {
  return core.db.transaction(async (tx) => {
    const token = await takeEndingToken(tx, core.clock.now(), EXPIRY_WARNING_DAYS);
    if (!token) return 0;
    await sendMails(core, tx, [warningOf(token, core.base_url)], { user_uuid: token.user_uuid });
    return 1;
  });
}

function warningOf(token: EndingToken, base_url: string): Mail {
  const { expires_at, warned_days, email } = token;
  const name = nameInMail(token.name);
  const when = warned_days === 1 ? 'within a day' : `within ${warned_days} days`;
  return {
    to: email,
    subject: `Your token "${name}" expires ${when}`,
    text:
      `Your personal access token "${name}" expires at ${sayTime(expires_at)}. Programs that use it stop working then.\n\n` +
      `If it is still needed, create a new one and replace it before then:\n${base_url}/settings/account-details\n`,
  };
}
