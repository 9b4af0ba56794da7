import type { Notification, NotificationsRead, UnreadNotifications } from '@rapport/contract/notifications';
import type { Caller, Cause } from '../access/caller.ts';
import { reachOf } from '../access/reach.ts';
import { nudgeUser } from '../live/nudge.ts';
import type { RefusedMail } from '../mails/actions.ts';
import type { Core } from '../platform/core.ts';
import type { Transaction } from '../platform/database/database.ts';
import { newUuid } from '../platform/ids.ts';
import { type Page, pageByUuid } from '../platform/lists/page.ts';
import { notFound, type Problem } from '../platform/problem.ts';
import type { Telling } from './notice.ts';
import * as queries from './queries.ts';
import { doerOf, mentionsIn, titleOf } from './rules.ts';

/**
 * The time before a mail: enough to read the notification on the pages first, and for a change of
 * many records to end.
 */
const MAIL_DELAY_MS = 2 * 60 * 1000;

/** More unread ones are no number that helps anybody. */
const UNREAD_MAX = 100;

/**
 * Tells people what changes say to them, in the transaction of the changes. It only sends, and one
 * statement at most; nothing for changes that say nothing. One change tells a User once.
 */
export function tellOfChanges(
  { clock }: Pick<Core, 'clock'>,
  tx: Transaction,
  cause: Cause,
  changes: Telling[],
): void {
  const now = clock.now();
  const doer = doerOf(cause);
  const said = changes.flatMap(({ notices, title = '', event, account_uuid, record }) => {
    if (!notices) return [];
    const resource = event.split('.')[0]!;
    const about = () => ({
      uuid: newUuid(now),
      account_uuid,
      event,
      resource,
      subject_uuid: record.uuid,
      title: titleOf(title),
    });
    return [{ notices, about }];
  });
  const told = said.flatMap(({ notices: { given_to, changes_of }, about }) => [
    ...(given_to && given_to !== doer
      ? [{ ...about(), user_uuid: given_to, sort: 'assigned' as const, ...NOT_DUE }]
      : []),
    ...(changes_of && changes_of !== doer
      ? [{ ...about(), user_uuid: changes_of, sort: 'deal_changed' as const, ...NOT_DUE }]
      : []),
  ]);
  // Who moves old notes in speaks to nobody, and an undo says what was said before.
  const isSpoken = cause.source !== 'import' && cause.source !== 'undo';
  const mentions = said.flatMap(({ notices: { text }, about }) => {
    const tails = text && isSpoken ? mentionsIn(text.after) : [];
    if (tails.length === 0) return [];
    return [
      ...tails.map((tail) => ({ ...about(), tail, is_old: false })),
      ...mentionsIn(text!.before).map((tail) => ({ ...about(), tail, is_old: true })),
    ];
  });
  if (told.length === 0 && mentions.length === 0) return;
  queries.insertNotifications(tx, told, mentions, originOf(cause, now), ringFor(tx));
}

/**
 * Tells the other members of an Account, each once, that somebody shares a view with them.
 * `resource` is the kind of its list.
 */
export async function tellOfView(
  { clock }: Pick<Core, 'clock'>,
  tx: Transaction,
  cause: Cause,
  {
    uuid,
    account_uuid,
    name,
    resource,
  }: { uuid: string; account_uuid: string; name: string; resource: string },
): Promise<void> {
  const now = clock.now();
  const about = { account_uuid, event: null, resource, subject_uuid: uuid, title: titleOf(name), ...NOT_DUE };
  const members = await queries.listUntold(tx, account_uuid, uuid);
  const told = members.map((user_uuid) => ({
    ...about,
    user_uuid,
    uuid: newUuid(now),
    sort: 'view_shared' as const,
  }));
  if (told.length > 0) queries.insertNotifications(tx, told, [], originOf(cause, now), ringFor(tx));
}

function originOf(cause: Cause, now: Date): queries.Origin {
  const { type, user_uuid, name } = cause.actor;
  return {
    cause_uuid: cause.change_uuid,
    change_uuid: cause.change_uuid,
    actor: JSON.stringify({ type, user_uuid, name }),
    doer: doerOf(cause),
    now,
    mail_at: new Date(now.getTime() + MAIL_DELAY_MS),
  };
}

