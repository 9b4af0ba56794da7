import { clockAt, dayAt, NOWHERE, spanOfDay } from '@rapport/contract/days';
import type { JobType } from '../../jobs/job-type.ts';
import { sendMails } from '../../mails/actions.ts';
import { withFooter } from '../../notifications/mails/footer.ts';
import { unsubscribeLink } from '../../notifications/mails/unsubscribe-link.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import * as queries from './queries.ts';
import { LATE_MS, type Morning, morningMail, nextMorning } from './rules.ts';

/** The Users of one step, of less than a second. */
const BATCH = 20;

const LOOK_MS = 60_000;

/** The items of a list that a mail names. */
const NAMED = 15;

/** The most that is counted of a list. */
const COUNTED = 200;

/**
 * Mails each morning what is overdue and due, and Deals without a next step, to Users who asked for
 * it. The mail is enqueued in the transaction that sets the next morning: so once a day, and not at
 * all when nothing waits or when the morning has passed.
 */
export const MORNING_MAILS: JobType<object, Core & { mailer: Mailer }> = {
  name: 'morning_mails',
  is_shown: false,
  every_ms: LOOK_MS,
  run: async (core, tx) => {
    const now = core.clock.now();
    const due = await queries.lockDue(tx, now, BATCH);
    for (const user of due) {
      const isMorning = user.next_at !== null && now.getTime() - Date.parse(user.next_at) < LATE_MS;
      const mail = isMorning && core.mailer.proves_addresses ? await mailTo(core, tx, user, now) : null;
      if (mail) await sendMails(core, tx, [mail], { user_uuid: user.user_uuid });
    }
    const times = due.map(({ user_uuid, time_zone }) => ({
      user_uuid,
      next_at: nextMorning(now, time_zone ?? NOWHERE.time_zone),
    }));
    if (times.length > 0) await queries.setNext(tx, times);
    if (due.length === BATCH) return { next: {} };
    return { next: {}, due_at: new Date(now.getTime() + LOOK_MS) };
  },
};

async function mailTo(
  core: Core,
  tx: Queryable,
  { user_uuid, time_zone, ...user }: queries.Waiting,
  now: Date,
): Promise<Mail | null> {
  const zone = time_zone ?? NOWHERE.time_zone;
  const day = dayAt(now, zone);
  const { from, until } = spanOfDay(day, zone);
  const tasks = await queries.listTasks(tx, user_uuid, { until, day }, COUNTED);
  const deals = await queries.listDeals(tx, user_uuid, COUNTED);
  const isOverdue = ({ due_at, due_on }: (typeof tasks)[number]) =>
    due_at === null ? due_on! < day : Date.parse(due_at) < from.getTime();
  const sayTime = (due_at: string | null) => due_at && clockAt(new Date(due_at), zone).slice(0, 5);
  const itemsOf = (found: typeof tasks, path: string, isDay: boolean): Morning['today'] => ({
    items: found.slice(0, NAMED).map(({ uuid, title, account, due_on, due_at }) => ({
      title,
      address: `${core.base_url}/${path}/${uuid}`,
      about: [isDay ? sayTime(due_at) : due_on, account].filter(Boolean).join(', '),
    })),
    more: Math.max(0, found.length - NAMED),
  });
  const morning = {
    overdue: itemsOf(tasks.filter(isOverdue), 'tasks', false),
    today: itemsOf(
      tasks.filter((task) => !isOverdue(task)),
      'tasks',
      true,
    ),
    deals: itemsOf(deals, 'deals', false),
  };
  const mail = morningMail(user, day, morning, core.base_url);
  if (!mail) return null;
  const unsubscribe = unsubscribeLink(core, user_uuid, ['morning']);
  return withFooter(mail, unsubscribe, core.base_url);
}
