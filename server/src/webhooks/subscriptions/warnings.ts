import { sendMails } from '../../mails/actions.ts';
import { tell } from '../../notifications/actions.ts';
import { footer } from '../../notifications/mails/footer.ts';
import { unsubscribeLink } from '../../notifications/mails/unsubscribe-link.ts';
import { wantsMail } from '../../notifications/settings/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { sayTime } from '../../platform/time/times.ts';
import { FAILING_HALF_MS, FAILING_MAX_MS, FAILING_SOON_MS } from '../queue/breaker.ts';
import { type FailingSubscription, takeFailingSubscription } from './queries.ts';

const FAILING_MAX_DAYS = FAILING_MAX_MS / 86_400_000;

/**
 * Warns the owners of subscriptions whose receiver fails: at half of the time allowed, shortly
 * before its end, and when they are disabled. Each comes once: it is noted in the transaction that
 * enqueues its mail. Makes one; returns how many.
 */
export async function warnOfFailingReceivers(core: Core): Promise<number> {
  const now_ms = core.clock.now().getTime();
  const half = new Date(now_ms - FAILING_HALF_MS);
  const soon = new Date(now_ms - FAILING_SOON_MS);
  return core.db.transaction(async (tx) => {
    const subscription = await takeFailingSubscription(tx, { half, soon });
    if (!subscription) return 0;
    const { user_uuid, uuid: subject_uuid, url: title, warning } = subscription;
    const mail = warningOf(subscription, core.base_url);
    if (warning !== 'disabled') {
      await sendMails(core, tx, [mail], { user_uuid });
      return 1;
    }
    const about = { account_uuid: null, resource: 'webhook_subscription', subject_uuid, title };
    const told = { ...about, user_uuid, sort: 'receiver_disabled' as const, due_on: null, due_at: null };
    // The mail below says more than that of the notification would.
    tell(core, tx, told, { is_mailed_elsewhere: true });
    if (!(await wantsMail(tx, user_uuid, 'receiver_disabled'))) return 1;
    const unsubscribe = unsubscribeLink(core, user_uuid, ['receiver_disabled']);
    const text = `${mail.text}\n${footer(unsubscribe, core.base_url)}`;
    await sendMails(core, tx, [{ ...mail, text, unsubscribe }], { user_uuid });
    return 1;
  });
}

function warningOf({ uuid, url, email, warning, warned_of }: FailingSubscription, base_url: string): Mail {
  const page = `${base_url}/settings/webhooks/${uuid}`;
  if (warning === 'disabled') {
    return {
      to: email,
      subject: 'A webhook was disabled',
      text:
        `Nothing is sent to ${url} any more since ${sayTime(warned_of)}: it answered 410, or with nothing but errors for ${FAILING_MAX_DAYS} days.\n\n` +
        `When it works again, enable it, and have what it missed sent again:\n${page}\n`,
    };
  }
  return {
    to: email,
    subject: warning === 'half' ? 'A webhook is failing' : 'A webhook is failing and will soon be disabled',
    text:
      `Every attempt to deliver to ${url} has failed since ${sayTime(warned_of)}. After ${FAILING_MAX_DAYS} days of that it is disabled. ` +
      `Nothing is lost meanwhile: what waits is sent when it answers again.\n\nWhat it answered:\n${page}\n`,
  };
}