/**
 * Tells a User of something that nobody has done to them, such as the end of their import. It only
 * sends.
 */
export function tell(
  { clock }: Pick<Core, 'clock'>,
  tx: Transaction,
  told: Omit<queries.Told, 'uuid' | 'event'>,
  { is_mailed_elsewhere = false } = {},
): void {
  const now = clock.now();
  const uuid = newUuid(now);
  queries.insertNotifications(
    tx,
    [{ ...told, uuid, event: null, title: titleOf(told.title) }],
    [],
    {
      cause_uuid: uuid,
      change_uuid: null,
      actor: null,
      doer: null,
      now,
      mail_at: is_mailed_elsewhere ? null : now,
    },
    ringFor(tx),
  );
}

/**
 * As `tell`, but nothing while the User has not read that they were told so before. The caller
 * holds a lock on the subject.
 */
export async function tellOnce(
  core: Pick<Core, 'clock'>,
  tx: Transaction,
  told: Omit<queries.Told, 'uuid' | 'event'>,
): Promise<void> {
  if (!(await queries.isUnread(tx, told))) tell(core, tx, told);
}

/** Tells who asked for a mail, and whose address it is, that the mail server knows nobody there. */
export function tellOfRefusedMail(
  core: Pick<Core, 'clock'>,
  tx: Transaction,
  { email, account_uuid, users }: RefusedMail,
): void {
  for (const { uuid: user_uuid, is_own } of users) {
    const about = { resource: is_own ? 'user' : 'invitation', subject_uuid: newUuid(core.clock.now()) };
    const of = is_own ? null : account_uuid;
    const told = { ...about, user_uuid, account_uuid: of, sort: 'mail_refused' as const, title: email };
    tell(core, tx, { ...told, ...NOT_DUE }, { is_mailed_elsewhere: true });
  }
}

/** Has the open pages of those who are told ask what it is. */
function ringFor(tx: Transaction): (users: { user_uuid: string }[]) => void {
  return (users) => {
    for (const { user_uuid } of users) nudgeUser(tx, user_uuid, 'notification');
  };
}

const NOT_DUE = { due_on: null, due_at: null };

/** The caller's notifications, newest first. */
export async function listNotifications(
  { db }: Core,
  caller: Caller,
  { unread = false, cursor = null, limit }: { unread?: boolean; cursor?: string | null; limit: number },
): Promise<Page<Notification>> {
  const asked = { unread, before_uuid: cursor, limit: limit + 1 };
  const found = await queries.listNotifications(db, ownerOf(caller), asked);
  return pageByUuid(found, limit);
}

/** How many of the caller's notifications are unread. */
export function countUnread({ db }: Core, caller: Caller): Promise<UnreadNotifications> {
  return queries.countUnread(db, ownerOf(caller), UNREAD_MAX);
}

export async function getNotification(
  { db }: Core,
  caller: Caller,
  uuid: string,
): Promise<Notification | Problem> {
  return (await queries.findNotification(db, ownerOf(caller), uuid)) ?? notFound('notification');
}

/** Marks a notification of the caller as read. */
export async function readNotification(
  core: Core,
  caller: Caller,
  uuid: string,
): Promise<Notification | Problem> {
  return core.db.transaction(async (tx) => {
    await queries.markRead(tx, caller.user_uuid, uuid, core.clock.now());
    nudgeUser(tx, caller.user_uuid, 'notification');
    return getNotification({ ...core, db: tx }, caller, uuid);
  });
}

/**
 * Marks notifications of the caller as read: all, those up to the one that they have seen last, or
 * those about one record.
 */
export async function readNotifications(
  { db, clock }: Core,
  caller: Caller,
  seen: queries.Seen,
): Promise<NotificationsRead> {
  return db.transaction(async (tx) => {
    const read = await queries.markSeen(tx, ownerOf(caller), seen, clock.now());
    if (read > 0) nudgeUser(tx, caller.user_uuid, 'notification');
    return { read };
  });
}

function ownerOf(caller: Caller): queries.Owner {
  return { user_uuid: caller.user_uuid, reach: reachOf(caller) };
}
