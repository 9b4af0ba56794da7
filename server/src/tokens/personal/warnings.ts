import { EXPIRY_WARNING_DAYS } from '@rapport/contract/personal-access-tokens';
import { sendMails } from '../../mails/actions.ts';
import type { Core } from '../../platform/core.ts';
import { type Mail, nameInMail } from '../../platform/mail/mailer.ts';
import { sayGermanTime, sayTime } from '../../platform/time/times.ts';
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
  const [name, page] = [nameInMail(token.name), `${base_url}/settings/account-details`];
  const isTomorrow = warned_days === 1;
  return {
    to: email,
    words: {
      en: {
        subject: `Your token "${name}" expires ${isTomorrow ? 'within a day' : `within ${warned_days} days`}`,
        text:
          `Your personal access token "${name}" expires at ${sayTime(expires_at)}. Programs that use it stop working then.\n\n` +
          `If it is still needed, create a new one and replace it before then:\n${page}\n`,
      },
      de: {
        subject: `Ihr Token „${name}“ läuft ${isTomorrow ? 'innerhalb eines Tages' : `innerhalb von ${warned_days} Tagen`} ab`,
        text:
          `Ihr persönliches Zugriffstoken „${name}“ läuft ab: ${sayGermanTime(expires_at)}. Programme damit funktionieren dann nicht mehr.\n\n` +
          `Wird es noch gebraucht, erstellen Sie ein neues, und ersetzen Sie es vorher:\n${page}\n`,
      },
    },
  };
}
