import { EXPIRY_WARNING_DAYS } from '@rapport/contract/personal-access-tokens';
import type { Core } from '../../platform/core.ts';
import { type Mail, type Mailer, onOneLine } from '../../platform/mail/mailer.ts';
import { sayTime } from '../../platform/time/times.ts';
import { type EndingToken, giveBackEndingToken, takeEndingToken } from './queries.ts';

/**
 * Mails warnings 14, 7 and 1 days before a token ends, each once. A warning is noted before its
 * mail is sent, so that nobody gets it twice. When the mail fails, the note is removed and the next
 * run tries again. Mails are sent one after the other, so that a stop waits for one at most.
 */
export async function warnOfEndingTokens(
  core: Core & { mailer: Mailer },
  stopping: AbortSignal,
): Promise<void> {
  const unsent: EndingToken[] = [];
  try {
    while (!stopping.aborted) {
      const token = await takeEndingToken(core.db, core.clock.now(), EXPIRY_WARNING_DAYS);
      if (!token) break;
      if (!(await core.mailer.send(warningOf(token, core.base_url)))) unsent.push(token);
    }
  } finally {
    // Also after a failure of the database half way: otherwise these Users would get no warning.
    for (const { uuid } of unsent) await giveBackEndingToken(core.db, uuid);
  }
}

function warningOf(token: EndingToken, base_url: string): Mail {
  const { expires_at, warned_days, email } = token;
  const name = onOneLine(token.name);
  const when = warned_days === 1 ? 'within a day' : `within ${warned_days} days`;
  return {
    to: email,
    subject: `Your token "${name}" expires ${when}`,
    text:
      `Your personal access token "${name}" expires at ${sayTime(expires_at)}. Programs that use it stop working then.\n\n` +
      `If it is still needed, create a new one and replace it before then:\n${base_url}/settings/account-details\n`,
  };
}
