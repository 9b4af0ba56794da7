import { sendMails } from '../../mails/actions.ts';
import { tell } from '../../notifications/actions.ts';
import { withFooter } from '../../notifications/mails/footer.ts';
import { unsubscribeLink } from '../../notifications/mails/unsubscribe-link.ts';
import { wantsMail } from '../../notifications/settings/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { sayGermanTime, sayTime } from '../../platform/time/times.ts';
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
    await sendMails(core, tx, [withFooter(mail, unsubscribe, core.base_url)], { user_uuid });
    return 1;
  });
}

function warningOf({ uuid, url, email, warning, warned_of }: FailingSubscription, base_url: string): Mail {
  const [page, since] = [`${base_url}/settings/webhooks/${uuid}`, sayTime(warned_of)];
  if (warning === 'disabled') {
    return {
      to: email,
      words: {
        en: {
          subject: 'A webhook was disabled',
          text:
            `Nothing is sent to ${url} any more since ${since}: it answered 410, or with nothing but errors for ${FAILING_MAX_DAYS} days.\n\n` +
            `When it works again, enable it, and have what it missed sent again:\n${page}\n`,
        },
        de: {
          subject: 'Ein Webhook wurde deaktiviert',
          text:
            `Seit ${sayGermanTime(warned_of)} wird an ${url} nichts mehr gesendet. Der Empfänger hat 410 geantwortet oder ${FAILING_MAX_DAYS} Tage lang nur Fehler.\n\n` +
            `Funktioniert er wieder, aktivieren Sie ihn, und holen Sie das Verpasste nach:\n${page}\n`,
        },
      },
    };
  }
  const isHalf = warning === 'half';
  return {
    to: email,
    words: {
      en: {
        subject: isHalf ? 'A webhook is failing' : 'A webhook is failing and will soon be disabled',
        text:
          `Every attempt to deliver to ${url} has failed since ${since}. After ${FAILING_MAX_DAYS} days of that it is disabled. ` +
          `Nothing is lost meanwhile: what waits is sent when it answers again.\n\nWhat it answered:\n${page}\n`,
      },
      de: {
        subject: isHalf ? 'Ein Webhook ist gestört' : 'Ein Webhook ist gestört und wird bald deaktiviert',
        text:
          `Jeder Versuch, an ${url} zuzustellen, schlägt fehl, seit ${sayGermanTime(warned_of)}. Nach ${FAILING_MAX_DAYS} Tagen wird er deaktiviert. ` +
          `Bis dahin geht nichts verloren: Was wartet, wird gesendet, sobald er wieder antwortet.\n\nWas er geantwortet hat:\n${page}\n`,
      },
    },
  };
}
