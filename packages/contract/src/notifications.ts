import type { Static } from 'typebox';
import { Closed, Nullable, OneOf, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

/** What people are told of. Where one change has several for a User, the first of these is told. */
export const NOTIFICATION_SORTS = [
  'reminder',
  'assigned',
  'mentioned',
  'deal_changed',
  'view_shared',
  'import_done',
  'bulk_done',
  'owner_joined',
  'receiver_disabled',
  'proposed',
  'mail_refused',
  'mailbox_refused',
  'mail_not_sent',
  'mail_held',
] as const;
export type NotificationSort = (typeof NOTIFICATION_SORTS)[number];

/** The ways in which a notification reaches its User. */
export const CHANNELS = ['page', 'browser', 'mail'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Where a User is told of each sort. */
export type Choices = Record<NotificationSort, Record<Channel, boolean>>;

const here = { page: true, browser: true, mail: false };

/**
 * The choices of a User who has made none. A mail is for what nobody foresees and somebody waits
 * for.
 */
export const CHOICES_DEFAULT: Choices = {
  reminder: here,
  assigned: { ...here, mail: true },
  mentioned: { ...here, mail: true },
  deal_changed: { ...here, browser: false },
  view_shared: { ...here, browser: false },
  import_done: here,
  bulk_done: here,
  owner_joined: { ...here, browser: false },
  receiver_disabled: { ...here, mail: true },
  proposed: { ...here, mail: true },
  mail_refused: { ...here, browser: false },
  mailbox_refused: { ...here, mail: true },
  mail_not_sent: { ...here, mail: true },
  mail_held: { ...here, mail: true },
};

const channels = {
  page: Type.Boolean({ description: 'At the bell on the pages.' }),
  browser: Type.Boolean({ description: 'By the browser as well, where the User allows it. Only with page.' }),
  mail: Type.Boolean({ description: 'By mail, if this Rapport has a mail server.' }),
};

export const Notification = Type.Object(
  {
    uuid: Uuid('Identifier of the notification.'),
    account_uuid: Nullable(Uuid('The Account that it is about. Null: none.', 'account')),
    sort: OneOf([...NOTIFICATION_SORTS], 'Why the User is told.'),
    event: Nullable(
      Type.String({ description: 'The event of the first record. Null: none.', examples: ['deal.moved'] }),
    ),
    subject: Type.Object(
      {
        resource: Type.String({
          description:
            'A kind of record, or change, import, mail_drop_box, mailbox, proposal or webhook_subscription. Of a shared view: the kind of its list. Of a refused mail: user (your own address) or invitation. Of an owner who has joined: user.',
          examples: ['deal'],
        }),
        uuid: Uuid('The record, or the view.'),
        name: Type.String({
          description: 'Its name then, or the beginning of its text.',
          examples: ['Spring offer'],
        }),
      },
      { description: 'What it is about; with a count above 1, the first of them.' },
    ),
    count: Type.Integer({
      minimum: 1,
      description: 'The records that one change is about. They share a notification.',
      examples: [1],
    }),
    by: Nullable(
      Type.Object(
        {
          user_uuid: Nullable(Uuid('The User on whose behalf it happened. Null: the operator.', 'user')),
          name: Type.String({ description: 'Their name.', examples: ['Ben'] }),
          program: Nullable(
            Type.String({ description: 'The token or application. Null: the pages.', examples: ['Zapier'] }),
          ),
        },
        { description: 'Who did it. Null: nobody, as with a reminder.' },
      ),
    ),
    change_uuid: Nullable(Uuid('The change (GET /api/v2/changes/{uuid}). Null: none.')),
    due_on: Nullable(
      Type.String({ format: 'date', description: 'Of a reminder: the day.', examples: ['2026-11-20'] }),
    ),
    due_at: Nullable(Timestamp('Of a reminder: the time, if there is one.')),
    by_browser: Type.Boolean({
      description: 'Whether the User wants to hear of this sort from the browser, too.',
    }),
    created_at: Timestamp('When it came.'),
    read_at: Nullable(Timestamp('When it was read. Null: it is unread.')),
  },
  { $id: 'Notification', title: 'Notification', description: 'What a User is told without asking.' },
);
export type Notification = Static<typeof Notification>;

export const UnreadNotifications = Type.Object(
  {
    unread: Type.Integer({ minimum: 0, description: 'How many are unread: at most 100.', examples: [2] }),
    newest_uuid: Nullable(Uuid('The newest notification, read or not. Null: there is none.')),
  },
  { $id: 'UnreadNotifications', title: 'UnreadNotifications', description: 'The number at the bell.' },
);
export type UnreadNotifications = Static<typeof UnreadNotifications>;

export const NotificationsRead = Type.Object(
  { read: Type.Integer({ minimum: 0, description: 'How many were unread.', examples: [2] }) },
  { $id: 'NotificationsRead', title: 'NotificationsRead', description: 'What was marked as read.' },
);
export type NotificationsRead = Static<typeof NotificationsRead>;

const sorts = Object.fromEntries(NOTIFICATION_SORTS.map((sort) => [sort, Type.Object(channels)])) as Record<
  NotificationSort,
  ReturnType<typeof Type.Object<typeof channels>>
>;

const morning_mail = Type.Boolean({
  description:
    'Whether a mail comes at seven in the morning of the User: what is overdue and due, and Deals without a next step. None comes when there is nothing.',
});

export const NotificationSettings = Type.Object(
  {
    sorts: Type.Object(sorts, { description: 'Where the User is told of each sort.' }),
    morning_mail,
    mails: OneOf(['sent', 'kept'], 'kept: this Rapport has no mail server, so no mail is sent.'),
  },
  {
    $id: 'NotificationSettings',
    title: 'NotificationSettings',
    description: 'Of what, and where, a User wants to be told.',
  },
);
export type NotificationSettings = Static<typeof NotificationSettings>;

const given = Type.Partial(Type.Object(channels), { additionalProperties: false });

export const NotificationSettingsUpdate = Closed({
  sorts: Type.Optional(
    Type.Partial(
      Type.Object(
        Object.fromEntries(NOTIFICATION_SORTS.map((sort) => [sort, given])) as Record<
          NotificationSort,
          typeof given
        >,
      ),
      { additionalProperties: false, description: 'What is left out stays.' },
    ),
  ),
  morning_mail: Type.Optional(morning_mail),
});
export type NotificationSettingsUpdate = Static<typeof NotificationSettingsUpdate>;
