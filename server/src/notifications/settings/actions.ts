import {
  CHOICES_DEFAULT,
  type Choices,
  NOTIFICATION_SORTS,
  type NotificationSettings,
  type NotificationSettingsUpdate,
  type NotificationSort,
} from '@rapport/contract/notifications';
import type { Caller } from '../../access/caller.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { MailSort } from '../mails/unsubscribe-link.ts';
import * as queries from './queries.ts';

export type SettingsCore = Core & { mailer: Mailer };

/** Of what, and where, the caller wants to be told. */
export async function getSettings(
  { db, mailer }: SettingsCore,
  { user_uuid }: Caller,
): Promise<NotificationSettings> {
  return {
    sorts: await choicesOf(db, user_uuid),
    morning_mail: await queries.hasMorningMail(db, user_uuid),
    mails: mailer.proves_addresses ? 'sent' : 'kept',
  };
}

/** Changes what is given, and leaves the rest as it is. */
export function updateSettings(
  core: SettingsCore,
  caller: Caller,
  { sorts = {}, morning_mail }: NotificationSettingsUpdate,
): Promise<NotificationSettings> {
  return core.db.transaction(async (tx) => {
    await queries.lockUser(tx, caller.user_uuid);
    const before = await choicesOf(tx, caller.user_uuid);
    const given = NOTIFICATION_SORTS.filter((sort) => sorts[sort] !== undefined);
    const choices = given.map((sort) => ({ sort, ...before[sort], ...sorts[sort] }));
    if (choices.length > 0) await queries.putChoices(tx, caller.user_uuid, choices);
    const ended = choices.filter(({ mail }) => !mail).map(({ sort }) => sort);
    if (ended.length > 0) await queries.endWaitingMails(tx, caller.user_uuid, ended);
    if (morning_mail !== undefined) await queries.setMorningMail(tx, caller.user_uuid, morning_mail);
    return getSettings({ ...core, db: tx }, caller);
  });
}

/** Ends mails of these sorts to a User, as the link in a mail does. */
export async function endMails({ db }: Core, user_uuid: string, sorts: MailSort[]): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await queries.lockUser(tx, user_uuid))) return;
    const before = await choicesOf(tx, user_uuid);
    const ended = NOTIFICATION_SORTS.filter((sort) => sorts.includes(sort));
    if (ended.length > 0) {
      await queries.putChoices(
        tx,
        user_uuid,
        ended.map((sort) => ({ sort, ...before[sort], mail: false })),
      );
      await queries.endWaitingMails(tx, user_uuid, ended);
    }
    if (sorts.includes('morning')) await queries.setMorningMail(tx, user_uuid, false);
  });
}

/** True when the User wants mails about this sort. */
export async function wantsMail(db: Queryable, user_uuid: string, sort: NotificationSort): Promise<boolean> {
  return (await choicesOf(db, user_uuid))[sort].mail;
}

async function choicesOf(db: Queryable, user_uuid: string): Promise<Choices> {
  const made = await queries.listChoices(db, user_uuid);
  const entries = made.map(({ sort, ...channels }) => [sort, channels]);
  return { ...CHOICES_DEFAULT, ...Object.fromEntries(entries) };
}
