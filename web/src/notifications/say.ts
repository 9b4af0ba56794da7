import { dayAt, plusDays } from '@rapport/contract/days';
import type { Notification } from '@rapport/contract/notifications';
import { ZONE } from '../api/zone.ts';
import { kindNamed } from '../fields/kinds.ts';
import { inZone } from '../layout/formats.ts';
import { sayDay } from '../layout/say-day.ts';
import { notifications as texts } from '../texts/notifications.ts';
import { records } from '../texts/records.ts';

/** What happened, in a line. The name of the record is said beside it. */
export function sayNotification(told: Notification): string {
  const { sort, subject, count, event } = told;
  const who = sayWho(told);
  const kind = kindNamed(subject.resource);
  const [one, many] = [kind?.one ?? subject.resource, kind?.label ?? subject.resource];
  switch (sort) {
    case 'reminder':
      return texts.reminder(sayDue(told));
    case 'assigned':
      return count > 1 ? texts.assignedMany(who, count, many) : texts.assigned(who, one);
    case 'mentioned':
      return count > 1 ? texts.mentionedMany(who, count, many) : texts.mentioned(who, one);
    case 'deal_changed': {
      if (count > 1) return texts.changedMany(who, count);
      return (texts.changed[event?.split('.')[1] ?? ''] ?? texts.changedOther)(who);
    }
    case 'view_shared':
      return texts.viewShared(who, many);
    case 'import_done':
      return texts.importDone;
    case 'bulk_done':
      return texts.bulkDone;
    case 'owner_joined':
      return texts.ownerJoined;
    case 'receiver_disabled':
      return texts.receiverDisabled;
    case 'proposed':
      return texts.proposed;
    case 'mailbox_refused':
      return texts.mailboxRefused;
    case 'mail_not_sent':
      return texts.mailNotSent;
    case 'mail_held':
      return texts.mailHeld;
    case 'mail_refused':
      return subject.resource === 'user' ? texts.ownMailRefused : texts.mailRefused;
  }
}

function sayWho({ by }: Notification): string {
  if (by === null) return texts.somebody;
  const { name, program } = by;
  return program === null || program === name ? name : texts.through(program, name);
}

const clock = inZone({ timeStyle: 'short' });

/** The days around today, within a sentence. */
const near = records.periods;

/** `today at 14:30`, `tomorrow`, or the day. */
function sayDue({ due_on, due_at }: Notification, now = new Date()): string {
  const day = due_at ? dayAt(new Date(due_at), ZONE) : due_on;
  if (!day) return '';
  const today = dayAt(now, ZONE);
  const said =
    { [today]: near.today, [plusDays(today, -1)]: near.yesterday, [plusDays(today, 1)]: near.tomorrow }[
      day
    ] ?? sayDay(day);
  return due_at ? texts.at(said, clock.format(new Date(due_at))) : said;
}

/** The page of what a notification is about. */
export function addressOf({
  sort,
  subject,
  count,
  change_uuid,
  event,
  account_uuid,
}: Notification): string | null {
  if (count > 1 && change_uuid) return `/settings/changes/${change_uuid}`;
  if (subject.resource === 'change') return `/settings/changes/${subject.uuid}`;
  if (subject.resource === 'import') return `/settings/imports/${subject.uuid}`;
  if (subject.resource === 'mailbox' || subject.resource === 'mail_drop_box') return '/settings/mailboxes';
  if (subject.resource === 'webhook_subscription') return `/settings/webhooks/${subject.uuid}`;
  if (subject.resource === 'proposal') return `/settings/proposals/${subject.uuid}`;
  if (sort === 'owner_joined') return account_uuid && `/accounts/${account_uuid}`;
  if (subject.resource === 'user') return '/settings/account-details';
  if (subject.resource === 'invitation') return account_uuid && `/accounts/${account_uuid}`;
  const kind = kindNamed(subject.resource);
  if (!kind) return null;
  if (sort === 'view_shared') return kind.path;
  return event?.endsWith('.deleted') ? `${kind.path}/deleted` : `${kind.path}/${subject.uuid}`;
}

/** What of that page: a view of a list. */
export function searchOf({ sort, subject }: Notification): { view?: string } {
  return sort === 'view_shared' ? { view: subject.uuid } : {};
}

/** Notifications under the day on which they came, in their order. */
export function byDay(all: Notification[], now = new Date()): [string, Notification[]][] {
  const today = dayAt(now, ZONE);
  const groups = Map.groupBy(all, ({ created_at }) => {
    const day = dayAt(new Date(created_at), ZONE);
    if (day >= today) return texts.today;
    return day === plusDays(today, -1) ? texts.yesterday : texts.earlier;
  });
  return [...groups];
}
