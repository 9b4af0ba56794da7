import type { JobType } from '../../jobs/job-type.ts';
import { sendMails } from '../../mails/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import * as queries from './queries.ts';
import { notificationMail } from './rules.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

/** The Users whose mails one step writes. */
const USERS = 50;

const LOOK_MS = 15_000;

/**
 * Mails what was not read on the pages meanwhile, to Users who want that: all that a User was told
 * in one mail. The mail is enqueued in the transaction that notes it as mailed. Without a mail
 * server nothing is mailed: the operator is no messenger for this.
 */
export const MAIL_NOTIFICATIONS: JobType<
  object,
  Pick<Core, 'clock' | 'secretKey' | 'base_url'> & { mailer: Mailer }
> = {
  name: 'mail_notifications',
  is_shown: false,
  every_ms: LOOK_MS,
  run: async (core, tx) => {
    const now = core.clock.now();
    const taken = await queries.takeMails(tx, now, USERS);
    const users = Map.groupBy(core.mailer.proves_addresses ? taken : [], ({ user_uuid }) => user_uuid);
    for (const [user_uuid, told] of users) {
      const link = unsubscribeLink(
        core,
        user_uuid,
        told.map(({ sort }) => sort),
      );
      await sendMails(core, tx, [notificationMail(told, link, core.base_url)], { user_uuid });
    }
    if (taken.length > 0) return { next: {} };
    return { next: {}, due_at: new Date(now.getTime() + LOOK_MS) };
  },
};
