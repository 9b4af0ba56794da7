import { EXPIRY_WARNING_DAYS } from '@rapport/contract/personal-access-tokens';
import type { Core } from '../../platform/core.ts';
import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import { type EndingToken, takeEndingTokens } from './queries.ts';

const BATCH = 100;

/**
 * Warns by mail of tokens that end soon: 14, 7 and 1 days before, each once. It is noted before the mail is sent, so that nobody gets a
 * warning twice; one that the mail server refuses is in the log, and the page warns too.
 */
export async function warnOfEndingTokens(core: Core & { mailer: Mailer }): Promise<void> {
  for (let taken = BATCH; taken === BATCH; ) {
    const tokens = await takeEndingTokens(core.db, core.clock.now(), EXPIRY_WARNING_DAYS, BATCH);
    for (const token of tokens) await core.mailer.send(warningOf(token, core.base_url));
    taken = tokens.length;
  }
}

function warningOf({ name, expires_at, warned_days, email }: EndingToken, base_url: string): Mail {
  const when = warned_days === 1 ? 'within a day' : `within ${warned_days} days`;
  return {
    to: email,
    subject: `Your token "${name}" expires ${when}`,
    text:
      `Your personal access token "${name}" expires at ${expires_at}. Whatever uses it stops working then.\n\n` +
      `If it is still needed, create a new one and put it in place of the old one before:\n${base_url}/settings/account-details\n`,
  };
}
