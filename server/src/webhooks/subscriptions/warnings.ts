import { sendMails } from '../../mails/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
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
    await sendMails(core, tx, [warningOf(subscription, core.base_url)], {
      user_uuid: subscription.user_uuid,
    });
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
        `Nothing is sent to ${url} any more since ${warned_of}: it answered 410, or with nothing but errors for ${FAILING_MAX_DAYS} days.\n\n` +
        `When it works again, enable it, and have what it missed sent again:\n${page}\n`,
    };
  }
  return {
    to: email,
    subject: warning === 'half' ? 'A webhook is failing' : 'A webhook is failing and will soon be disabled',
    text:
      `Every attempt to deliver to ${url} has failed since ${warned_of}. After ${FAILING_MAX_DAYS} days of that it is disabled. ` +
      `Nothing is lost meanwhile: what waits is sent when it answers again.\n\nWhat it answered:\n${page}\n`,
  };
}
